// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@testable import ToolSupport

@Suite struct DecimalNumberTests {
  @Test func `decimals are exact`() {
    #expect(DecimalNumber("1.25")?.fixed == Fixed(5, over: 4))
    #expect(DecimalNumber("0.000000001")?.fixed == Fixed(1, over: 1_000_000_000))
    #expect(DecimalNumber("200")?.fixed == 200)
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "-1", "+1", "1e3", "1,5", " 1", "1234567890", "0.1234567891",
  ])
  func `anything else is refused`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test func `a product is rounded up only when it is no whole number`() throws {
    let tenth = try #require(DecimalNumber("1.1"))
    #expect(tenth.ceilingOfProduct(with: DecimalNumber(10)) == 11)
    #expect(tenth.ceilingOfProduct(with: DecimalNumber(11)) == 13)
    let largest = try #require(DecimalNumber("999999999"))
    #expect(largest.ceilingOfProduct(with: largest) == 999_999_998_000_000_001)
  }

  @Test func `times are exact to the nanosecond`() {
    #expect(Milliseconds("16.667")?.nanoseconds == 16_667_000)
    #expect(Milliseconds("0.000001")?.nanoseconds == 1)
    #expect(Milliseconds("0.0000001") == nil)
    #expect(Milliseconds("2592000000")?.nanoseconds == 2_592_000_000_000_000)
    #expect(Milliseconds("999999999999.999999")?.nanoseconds == 999_999_999_999_999_999)
    #expect(Milliseconds("999999999999.999999000") == nil)
    #expect(Milliseconds("1000000000000") == nil)
    #expect(Milliseconds("250")?.description == "250")
    #expect(Milliseconds("100.50")?.description == "100.5")
  }
}
