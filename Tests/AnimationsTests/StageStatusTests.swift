// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Animations
import FixedPoint
import Motion
import Testing
import Stage

/// The status of a stage, and the commands that it refuses.
@Suite struct StageStatusTests {
  private func stage(
    _ animation: StageConfiguration.AnimationKind, rings: Int = 1, _ history: History = []
  ) throws -> Stage {
    var configuration = StageConfiguration(
      animation: animation, widthInPixels: 400, heightInPixels: 300)
    configuration.rings = rings
    var stage = try Stage(configuration, at: ms(0))
    for entry in history { stage.apply(entry.command, at: ms(entry.time)) }
    return stage
  }

  private func refusal(_ configuration: StageConfiguration) -> StageError? {
    do throws(StageError) {
      _ = try Stage(configuration, at: ms(0))
      return nil
    } catch {
      return error
    }
  }

  private func configuration(
    _ animation: StageConfiguration.AnimationKind, _ change: (inout StageConfiguration) -> Void
  ) -> StageConfiguration {
    var configuration = StageConfiguration(
      animation: animation, widthInPixels: 400, heightInPixels: 300)
    change(&configuration)
    return configuration
  }

  /// The status of a stage after a history, at a time in milliseconds.
  private func reported(
    _ animation: StageConfiguration.AnimationKind, rings: Int = 1, _ history: History,
    at time: Double, channel: Int = 1
  ) throws -> StageStatus {
    var stage = try stage(animation, rings: rings, history)
    let status = stage.status(at: ms(time), channel: channel)
    return try #require(status)
  }

  @Test func `a progress reads back as given`() throws {
    let status = try reported(.download, [(0, .progress(250))], at: 1)
    #expect(status.percent.value == 250)
    #expect(status.state == .readying)
  }

  @Test func `a time left reads back until something ends`() throws {
    let reported: History = [(0, .progress(10)), (100, .remaining(seconds: 90))]
    #expect(try self.reported(.ring, reported, at: 200).remainingSeconds == 90)
    for end in [Command.done, .fail, .reset, .remaining(seconds: nil)] {
      #expect(try self.reported(.ring, reported + [(300, end)], at: 400).remainingSeconds == nil)
    }
  }

  @Test func `what comes after a failure reads back too`() throws {
    let history: History = [(0, .progress(10)), (3000, .fail), (4000, .progress(77))]
    let failed = try reported(.ring, history, at: 5000)
    #expect(failed.percent == .of(77) && failed.isFailed && failed.state == .failed)
    #expect(failed.shown.double.rounded(to: 6) == 0.1)
    let reset = try reported(.ring, history + [(5000, .reset)], at: 5000)
    #expect(reset.percent == .zero && !reset.isFailed && reset.state == .resuming)
    let later = try reported(.ring, history + [(5000, .reset)], at: 9000)
    #expect(later.state == .idle)
  }

  @Test func `unknown keeps the last percentage`() throws {
    let history: History = [(0, .progress(10)), (100, .unknown)]
    let unknown = try reported(.flow, history, at: 100)
    #expect(unknown.isUnknown && unknown.percent == .of(10) && unknown.state == .running)
    let done = try reported(.flow, history + [(200, .done)], at: 9000)
    #expect(!done.isUnknown && done.percent == .hundred && done.state == .succeeded)
  }

  @Test func `each ring has its own channel`() throws {
    let history: History = [(0, .progress(channel: 2, percent: .of(50)))]
    for (channel, shown) in [(1, Fixed(0)), (2, .half), (3, 0)] {
      let status = try reported(.ring, rings: 2, history, at: 5000, channel: channel)
      #expect(status.shown == shown)
    }
    var stage = try stage(.ring, history)
    let beyond = [0, 9].map { stage.status(at: ms(5000), channel: $0) }
    #expect(beyond == [nil, nil])
  }

  @Test func `hidden channels are reported`() throws {
    let history: History = [
      (0, .progress(channel: 8, percent: .of(50))), (0, .progress(channel: 9, percent: .of(50))),
    ]
    let eighth = try reported(.download, history, at: 5000, channel: 8)
    #expect(eighth.percent == .of(50) && eighth.state == .idle)
  }

  @Test func `a slower spring shows less`() throws {
    var slow = configuration(.flow) { $0.springDuration = .milliseconds(1000) }
    slow.flowPeriod = .milliseconds(50)
    var stage = try Stage(slow, at: ms(0))
    stage.apply(.done, at: ms(0))
    // The progress that the default shows after half of the time.
    let shown = stage.status(at: ms(100))?.shown.double ?? 0
    #expect(abs(shown - 0.236069) < 1e-6)
  }

  @Test func `quit is reported and changes nothing`() throws {
    let quit = try reported(.ring, [(0, .quit)], at: 0)
    #expect(quit.isQuitting)
    var stage = try stage(.ring, [(0, .quit)])
    let isStill = stage.isStill(at: ms(0))
    #expect(isStill)
  }

  @Test func `a question about a later time changes nothing`() throws {
    var model = try StageModel(configuration(.download) { _ in }, at: ms(0))
    model.apply(.progress(50), at: ms(0))
    let early = model.status(at: ms(1300))
    #expect(early?.state == .downloading)
    #expect(model.status(at: ms(5000))?.shown == .half)
    #expect(model.status(at: ms(1300)) == early)
    model.advance(to: ms(1300))
    #expect(model.status(at: ms(1300)) == early)
    #expect(model.status(at: ms(1200)) == early)
  }

  @Test func `an empty size is refused`() throws {
    let empty = configuration(.download) { $0.widthInPixels = 0 }
    let model = try StageModel(empty, at: ms(0))
    var refusal: StageError?
    do throws(StageError) {
      _ = try StageLayout(empty, for: model)
    } catch {
      refusal = error
    }
    #expect(refusal == .emptyStage)
  }

  @Test func `what cannot be drawn is refused`() {
    let swap = Permutation([1, 0].span).map(Flow.custom) ?? .still
    let nowhere = GradientAxis(start: .zero, end: .zero)
    let cases: [(StageConfiguration, StageError?)] = [
      (configuration(.flow) { $0.scale = 0 }, .emptyStage),
      (configuration(.flow) { $0.widthInPixels = 16385 }, .tooLarge),
      (configuration(.flow) { $0.widthInPixels = 16384 }, nil),
      (configuration(.flow) { $0.scale = Fixed(raw: 1) }, .tooLarge),
      (configuration(.flow) { $0.scale = Fixed(1, over: 256) }, nil),
      (configuration(.flow) { $0.scale = 257 }, .tooLarge),
      (configuration(.flow) { $0.width = Fixed.max }, .tooLarge),
      (configuration(.flow) { $0.boxHeight = 0 }, .emptyBox),
      (configuration(.download) { $0.boxWidth = 16385 }, .tooLarge),
      (configuration(.flow) { $0.axis = nowhere }, .axisOfLengthZero),
      (configuration(.flow) { $0.flow = swap }, .flowDoesNotFitPalette),
      (configuration(.flow) { $0.flowPeriod = .zero }, .durationOutOfRange),
      (configuration(.flow) { $0.springDuration = ns(999) }, .durationOutOfRange),
      (configuration(.flow) { $0.springDuration = .microseconds(1) }, nil),
      (configuration(.ring) { $0.dotDiameter = 0 }, .dotOutOfRange),
      (configuration(.ring) { $0.dotDiameter = 17 }, nil),
    ]
    for (configuration, expected) in cases { #expect(refusal(configuration) == expected) }
  }

  @Test func `a ring has to fit`() {
    func ring(side: Fixed, rings: Int = 1) -> StageConfiguration {
      configuration(.ring) { ($0.boxWidth, $0.boxHeight, $0.rings) = (side, side, rings) }
    }
    #expect(refusal(ring(side: 34)) == nil)
    #expect(refusal(ring(side: Fixed(raw: (34 << 32) - 1))) == .ringTooSmall)
    #expect(refusal(ring(side: 34 + 46, rings: 2)) == nil)
    #expect(refusal(ring(side: 34 + 45, rings: 2)) == .ringTooSmall)
    #expect(refusal(ring(side: 1000, rings: 9)) == .ringCount)
    #expect(refusal(ring(side: 1000, rings: 0)) == .ringCount)
    #expect(refusal(configuration(.ring) { $0.boxWidth = 100 }) == .ringNotSquare)
  }
}
