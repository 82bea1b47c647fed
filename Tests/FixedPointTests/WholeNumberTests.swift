// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@Suite struct WholeNumberTests {
  private func number(_ text: String) -> Int64? { Array(text.utf8).span.unsignedNumber }

  @Test func `digits are read`() {
    #expect(number("0") == 0)
    #expect(number("007") == 7)
    #expect(number("9223372036854775807") == .max)
  }

  @Test func `what is beyond its type is refused`() {
    #expect(number("9223372036854775808") == nil)
    #expect(number("9999999999999999999") == nil)
    #expect(number("00000000000000000001") == nil)
  }

  @Test(arguments: ["", "-1", "+1", " 1", "1 ", "1.0", "a", "0x10"]) func `other texts are refused`(
    _ text: String
  ) {
    #expect(number(text) == nil)
  }

  @Test func `a number up to a limit saturates`() {
    func number(_ text: String, _ limit: Int) -> Int? {
      Array(text.utf8).span.wholeNumber(upTo: limit)
    }
    #expect(number("", 100) == 0 && number("007", 100) == 7)
    #expect(number("99", 100) == 99 && number("100", 100) == 100 && number("101", 100) == 100)
    #expect(number("9999", 9999) == 9999 && number("10000", 9999) == 9999)
    #expect(number(String(repeating: "9", count: 400), 99_999_999) == 99_999_999)
    for text in ["-1", "+1", " 1", "1 ", "1.5", "x", "99x"] { #expect(number(text, 9) == nil) }
  }

  @Test func `hexadecimal digits are read`() {
    func number(_ text: String) -> UInt32? { Array(text.utf8).span.hexadecimalNumber(digits: 6) }
    #expect(number("8ECEED") == 0x8ECEED && number("8eceed") == 0x8ECEED)
    #expect(number("000000") == 0 && number("FfFfFf") == 0xFFFFFF && number("09afAF") == 0x09AFAF)
    for text in ["", "12345", "1234567", "12345g", "12345/", "12345:", "12345@", "-12345"] {
      #expect(number(text) == nil)
    }
    // A control character is no digit, though it differs from one by a bit.
    #expect(number("\u{10}12345") == nil && number("12345`") == nil)
  }
}
