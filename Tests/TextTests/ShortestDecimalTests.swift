// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing
import Text

@Suite struct ShortestDecimalTests {
  private func text(_ number: Fixed) -> String {
    var text = LongText()
    text.append(number)
    let bytes = text.bytes
    return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  @Test(arguments: [
    (Fixed(3, over: 2), "1.5"), (0, "0"), (-1, "-1"), (Fixed(-1, over: 4), "-0.25"),
    (Fixed(1, over: 3), "0.3333333333"), (Fixed(1, over: 10), "0.1"),
    (Fixed(2, over: 3), "0.6666666667"),
    (Fixed(raw: 1), "0.0000000002"), (Fixed(raw: 0xFFFF_FFFF), "0.9999999998"),
    (.max, "2147483647.9999999998"), (.min, "-2147483648"), (Fixed(85, over: 2), "42.5"),
  ])
  func `a number has the digits that it needs`(number: Fixed, expected: String) {
    #expect(text(number) == expected)
    #expect("\(number)" == expected)
  }

  @Test func `it is read as the same number, and one digit less is another number`() {
    var raw: UInt64 = 1
    for _ in 0..<5000 {
      raw = raw &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Whole parts of all lengths, and fractions near whole numbers.
      let number = Fixed(raw: Int64((raw >> 1) >> (raw & 31)))
      let digits = Array(text(number).utf8)
      #expect(Fixed(decimal: digits.span) == number)
      guard digits.contains(UInt8(ascii: ".")) else { continue }
      var shorter = Array(digits.dropLast())
      if shorter.last == UInt8(ascii: ".") { shorter.removeLast() }
      #expect(Fixed(decimal: shorter.span) != number)
    }
  }
}
