// SPDX-License-Identifier: Apache-2.0

package import Motion

/// Limits a splash's frames while no processor is idle: each frame takes time from the machine's work,
/// such as its boot.
///
/// All frames together then take 1 % of one processor's time, or run at 3 a second where that is more.
/// The budget starts at that lowest rate. As soon as the processors, all together, have been idle for
/// a quarter of the time, there is no limit.
package struct FrameBudget: Sendable {
  /// The figures that the budget is computed from: sums since the machine or the process started.
  package struct Sums: Sendable {
    /// Nanoseconds of processor time that this process has used.
    package var used: Int64
    /// Nanoseconds that the processors have been idle, all together.
    package var idle: Int64
    /// Frames that were drawn, on all outputs.
    package var frameCount: Int64

    /// Sums of these values.
    package init(used: Int64, idle: Int64, frameCount: Int64) {
      (self.used, self.idle, self.frameCount) = (used, idle, frameCount)
    }
  }

  /// The time between two readings, which cost two system calls each.
  private static var window: TimeSpan { .milliseconds(250) }

  /// The processor time that all frames together may take of a second.
  private static var nanosecondsPerSecond: Int64 { 10_000_000 }

  /// A lower rate would look as if the machine had stopped.
  private static var lowestRate: Int64 { 3 }

  /// How many frames per second there may be on all outputs together; nil for any number.
  package private(set) var framesPerSecond: Int?

  private var last: (instant: Instant, sums: Sums)?

  /// Begins with the lowest rate.
  package init() { framesPerSecond = Int(FrameBudget.lowestRate) }

  /// Whether the sums must be read again.
  package func isDue(at now: Instant) -> Bool {
    last.map { now - $0.instant >= FrameBudget.window } ?? true
  }

  /// Computes the limit from new sums; nil where they are unknown, which ends the limit.
  package mutating func update(_ sums: Sums?, at now: Instant) {
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
    // Without a frame there is no new figure for its cost: the last limit stays.
    guard frames > 0 else { return }
    let cost = max(1, (sums.used - last.sums.used) / frames)
    let rate = max(FrameBudget.lowestRate, min(1000, FrameBudget.nanosecondsPerSecond / cost))
    framesPerSecond = Int(rate)
  }
}
