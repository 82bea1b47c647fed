// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@Suite struct FractionTests {
  @Test func `a number becomes the nearest fraction, or the end of the range`() {
    #expect(Fraction(Fixed.one) == .one)
    #expect(Fraction(Fixed(raw: 2)).raw == 1)
    #expect(Fraction(Fixed(raw: -2)).raw == -1)
    #expect(Fraction(Fixed(raw: 1)).raw == 0)
    #expect(Fraction(Fixed(2)).raw == .max)
    #expect(Fraction(Fixed(-2)).raw == .min)
    #expect(Fraction(Fixed.min).raw == .min)
    #expect(Fraction(Fixed.max).raw == .max)
  }

  @Test func `a ratio of integers becomes the nearest fraction, or the end of the range`() {
    #expect(Fraction(1, over: 3).raw == 357_913_941)
    #expect(Fraction(-2, over: 3).raw == -715_827_883)
    #expect(Fraction(5, over: 2).raw == .max)
  }

  @Test func `products of fractions are the nearest, ties away from zero`() {
    var samples = Samples(seed: 8)
    for _ in 0..<20_000 {
      let a = Int32(truncatingIfNeeded: samples.word() >> 33)
      let b = Int32(truncatingIfNeeded: samples.word() >> 32)
      if let expected = nearest(Int128(a) * Int128(b), over: 1 << 30) {
        #expect(Int64((Fraction(raw: a) * Fraction(raw: b)).raw) == expected)
      }
    }
    #expect(Fraction(raw: 1) * .half == Fraction(raw: 1))
    #expect(Fraction(raw: -1) * .half == Fraction(raw: -1))
  }

  @Test func `fractions add, negate and clamp`() {
    #expect(Fraction.half + .half == .one)
    #expect(Fraction.zero - .half == -Fraction.half)
    #expect((-Fraction.half).magnitude == .half)
    #expect(Fraction(3, over: 2).clamped(to: .zero ... .one) == .one)
    #expect((-Fraction.half).clamped(to: .zero ... .one) == .zero)
  }

  @Test func `results out of range stop the program`() async {
    await #expect(processExitsWith: .failure) { _ = Fraction.one + .one }
    await #expect(processExitsWith: .failure) { _ = Fraction(raw: .min) * Fraction(raw: .min) }
  }
}
