// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Testing

@testable import Animations
import Stage

@Suite struct StageModelTests {
  /// Shows nothing, and has any number of channels.
  private struct Blank: Animation {
    let channelCount: Int

    mutating func apply(_ command: Command, at time: Instant) {}
    func draw(at time: Instant, in box: AnimationBox, style: Void, into scene: inout Scene) {}
    func nextChange(after time: Instant, in box: AnimationBox, style: Void) -> NextChange { .never }
    func state(at time: Instant) -> StageState { .idle }
    func stateChange(after time: Instant) -> Instant? { nil }
    func progress(at time: Instant, channel: Int) -> Fixed { 0 }
    func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (1, 1) }
  }

  @Test(arguments: [Int.min, 0, 1, 8, 9, Int.max])
  func `number of channels may be any`(count: Int) {
    var model = StageModel(
      Blank(channelCount: count), style: (), background: nil, showsMessage: false, at: .zero)
    let isEndless = model.isEndless(at: .zero)
    #expect(!isEndless)
    model.apply(.progressUnknown(channel: 1), at: .zero)
    let isEndlessUnknown = model.isEndless(at: .zero)
    #expect(isEndlessUnknown == (count >= 1))
  }
}
