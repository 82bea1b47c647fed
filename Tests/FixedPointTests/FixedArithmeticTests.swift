// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@Suite struct FixedArithmeticTests {
  private let extremes: [Int64] = [
    .min, .min + 1, -(1 << 62), -(1 << 32) - 1, -(1 << 32), -(1 << 31), -3, -1, 0, 1, 2, 3,
    (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 3 << 31, (1 << 47) + 1, 1 << 62, .max - 1, .max,
  ]

  @Test func `products and quotients are the nearest, ties away from zero, at every size`() {
    var samples = Samples(seed: 2)
    for _ in 0..<20_000 { expectNearest(samples.word(), samples.word()) }
    for a in extremes {
      for b in extremes { expectNearest(a, b) }
    }
  }

  private func expectNearest(_ a: Int64, _ b: Int64) {
    if let product = nearest(Int128(a) * Int128(b), over: 1 << 32) {
      #expect((Fixed(raw: a) * Fixed(raw: b)).raw == product)
    }
    if b != 0, let quotient = nearest(Int128(a) << 32, over: Int128(b)) {
      #expect((Fixed(raw: a) / Fixed(raw: b)).raw == quotient)
    }
  }

  @Test func `a ratio scales with one rounding, however long the product is`() {
    var samples = Samples(seed: 3)
    for _ in 0..<20_000 {
      expectScaled(samples.word(), by: samples.word(), over: samples.word())
    }
    for a in extremes {
      for b in extremes {
        for c in extremes { expectScaled(a, by: b, over: c) }
      }
    }
  }

  @Test func `a ratio of whole numbers is to the nearest, whether a word holds all of it or not`() {
    var samples = Samples(seed: 9)
    let limits: [Int64] = [0, 1, 1 << 29 - 1, 1 << 29, 1 << 31 - 1, -1 << 31]
    for index in 0..<20_000 {
      let a = Int(truncatingIfNeeded: index < 36 ? limits[index % 6] : samples.word())
      let b = Int(truncatingIfNeeded: index < 36 ? limits[index / 6] : samples.word())
      guard b != 0, let expected = nearest(Int128(a) << 32, over: Int128(b)) else { continue }
      #expect(Fixed(a, over: b).raw == expected)
    }
  }

  private func expectScaled(_ a: Int64, by b: Int64, over c: Int64) {
    if c != 0, let expected = nearest(Int128(a) * Int128(b), over: Int128(c)) {
      #expect(Fixed(raw: a).scaled(by: b, over: c).raw == expected)
    }
  }

  @Test func `a fraction scales to the nearest, ties away from zero`() {
    var samples = Samples(seed: 4)
    for _ in 0..<20_000 {
      let (a, b) = (samples.word(), Int32(truncatingIfNeeded: samples.word() >> 32))
      if let expected = nearest(Int128(a) * Int128(b), over: 1 << 30) {
        #expect(Fixed(raw: a).scaled(by: Fraction(raw: b)).raw == expected)
      }
    }
  }

  @Test func `going part of the way is exact at both ends`() {
    let (a, b) = (Fixed(1, over: 3), Fixed(-22, over: 7))
    #expect(a.interpolated(to: b, by: 0) == a)
    #expect(a.interpolated(to: b, by: 1) == b)
    #expect(Fixed(2).interpolated(to: 6, by: .half) == 4)
    #expect(Fixed(2).interpolated(to: 6, by: 2) == 10)
  }

  @Test func `arithmetic in place does what the operators do`() {
    var value: Fixed = 7
    value += 2
    value -= 3
    value *= 5
    value /= 4
    #expect(value == Fixed(30, over: 4))
  }

  @Test func `results out of range stop the program`() async {
    await #expect(processExitsWith: .failure) { _ = Fixed.max + Fixed(raw: 1) }
    await #expect(processExitsWith: .failure) { _ = Fixed(65536) * 32768 }
    await #expect(processExitsWith: .failure) { _ = Fixed.one / Fixed(raw: 1) }
    await #expect(processExitsWith: .failure) { _ = Fixed.one / 0 }
  }
}
