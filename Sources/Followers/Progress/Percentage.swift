// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Text

/// A percentage from 0 to 100 with four decimals, as many as APT writes.
package struct Percentage: Comparable, Sendable {
  /// The percentage times 10000.
  package let tenThousandths: Int

  /// Nothing is done.
  package static var zero: Percentage { Percentage(tenThousandths: 0) }
  /// All is done.
  package static var hundred: Percentage { Percentage(tenThousandths: 1_000_000) }

  /// A percentage from its value times 10000.
  package init(tenThousandths: Int) {
    self.tenThousandths = min(max(tenThousandths, 0), 1_000_000)
  }

  /// Reads `DIGITS` or `DIGITS.DIGITS`, at most 9 of each; more than 100 becomes 100, and decimals after the fourth
  /// are cut off.
  ///
  /// Nil for anything else.
  package init?(_ text: Span<UInt8>) {
    let point = text.firstPosition(of: UInt8(ascii: "."))
    guard 1...9 ~= point, let whole = text.extracting(first: point).wholeNumber(upTo: 100) else {
      return nil
    }
    var fraction = 0
    if point < text.count {
      guard 1...9 ~= text.count - point - 1 else { return nil }
      for index in point + 1..<text.count {
        guard text[index].isDigit else { return nil }
        if index <= point + 4 { fraction = fraction * 10 + Int(text[index] & 0x0F) }
      }
      for _ in text.count - point - 1..<max(4, text.count - point - 1) { fraction *= 10 }
    }
    self.init(tenThousandths: whole * 10000 + fraction)
  }

  /// A whole percentage; clamped to 0 … 100.
  package init(whole percent: Int) {
    self.init(tenThousandths: min(max(percent, 0), 100) * 10000)
  }

  /// A part of a whole, rounded down; 100 where the whole is 0.
  ///
  /// The part is at most 10¹² ; more counts as that.
  package init(_ part: Int64, of whole: Int64) {
    guard whole > 0 else {
      self.init(tenThousandths: 1_000_000)
      return
    }
    let part = min(max(part, 0), 1_000_000_000_000, whole)
    self.init(tenThousandths: Int(part * 1_000_000 / whole))
  }

  /// Maps this percentage to a range of percentages, rounded down.
  package func mapped(from start: Percentage, to end: Percentage) -> Percentage {
    let length = Int64(end.tenThousandths - start.tenThousandths)
    return Percentage(
      tenThousandths: start.tenThousandths + Int(length * Int64(tenThousandths) / 1_000_000))
  }

  package static func < (a: Percentage, b: Percentage) -> Bool {
    a.tenThousandths < b.tenThousandths
  }
}

extension LongText {
  /// Appends a percentage without trailing zeros, as the `progress` command accepts it.
  package mutating func append(_ percentage: Percentage) {
    var (whole, fraction) = percentage.tenThousandths.quotientAndRemainder(dividingBy: 10000)
    append(Int64(whole))
    guard fraction > 0 else { return }
    append(byte: UInt8(ascii: "."))
    while fraction > 0 {
      (whole, fraction) = (10 * fraction).quotientAndRemainder(dividingBy: 10000)
      append(Int64(whole))
    }
  }
}

extension LongText.StringInterpolation {
  /// Appends a percentage as the `progress` command accepts it.
  package mutating func appendInterpolation(_ percentage: Percentage) {
    var text = LongText()
    text.append(percentage)
    appendInterpolation(text)
  }
}
