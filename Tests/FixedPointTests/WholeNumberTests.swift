// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@Suite struct WholeNumberTests {
  private func number(_ text: String) -> Int64? { Array(text.utf8).span.unsignedNumber }

  @Test func readsDigits() {
    #expect(number("0") == 0)
    #expect(number("007") == 7)
    #expect(number("9223372036854775807") == .max)
  }

  @Test func refusesWhatIsBeyondItsType() {
    #expect(number("9223372036854775808") == nil)
    #expect(number("9999999999999999999") == nil)
    #expect(number("00000000000000000001") == nil)
  }

  @Test(arguments: ["", "-1", "+1", " 1", "1 ", "1.0", "a", "0x10"]) func refusesOtherTexts(
    _ text: String
  ) {
    #expect(number(text) == nil)
  }
}
