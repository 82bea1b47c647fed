// SPDX-License-Identifier: Apache-2.0

public import Flipbook

/// A bar that follows the progress, and turns red after a failure.
public struct Bar: Animation, Sendable {
  private var length = LinearTransition(holding: 0)
  private var reported = Fixed.zero
  private var hasFailed = false

  /// An empty bar.
  public init() {}

  /// Moves from the visible length to the reported one.
  public mutating func apply(_ command: Command, at time: Instant) {
    switch command {
    case .progress(channel: 1, let percent): reported = percent.target
    case .done: reported = 1
    case .fail: hasFailed = true
    case .reset: (reported, hasFailed) = (0, false)
    default: return
    }
    length = LinearTransition(
      at: time, from: length.value(at: time), to: reported, duration: .milliseconds(400))
  }

  /// Adds the groove and the bar in it.
  public func draw(at time: Instant, in box: AnimationBox, style: Void, into scene: inout Scene) {
    let front = Color(hex: hasFailed ? 0xD0312D : 0x4FB3FF)
    for (share, color) in [(Fixed.one, Color(hex: 0x30363F)), (length.value(at: time), front)] {
      scene.add(
        .roundedRectangle(
          Rectangle(x: 0, y: 0, width: box.width * share, height: box.height),
          radius: box.height / 2),
        paint: .solid(color), transform: box.transform)
    }
  }

  /// Nothing moves after the transition.
  public func nextChange(after time: Instant, in box: AnimationBox, style: Void) -> NextChange {
    length.isFinished(at: time) ? .never : .now
  }

  /// The state that a status reports.
  public func state(at time: Instant) -> StageState {
    hasFailed ? .failed : reported == 1 ? .succeeded : reported > 0 ? .running : .idle
  }

  /// Only commands change it.
  public func stateChange(after time: Instant) -> Instant? { nil }

  /// The visible length.
  public func progress(at time: Instant, channel: Int) -> Fixed {
    channel == 1 ? length.value(at: time) : 0
  }

  /// Three quarters of the stage, 12 points high.
  public func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    (stageWidth * 3 / 4, 12)
  }
}
