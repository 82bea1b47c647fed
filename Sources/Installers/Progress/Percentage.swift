// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// A percentage with four digits behind the point, from 0 to 100; APT writes as many.
package struct Percentage: Comparable, CustomStringConvertible, Sendable {
  /// The percentage times 10000.
  package let tenThousandths: Int

  package static let zero = Percentage(tenThousandths: 0)
  package static let hundred = Percentage(tenThousandths: 1_000_000)

  /// Takes the percentage times 10000.
  package init(tenThousandths: Int) {
    self.tenThousandths = min(max(tenThousandths, 0), 1_000_000)
  }

  /// Reads a number, where what is above 100 becomes 100; nil for anything else.
  package init?(_ text: some StringProtocol) {
    guard let number = DecimalNumber(text) else { return nil }
    let scaled = (Int128(number.digits) * 10000) / Int128(number.divisor)
    self.init(tenThousandths: Int(min(scaled, 1_000_000)))
  }

  /// Takes whole percent; what is outside of 0 to 100 becomes the nearest of them.
  package init(whole percent: Int) {
    self.init(tenThousandths: min(max(percent, 0), 100) * 10000)
  }

  /// A part of a whole, rounded down; all of it where there is nothing to do.
  package init(_ part: Int, of whole: Int) {
    guard whole > 0 else {
      self.init(tenThousandths: 1_000_000)
      return
    }
    self.init(tenThousandths: Int(Int128(max(part, 0)) * 1_000_000 / Int128(whole)))
  }

  /// This part of a range of percentages, rounded down.
  package func mapped(from start: Percentage, to end: Percentage) -> Percentage {
    let length = end.tenThousandths - start.tenThousandths
    return Percentage(
      tenThousandths: start.tenThousandths + length * tenThousandths / 1_000_000)
  }

  /// The number without superfluous digits, as the `progress` command takes it.
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
