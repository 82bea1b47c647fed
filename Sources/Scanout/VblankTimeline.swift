// SPDX-License-Identifier: Apache-2.0

package import Motion

/// The instants at which a display of a constant refresh rate begins a frame.
///
/// It is exact: instant n is the base plus n periods, rounded down once, so that it never drifts.
package struct VblankTimeline: Equatable, Sendable {
  /// The refresh rates that a timeline can have, in thousandths of a hertz.
  package static let refreshRange = 1...1_000_000

  /// Frames per 1000 seconds.
  package let refreshMillihertz: Int

  /// The instant with number 0.
  package var base: Instant

  // A thousand seconds hold exactly `refreshMillihertz` periods: whole numbers of them need no
  // rounding, and within one no product overflows.
  private static let cycle: Int64 = 1_000_000_000_000

  /// Begins at an instant; traps for a rate outside of `refreshRange`.
  package init(refreshMillihertz: Int, base: Instant) {
    precondition(
      VblankTimeline.refreshRange.contains(refreshMillihertz), "A refresh rate is out of range.")
    self.refreshMillihertz = refreshMillihertz
    self.base = base
  }

  /// The length of a period, rounded down to a nanosecond.
  package var period: TimeSpan {
    TimeSpan(nanoseconds: VblankTimeline.cycle / Int64(refreshMillihertz))
  }

  /// The instant with a number; negative numbers are before the base.
  package func instant(_ number: Int64) -> Instant {
    let (cycles, rest) = VblankTimeline.divided(number, by: Int64(refreshMillihertz))
    let offset =
      cycles * VblankTimeline.cycle + rest * VblankTimeline.cycle / Int64(refreshMillihertz)
    return base + TimeSpan(nanoseconds: offset)
  }

  /// The number of the first instant that is later than a time.
  package func number(after time: Instant) -> Int64 {
    let (cycles, rest) = VblankTimeline.divided((time - base).nanoseconds, by: VblankTimeline.cycle)
    let rate = Int64(refreshMillihertz)
    var number = cycles * rate + rest * rate / VblankTimeline.cycle
    // Instants are rounded down, so the estimate is at most one too low.
    while instant(number) <= time { number += 1 }
    return number
  }

  /// The first instant that is later than a time.
  package func next(after time: Instant) -> Instant {
    instant(number(after: time))
  }

  /// Divides with a remainder that is never negative.
  private static func divided(_ a: Int64, by b: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
    return rest < 0 ? (quotient - 1, rest + b) : (quotient, rest)
  }
}
