// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// A percentage from 0 to 100 with four decimals, as many as APT writes.
package struct Percentage: Comparable, CustomStringConvertible, Sendable {
  /// The percentage times 10000.
  package let tenThousandths: Int

  package static let zero = Percentage(tenThousandths: 0)
  package static let hundred = Percentage(tenThousandths: 1_000_000)

  /// A percentage from its value times 10000.
  package init(tenThousandths: Int) {
    self.tenThousandths = min(max(tenThousandths, 0), 1_000_000)
  }

  /// Parses a number; more than 100 becomes 100.
  ///
  /// Nil for anything else.
  package init?(_ text: some StringProtocol) {
    guard let number = DecimalNumber(text) else { return nil }
    let scaled = (Int128(number.digits) * 10000) / Int128(number.divisor)
    self.init(tenThousandths: Int(min(scaled, 1_000_000)))
  }

  /// A whole percentage; clamped to 0 … 100.
  package init(whole percent: Int) {
    self.init(tenThousandths: min(max(percent, 0), 100) * 10000)
  }

  /// A part of a whole, rounded down; 100 where the whole is 0.
  package init(_ part: Int, of whole: Int) {
    guard whole > 0 else {
      self.init(tenThousandths: 1_000_000)
      return
    }
    self.init(tenThousandths: Int(Int128(max(part, 0)) * 1_000_000 / Int128(whole)))
  }

  /// Maps this percentage to a range of percentages, rounded down.
  package func mapped(from start: Percentage, to end: Percentage) -> Percentage {
    let length = end.tenThousandths - start.tenThousandths
    return Percentage(
      tenThousandths: start.tenThousandths + length * tenThousandths / 1_000_000)
  }

  /// The number without trailing zeros, as the `progress` command accepts it.
  package var description: String {
    let (whole, fraction) = tenThousandths.quotientAndRemainder(dividingBy: 10000)
    guard fraction > 0 else { return "\(whole)" }
    var digits = String(10000 + fraction).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  package static func < (a: Percentage, b: Percentage) -> Bool {
    a.tenThousandths < b.tenThousandths
  }
}
