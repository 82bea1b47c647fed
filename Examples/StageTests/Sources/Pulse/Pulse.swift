// SPDX-License-Identifier: Apache-2.0

public import Flipbook

/// Three dots that swell one after the other for as long as something goes on, and stand full at its end.
///
/// An animation of one's own: all it needs is what `import Flipbook` makes public. It is a function of
/// the last command that changed it and of time; the stage does the rest.
public struct Pulse: Animation {
  /// The colours of the dots, before and after a failure.
  public struct Style {
    let dots, failed: Color

    /// Two colours, or near white and red.
    public init(dots: Color = Color(hex: 0xF2F4F7), failed: Color = Color(hex: 0xD0312D)) {
      (self.dots, self.failed) = (dots, failed)
    }
  }

  /// How long a dot takes to swell and to shrink again.
  private static let period = TimeSpan.milliseconds(1200)

  /// How long the dots take from one look to another.
  private static let fade = TimeSpan.milliseconds(300)

  private enum Phase { case idle, running, succeeded, failed }

  private var phase = Phase.idle
  private var reported = Fixed.zero
  private var swellsSince = Instant.zero
  /// How much of the swelling shows.
  private var swelling = LinearTransition(holding: 0)
  /// How full the dots are beside that: 0 at rest, 1 at the end.
  private var fullness = LinearTransition(holding: 0)

  /// Three small dots.
  public init() {}

  /// Starts, ends or turns red, from what shows.
  public mutating func apply(_ command: Command, at time: Instant) {
    // After a failure only a reset changes anything.
    if phase == .failed && command != .reset { return }
    switch command {
    case .progress(channel: 1, let percent):
      reported = percent.target
      go(reported == 1 ? .succeeded : .running, at: time)
    case .start, .progressUnknown(channel: 1): go(.running, at: time)
    case .done:
      reported = 1
      go(.succeeded, at: time)
    case .fail: go(.failed, at: time)
    case .reset:
      reported = 0
      go(.idle, at: time)
    default: return
    }
  }

  /// From what shows to another look: nothing jumps.
  private mutating func go(_ next: Phase, at time: Instant) {
    guard next != phase else { return }
    if next == .running && swelling.value(at: time) == 0 { swellsSince = time }
    swelling = LinearTransition(
      at: time, from: swelling.value(at: time), to: next == .running ? 1 : 0, duration: Pulse.fade)
    fullness = LinearTransition(
      at: time, from: fullness.value(at: time), to: next == .succeeded || next == .failed ? 1 : 0,
      duration: Pulse.fade)
    phase = next
  }

  /// Adds the three dots.
  public func draw(
    at time: Instant, in box: AnimationBox, style: Style, into scene: inout Scene
  ) {
    let color = phase == .failed ? style.failed : style.dots
    for dot in 0..<3 {
      let size = max(swelling.value(at: time) * swell(of: dot, at: time), fullness.value(at: time))
      // From a twelfth of the box's height to a quarter.
      scene.add(
        .circle(
          center: Point(box.width * Fixed(2 * dot + 1, over: 6), box.height / 2),
          radius: box.height * (1 + 2 * size) / 12),
        paint: .solid(color), transform: box.transform)
    }
  }

  /// The square of a sine, each dot a sixth of a period behind its left neighbour.
  private func swell(of dot: Int, at time: Instant) -> Fixed {
    let elapsed = time - swellsSince - TimeSpan.milliseconds(200 * dot)
    guard elapsed > .zero else { return 0 }
    let rest = elapsed.quotientAndRemainder(dividingBy: Pulse.period).remainder
    let sine = Angle.turns(rest.fraction(of: Pulse.period) / 2).sine
    return Fixed(sine * sine)
  }

  /// Nothing moves once the dots stand full or are at rest.
  ///
  /// Until then every frame shows something else, whatever the box: it does not say how slowly.
  public func nextChange(after time: Instant, in box: AnimationBox, style: Style) -> NextChange {
    if phase == .running { return .now }
    return swelling.isFinished(at: time) && fullness.isFinished(at: time) ? .never : .now
  }

  /// What the status reports.
  public func state(at time: Instant) -> StageState {
    switch phase {
    case .idle: .idle
    case .running: .running
    case .succeeded: .succeeded
    case .failed: .failed
    }
  }

  /// Only commands change it.
  public func stateChange(after time: Instant) -> Instant? { nil }

  /// The reported progress; the dots do not show it.
  public func progress(at time: Instant, channel: Int) -> Fixed { channel == 1 ? reported : 0 }

  /// The dots go on and on: a busy machine may show them at a lower rate.
  public func isEndless(at time: Instant) -> Bool { phase == .running }

  /// A failure holds a new message back until the reset.
  public func holdsMessage(at time: Instant) -> Bool { phase == .failed }

  /// Deep blue.
  public var background: Color { Color(hex: 0x1B4A61) }

  /// Three squares of 32 points.
  public func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (96, 32) }
}
