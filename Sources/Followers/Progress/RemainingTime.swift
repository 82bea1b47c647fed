// SPDX-License-Identifier: Apache-2.0

package import Text

/// Estimates the remaining time from the overall progress.
///
/// The speed is an exponential moving average over 20 s, so that a slow package does not turn
/// minutes into hours. Without progress the time grows.
package struct RemainingTime {
  /// The time constant of the average.
  private static var memoryMilliseconds: Int64 { 20_000 }
  /// Faster reports are combined.
  private static var shortestMilliseconds: Int64 { 250 }
  /// The estimate is unknown before this time and progress.
  private static var firstMilliseconds: Int64 { 3000 }
  private static var firstTenThousandths: Int { 10_000 }

  private struct Point {
    package var milliseconds: Int64
    package var tenThousandths: Int
  }

  private var start: Point?
  private var last = Point(milliseconds: 0, tenThousandths: 0)
  /// Ten-thousandths of a percent in 1000 s.
  private var speed: Int64 = 0

  /// Records the progress at a time of the monotonic clock in nanoseconds.
  package mutating func record(_ done: Percentage, at now: Int64) {
    let point = Point(milliseconds: now / 1_000_000, tenThousandths: done.tenThousandths)
    guard start != nil else {
      start = point
      last = point
      return
    }
    let passed = point.milliseconds - last.milliseconds
    let moved = Int64(point.tenThousandths - last.tenThousandths)
    guard moved > 0, passed >= RemainingTime.shortestMilliseconds else { return }
    let latest = moved * 1_000_000 / passed
    speed =
      speed == 0
      ? latest : speed + (latest - speed) * passed / (passed + RemainingTime.memoryMilliseconds)
    last = point
  }

  /// The estimated remaining seconds; nil where they are unknown.
  package func seconds(at now: Int64) -> Int64? {
    let now = now / 1_000_000
    guard let start, speed > 0,
      last.tenThousandths - start.tenThousandths >= RemainingTime.firstTenThousandths,
      now - start.milliseconds >= RemainingTime.firstMilliseconds
    else { return nil }
    let memory = RemainingTime.memoryMilliseconds
    let current = max(1, speed * memory / (memory + max(0, now - last.milliseconds)))
    return Int64(1_000_000 - last.tenThousandths) * 1000 / current
  }

  /// The seconds, rounded up to the precision of an estimate: to 10 s, to minutes, and from an hour
  /// on to 10 minutes.
  ///
  /// Nil also beyond a day.
  package func rounded(at now: Int64) -> Int64? {
    guard let seconds = seconds(at: now), seconds < 86_400 else { return nil }
    let step: Int64 = seconds <= 50 ? 10 : seconds <= 59 * 60 ? 60 : 600
    return max(1, (seconds + step - 1) / step) * step
  }

  /// A rounded time in words.
  package static func text(_ rounded: Int64) -> LongText {
    if rounded <= 10 { return "a few seconds left" }
    if rounded < 60 { return "about \(rounded) s left" }
    let minutes = rounded / 60
    if minutes < 60 { return "about \(minutes) min left" }
    let rest = minutes % 60
    return rest > 0 ? "about \(minutes / 60) h \(rest) min left" : "about \(minutes / 60) h left"
  }
}
