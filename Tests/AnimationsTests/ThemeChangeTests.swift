// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Support
import Testing

@testable import Animations
import Stage
import Text

/// A change of the theme keeps all reported values.
@Suite struct ThemeChangeTests {
  private func configuration(
    _ animation: StageConfiguration.AnimationKind
  ) -> StageConfiguration {
    var configuration = StageConfiguration(
      animation: animation, widthInPixels: 400, heightInPixels: 300)
    configuration.showsMessage = true
    return configuration
  }

  private func status(
    _ commands: [Command], at time: Instant = .zero + .milliseconds(9000)
  ) throws -> [StageStatus?] {
    var model = try StageModel(configuration(.flow), at: .zero)
    for command in commands { model.apply(command, at: .zero) }
    model.advance(to: time)
    let kinds: [StageConfiguration.AnimationKind] = [.flow, .download, .ring]
    return try kinds.map { kind in
      var next = try StageModel(configuration(kind), continuing: model, at: time)
      next.advance(to: time)
      return next.status(at: time)
    }
  }

  @Test func `progress and message stay`() throws {
    let percent = Percent(40)
    let message = Message(truncating: Array("Going on".utf8).span)
    for status in try status([
      .progress(channel: 1, percent: percent), .message(message), .remaining(seconds: 90),
    ]) {
      #expect(status?.percent == percent && status?.message == message)
      #expect(status?.remainingSeconds == 90)
      let distance = (try #require(status?.shown)) - Fixed(2, over: 5)
      #expect(distance > Fixed(-1, over: 1000) && distance < Fixed(1, over: 1000))
    }
  }

  @Test func `the ends of a change stay`() throws {
    for status in try status([.done]) { #expect(status?.state == .succeeded) }
    for status in try status([.start, .fail]) { #expect(status?.state == .failed) }
    for status in try status([.progressUnknown(channel: 1)]) { #expect(status?.isUnknown == true) }
    // After a reset it is at the beginning.
    for status in try status([.done, .reset]) { #expect(status?.percent == .zero) }
    for status in try status([]) { #expect(status?.state != .succeeded) }
  }

  @Test func `a failure still holds the message before it`() throws {
    func message(_ text: String) -> Command {
      .message(Message(truncating: Array(text.utf8).span))
    }
    var model = try StageModel(configuration(.flow), at: .zero)
    for command in [message("before"), .fail, message("after")] {
      model.apply(command, at: .zero)
    }
    let time = Instant.zero + .milliseconds(5000)
    let next = try StageModel(configuration(.ring), continuing: model, at: time)
    #expect(next.messages.shown.first == Message(truncating: Array("before".utf8).span))
    #expect(next.reportedState.message == Message(truncating: Array("after".utf8).span))
  }

  @Test func `what is asked stays`() throws {
    var model = try StageModel(configuration(.flow), at: .zero)
    model.apply(.ask("", EntryField(bulletCount: 3)), at: .zero)
    let next = try StageModel(configuration(.ring), continuing: model, at: .zero)
    #expect(next.isAsking && next.prompt?.entry.bulletCount == 3)
  }
}
