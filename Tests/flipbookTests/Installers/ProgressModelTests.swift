// SPDX-License-Identifier: Apache-2.0

import Text
import Testing
import ToolSupport

@testable import Followers

@Suite struct ProgressModelTests {
  @Test func `progress that goes back is not shown`() {
    let recorded = CommandRecorder([
      .overall(Percentage(whole: 50)), .overall(Percentage(whole: 40)), .message("b"),
    ])
    #expect(recorded.commands == ["progress 50", "message b"])
  }

  @Test func `100 is shown only at success`() {
    var recorded = CommandRecorder([.overall(.hundred), .overall(.hundred)])
    #expect(recorded.commands == ["progress 99"])
    recorded.add([.succeeded])
    // Whatever message is shown goes, also one of another client.
    #expect(recorded.commands == ["progress 99", "message", "done"])
    #expect(recorded.model.overall == .hundred)
  }

  @Test func `success takes the message away and is sent once`() {
    let recorded = CommandRecorder([.message("a"), .succeeded, .succeeded, .message("b")])
    #expect(recorded.commands == ["message a", "message", "done"])
  }

  @Test func `a step may go back, as the next one begins`() {
    let recorded = CommandRecorder([.step(.hundred), .step(.hundred), .step(.zero)])
    #expect(recorded.commands == ["progress/2 100", "progress/2 0"])
  }

  @Test func `a failure keeps its first reason until something new starts`() {
    var recorded = CommandRecorder([.failed("a"), .failed("b"), .overall(.hundred), .succeeded])
    #expect(recorded.commands == ["message a", "fail"])
    recorded.add([.started, .overall(.zero)])
    #expect(recorded.commands.suffix(4) == ["reset", "message", "start", "progress 0"])
  }

  @Test func `unknown progress becomes known again where it was`() {
    let recorded = CommandRecorder([
      .overall(Percentage(whole: 20)), .unknown, .unknown, .overall(Percentage(whole: 10)),
    ])
    #expect(recorded.commands == ["progress 20", "progress unknown", "progress 20"])
  }

  @Test func `a message is cut to what the daemon takes, between characters`() throws {
    let recorded = CommandRecorder([.message(LongText(String(repeating: "ä", count: 200) + "\nx"))])
    let message = try #require(recorded.messages.first)
    #expect(message.utf8.count == 254)
    #expect(message.allSatisfy { $0 == "ä" })
  }

  @Test func `the time left is sent where it changes, and forgotten with the progress`() {
    var recorded = CommandRecorder((0...30).map { .overall(Percentage(whole: $0)) })
    let times = recorded.commands.filter { $0.hasPrefix("eta ") }
    #expect(times.first == "eta 120" && times.count < 5)
    recorded.add([.unknown])
    #expect(recorded.commands.suffix(2) == ["progress unknown", "eta unknown"])
  }

  @Test func `the time left joins the message and changes with it`() {
    var recorded = CommandRecorder(
      (0...10).map { .overall(Percentage(whole: $0)) } + [.message("Unpacking")],
      showsRemaining: true)
    // A percent a second.
    #expect(recorded.messages.last == "Unpacking – about 2 min left")
    recorded.add((11...60).map { .overall(Percentage(whole: $0)) })
    #expect(recorded.messages.last == "Unpacking – about 40 s left")
    recorded.add([.succeeded])
    #expect(recorded.commands.suffix(2) == ["message", "done"])
  }
}
