// SPDX-License-Identifier: Apache-2.0

import Flipbook
import FlipbookDisplay
import FlipbookSeat
import Glibc
import Synchronization

/// A square that goes to and fro in front of a colour.
struct Sweep: Animation, Sendable {
  let background: Color

  mutating func apply(_ command: Command, at time: Instant) {}

  func draw(at time: Instant, in box: AnimationBox, style: Void, into scene: inout Scene) {
    let period = TimeSpan.seconds(2)
    let elapsed = (time - .zero).quotientAndRemainder(dividingBy: period).remainder
    let position = (1 - Fixed(Angle.turns(elapsed.fraction(of: period)).cosine)) / 2
    let side = box.height / 4
    scene.add(
      .rectangle(
        Rectangle(
          x: position * (box.width - side), y: (box.height - side) / 2, width: side, height: side)),
      paint: .solid(Color(hex: 0xE8ECF1)), transform: box.transform)
  }

  func nextChange(after time: Instant, in box: AnimationBox, style: Void) -> NextChange { .now }
  func state(at time: Instant) -> StageState { .running }
  func stateChange(after time: Instant) -> Instant? { nil }
  func progress(at time: Instant, channel: Int) -> Fixed { 0 }
  func isEndless(at time: Instant) -> Bool { true }
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    (stageWidth, stageWidth / 3)
  }
}

/// Whether SIGTERM has come.
private let isEnding = Atomic(false)

@main enum Panel {
  /// Shows a square on the seat of a user without privileges until SIGTERM; then its last frame stays until the next program's.
  ///
  /// An argument is the colour behind it, such as `204060`.
  static func main() {
    let color = CommandLine.arguments.dropFirst().first.flatMap { UInt32($0, radix: 16) }
    let stage = DisplayStage(
      Sweep(background: Color(hex: color ?? 0x102030)), style: (), fillsDisplay: true)
    do throws(DisplayError) {
      let display = try Display(.automatic).usingSeat()
      try display.run(stage) { event, loop in
        switch event {
        case .frameShown:
          if isEnding.load(ordering: .relaxed) { loop.handOver(retain: true) }
          return
        case .outputAdded:
          // Without a display SIGTERM ends the program at once.
          signal(SIGTERM) { _ in isEnding.store(true, ordering: .relaxed) }
        default: break
        }
        print(event)
        // Also to a file, at once.
        fflush(nil)
      }
    } catch {
      print("panel: \(error)")
      exit(1)
    }
  }
}
