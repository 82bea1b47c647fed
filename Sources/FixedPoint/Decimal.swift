// SPDX-License-Identifier: Apache-2.0

/// A decimal number, parsed exactly, without binary floating point.
package enum Decimal: Equatable {
  /// 0 or more.
  case number(Fixed)
  /// A well-formed number, but with a minus sign.
  case negative
  /// Anything else.
  case malformed

  /// Parses `DIGITS` or `DIGITS.DIGITS`, to the nearest number, ties away from zero.
  ///
  /// Any number of digits is allowed: a value that is too large becomes the largest number.
  package init(_ text: Span<UInt8>) {
    if text.count > 0, text[0] == UInt8(ascii: "-") {
      let rest = Decimal(text.extracting(1..<text.count))
      self = rest == .malformed ? .malformed : .negative
      return
    }
    var end = 0
    var whole: UInt64 = 0
    while end < text.count, text[end].isDecimalDigit {
      // Saturates far above the range, so that no digit overflows.
      whole = min(whole * 10 + UInt64(text[end] & 0x0F), 1 << 40)
      end += 1
    }
    var fraction: UInt64? = 0
    if end > 0, end < text.count {
      fraction =
        text[end] == UInt8(ascii: ".")
        ? Decimal.fraction(text.extracting(end + 1..<text.count)) : nil
    }
    guard end > 0, let fraction else {
      self = .malformed
      return
    }
    let raw = whole < 1 << 31 ? whole << 32 + fraction : UInt64.max
    self = .number(Fixed(raw: Int64(clamping: raw)))
  }

  /// A fraction's digits as a count of 2⁻³² parts, 0…2³²; nil if they are not digits.
  ///
  /// A number half-way between two results is a multiple of 2⁻³³, which has 33 decimals; so 36 of
  /// them, in two halves, decide. Each doubling moves the next binary digit before the point.
  private static func fraction(_ digits: Span<UInt8>) -> UInt64? {
    guard digits.count > 0 else { return nil }
    for index in 0..<digits.count where !digits[index].isDecimalDigit { return nil }
    let one: UInt64 = 1_000_000_000_000_000_000
    var high = eighteenDigits(of: digits, from: 0)
    var low = eighteenDigits(of: digits, from: 18)
    var bits: UInt64 = 0
    for _ in 0..<33 {
      low *= 2
      high = high * 2 + (low >= one ? 1 : 0)
      bits = bits * 2 + (high >= one ? 1 : 0)
      if low >= one { low -= one }
      if high >= one { high -= one }
    }
    return (bits + 1) >> 1
  }

  private static func eighteenDigits(of digits: Span<UInt8>, from start: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in start..<start + 18 {
      number = number * 10 + (index < digits.count ? UInt64(digits[index] & 0x0F) : 0)
    }
    return number
  }
}

extension Fixed {
  /// Reads a number of 0 or more, as in a command; nil for anything else.
  package init?(decimal text: Span<UInt8>) {
    guard case .number(let number) = Decimal(text) else { return nil }
    self = number
  }
}

extension UInt8 {
  /// An ASCII digit.
  fileprivate var isDecimalDigit: Bool { 0x30...0x39 ~= self }
}
