// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// A position that follows a moving target as a critically damped spring, in small steps.
///
/// It obeys x″ = ω²·(T - x) - 2ω·x′. Each step is the spring's exact solution for a constant
/// target; the caller gives the target at the middle of the step. Whole steps are on a grid of one
/// millisecond. Between two of them a part-step computes the state without changing the follower.
package struct CriticallyDampedFollower: Hashable, BitwiseCopyable, Sendable {
  /// The position at the last step.
  package private(set) var position: Fixed
  /// The velocity per second at the last step.
  package private(set) var velocity: Fixed

  private let frequency: Fixed
  private let decay: SpringStep

  /// The length of a whole step: one millisecond.
  package static var wholeStep: TimeSpan { .milliseconds(1) }

  /// Starts at a position with ω per second; traps unless ω is above 0 and at most 10 000.
  package init(position: Fixed = 0, velocity: Fixed = 0, frequency: Fixed) {
    precondition(frequency > 0 && frequency <= 10_000, "The frequency is out of range.")
    (self.position, self.velocity, self.frequency) = (position, velocity, frequency)
    decay = SpringStep(frequency: frequency, length: Self.wholeStep)
  }

  /// Starts at a position with ω = 9.23341 / duration, the frequency of a spring of that duration.
  package init(position: Fixed = 0, velocity: Fixed = 0, duration: TimeSpan) {
    let frequency = Fixed.one.scaled(by: 9_233_410_000, over: duration.nanoseconds)
    self.init(position: position, velocity: velocity, frequency: frequency)
  }

  /// Advances by one whole step toward a target.
  package mutating func step(toward target: Fixed) {
    if isAtRest(toward: target) { return }
    (position, velocity) = decay.applied(position, velocity, toward: target)
  }

  /// Advances by any duration toward a target; the grid of whole steps restarts there.
  package mutating func step(by length: TimeSpan, toward target: Fixed) {
    self = advanced(by: length, toward: target)
  }

  /// The state a part-step later; traps for a negative length.
  package func advanced(by length: TimeSpan, toward target: Fixed) -> Self {
    if length == .zero || isAtRest(toward: target) { return self }
    let step = SpringStep(frequency: frequency, length: length)
    var result = self
    (result.position, result.velocity) = step.applied(position, velocity, toward: target)
    return result
  }

  /// Whether it is exactly at a target without velocity: then it stays there until the target
  /// changes.
  package func isAtRest(toward target: Fixed) -> Bool {
    position == target && velocity == 0
  }
}

/// One step of a spring: its phase and the exponential of that, computed in advance.
private struct SpringStep: Hashable, BitwiseCopyable, Sendable {
  let frequency, seconds, phase, decay: Fixed

  init(frequency: Fixed, length: TimeSpan) {
    precondition(length >= .zero, "Time cannot go back.")
    self.frequency = frequency
    seconds = length.seconds
    phase = frequency.scaled(by: length.nanoseconds, over: 1_000_000_000)
    decay = Fixed.exp(-phase)
  }

  /// The position and the velocity after the step; exactly at rest when they are small enough.
  func applied(
    _ position: Fixed, _ velocity: Fixed, toward target: Fixed
  ) -> (Fixed, Fixed) {
    let offset = position - target
    let slope = velocity + frequency * offset
    let nextOffset = (offset + slope * seconds) * decay
    let nextVelocity = (velocity - slope * phase) * decay
    let isNear = nextOffset.magnitude < Fixed(raw: 1 << 12)
    let isSlow = nextVelocity.magnitude < Fixed(raw: 1 << 20)
    return isNear && isSlow ? (target, 0) : (target + nextOffset, nextVelocity)
  }
}
