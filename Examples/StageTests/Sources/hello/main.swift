// SPDX-License-Identifier: Apache-2.0

import Flipbook
import FlipbookDisplay

/// Dots that circle, the last the largest.
struct Orbit: Animation {
  func draw(at time: Instant, in box: AnimationBox, style: Void, into scene: inout Scene) {
    let period = TimeSpan.seconds(4)
    let rest = (time - .zero).quotientAndRemainder(dividingBy: period).remainder
    let radius = min(box.width, box.height) / 3
    for dot in 1...24 {
      let angle = Angle.turns(rest.fraction(of: period) + Fixed(dot, over: 32))
      let center = Point(
        box.width / 2 + radius * Fixed(angle.cosine), box.height / 2 + radius * Fixed(angle.sine))
      scene.add(
        .circle(center: center, radius: radius * Fixed(dot, over: 200)),
        paint: .solid(Color(hex: 0xFFB74D)), opacity: Fraction(Fixed(dot, over: 24)),
        transform: box.transform)
    }
  }

  /// Each frame is another one.
  func nextChange(after time: Instant, in box: AnimationBox, style: Void) -> NextChange { .now }

  func apply(_ command: Command, at time: Instant) {}
  func state(at time: Instant) -> StageState { .running }
  func stateChange(after time: Instant) -> Instant? { nil }
  func progress(at time: Instant, channel: Int) -> Fixed { 0 }
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (stageWidth, stageWidth) }
  var background: Color { Color(hex: 0x0E1621) }
}

let display = try Display(.automatic)
try display.run(DisplayStage(Orbit(), style: (), fillsDisplay: true)) { event, loop in
  if case .frameShown = event { return }
  print(event)
}
