// SPDX-License-Identifier: Apache-2.0

package import Motion

/// A point in time on a timeline, in milliseconds since the animation appeared.
package struct Milliseconds: Hashable, Comparable, CustomStringConvertible, Sendable {
  /// The time in nanoseconds.
  package let nanoseconds: Int64

  /// Reads a number of milliseconds such as `250` or `16.667`; nil for anything else.
  ///
  /// With 12 digits before the point the range is 31 years, and the sum of two still fits in
  /// `Int64`.
  package init?(_ text: some StringProtocol) {
    guard let nanoseconds = DecimalNumber(text, wholeDigits: 12)?.millionths else { return nil }
    self.nanoseconds = nanoseconds
  }

  /// A time from nanoseconds, which must be at least 0.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The time as an instant of a stage that appeared at its clock's zero.
  package var instant: Instant { Instant(nanoseconds: nanoseconds) }

  /// The number of milliseconds, without superfluous digits.
  package var description: String {
    let (whole, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard fraction > 0 else { return "\(whole)" }
    var digits = String(1_000_000 + fraction).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  package static func < (a: Milliseconds, b: Milliseconds) -> Bool {
    a.nanoseconds < b.nanoseconds
  }
}
