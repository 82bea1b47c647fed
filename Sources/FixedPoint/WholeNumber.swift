// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
  /// The whole number with these decimal digits; nil for anything else, also beyond `Int64.max`.
  package var unsignedNumber: Int64? {
    guard count > 0, count <= 19 else { return nil }
    var number: Int64 = 0
    for index in indices {
      guard 0x30...0x39 ~= self[index] else { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isPast) = tens.addingReportingOverflow(Int64(self[index] & 0x0F))
      guard !isTooLarge, !isPast else { return nil }
      number = sum
    }
    return number
  }
  /// The whole number with these decimal digits, or `limit` if it is larger, whatever the number of
  /// digits; 0 for no bytes, nil for anything else.
  package func wholeNumber(upTo limit: Int) -> Int? {
    var number = 0
    for index in indices {
      guard 0x30...0x39 ~= self[index] else { return nil }
      // So that ten times it fits, too.
      let isPast = number > limit / 10
      number = isPast ? limit : number * 10 + Int(self[index] & 0x0F)
    }
    return Swift.min(number, limit)
  }

  /// The number with exactly this many hexadecimal digits, at most 8; nil for anything else.
  package func hexadecimalNumber(digits: Int) -> UInt32? {
    precondition(digits <= 8, "more digits than a number has")
    guard count == digits else { return nil }
    var number: UInt32 = 0
    for index in indices {
      // Both letter cases.
      let letter = self[index] | 0x20
      switch self[index] {
      case 0x30...0x39: number = number << 4 | UInt32(self[index] & 0x0F)
      default:
        guard 0x61...0x66 ~= letter else { return nil }
        number = number << 4 | UInt32(letter - 0x61 + 10)
      }
    }
    return number
  }
}
