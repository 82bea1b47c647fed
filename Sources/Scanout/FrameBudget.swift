// SPDX-License-Identifier: Apache-2.0

package import Motion

/// Limits the frames of a splash while no processor is free: each takes its time from what the machine
/// is busy with, such as its boot.
///
/// Frames then take 1 % of one processor's time together, or 3 a second where that is more: so many as
/// long as nothing is known yet. As soon as processors have had nothing to do for a quarter of the
/// time, all together, there is no limit.
package struct FrameBudget: Sendable {
  /// What is looked at: sums since the machine or the process has started.
  package struct Sums: Sendable {
    /// Nanoseconds that this process has used of the processors.
    package var used: Int64
    /// Nanoseconds that the processors had nothing to do, all together.
    package var idle: Int64
    /// Frames that were drawn, on all outputs.
    package var frameCount: Int64

    /// Takes the sums.
    package init(used: Int64, idle: Int64, frameCount: Int64) {
      (self.used, self.idle, self.frameCount) = (used, idle, frameCount)
    }
  }

  /// Between two looks, which cost two system calls each.
  private static var window: Duration { .milliseconds(250) }

  /// What frames may take of a second, together.
  private static var nanosecondsPerSecond: Int64 { 10_000_000 }

  /// Slower would look as if the machine had stopped.
  private static var lowestRate: Int64 { 3 }

  /// How many frames per second there may be on all outputs together; nil for any number.
  package private(set) var framesPerSecond: Int?

  private var last: (instant: Instant, sums: Sums)?

  /// Begins with the lowest rate.
  package init() { framesPerSecond = Int(FrameBudget.lowestRate) }

  /// When to look again.
  package func isDue(at now: Instant) -> Bool {
    last.map { now - $0.instant >= FrameBudget.window } ?? true
  }

  /// Takes note of the sums; nil where nobody knows them, which ends the limit.
  package mutating func note(_ sums: Sums?, at now: Instant) {
    defer { last = sums.map { (now, $0) } }
    guard let sums else {
      framesPerSecond = nil
      return
    }
    guard let last else { return }
    let elapsed = (now - last.instant).nanoseconds
    if sums.idle - last.sums.idle >= elapsed / 4 {
      framesPerSecond = nil
      return
    }
    let frames = sums.frameCount - last.sums.frameCount
    // Without a frame nothing is known of what one costs: what was known still counts.
    guard frames > 0 else { return }
    let cost = max(1, (sums.used - last.sums.used) / frames)
    let rate = max(FrameBudget.lowestRate, min(1000, FrameBudget.nanosecondsPerSecond / cost))
    framesPerSecond = Int(rate)
  }
}
