// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing
import Text

@Suite struct InlineTextTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (10, "10"), (-305, "-305"), (Int.max, String(Int.max)),
    (Int.min, String(Int.min)),
  ])
  func `a whole number is written in decimal`(number: Int, text: String) {
    var line = InlineText<32>()
    line.append(number)
    #expect(string(line.bytes) == text)
  }

  @Test func `decimals are cut off and never rounded up`() {
    var line = InlineText<64>()
    line.append(Fixed(raw: 100 << 32 - 1), decimals: 2)
    line.append(" ")
    line.append(Fixed(raw: -3 << 31), decimals: 1)
    line.append(" ")
    line.append(Fixed(raw: 7 << 32), decimals: 0)
    #expect(string(line.bytes) == "99.99 -1.5 7")
  }

  @Test func `what does not fit is cut off at a character and nothing follows it`() {
    var line = InlineText<8>()
    line.append("abcdef")
    #expect(!line.isTruncated)
    line.append("é€")
    line.append("x")
    #expect(string(line.bytes) == "abcdefé")
    #expect(line.isTruncated)
  }

  @Test func `quoting makes any bytes fit for one line`() {
    var line = InlineText<64>()
    line.append(quoting: [0x61, 0x0A, 0xFF, 0x62].span)
    #expect(string(line.bytes) == "'a??b'")
  }

  /// The text of a span, for comparison.
  private func string(_ span: Span<UInt8>) -> String {
    String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
  }
}
