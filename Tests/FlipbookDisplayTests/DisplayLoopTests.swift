// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Motion
import Presentation
import Scanout
import Stage
import Testing

@testable import FlipbookDisplay

/// A colour that never changes.
private struct Still: Animation {
  func apply(_ command: Command, at time: Instant) {}
  func draw(at time: Instant, in box: AnimationBox, style: Void, into scene: inout Scene) {
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: box.width, height: box.height)),
      paint: .solid(Color(hex: 0x336699)), transform: box.transform)
  }
  func nextChange(after time: Instant, in box: AnimationBox, style: Void) -> NextChange { .never }
  func state(at time: Instant) -> StageState { .idle }
  func stateChange(after time: Instant) -> Instant? { nil }
  func progress(at time: Instant, channel: Int) -> Fixed { 0 }
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (stageWidth, 4) }
}

@Suite struct DisplayLoopTests {
  /// The frames that are reported until the loop comes to rest.
  private func frames(_ loop: inout DisplayLoop<Still>) throws -> Int {
    var now = Display.now
    var count = 0
    for _ in 0..<20 {
      for case .frameShown in try loop.dispatch(at: now) { count += 1 }
      guard let next = loop.nextDeadline else { return count }
      now = max(now, next)
    }
    Issue.record("the loop does not come to rest")
    return count
  }

  @Test func `a frame is reported once, also when another output is added`() throws {
    var loop = try Display(.memory(width: 40, height: 20)).start(DisplayStage(Still(), style: ()))
    #expect(try frames(&loop) == 1)
    try loop.displays.session.outputs.add(
      MemoryOutput(width: 30, height: 30, isStrict: false), OutputOptions())
    #expect(try frames(&loop) == 1)
  }
}
