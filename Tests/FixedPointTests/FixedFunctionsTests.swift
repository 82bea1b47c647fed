// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import Testing

@Suite struct FixedFunctionsTests {
  @Test func `a square root is the nearest number`() {
    var samples = Samples(seed: 5)
    var values = (0..<20_000).map { _ in samples.word() & .max }
    values += [0, 1, 2, 3, 4, 1 << 32, (1 << 32) - 1, 1 << 62, .max - 1, .max]
    for value in values {
      let root = UInt128(Fixed(raw: value).squareRoot().raw)
      expectNearest(root, squareRootOf: UInt128(value) << 32)
    }
    #expect(Fixed(144).squareRoot() == 12)
    #expect(Fixed(9, over: 4).squareRoot() == Fixed(3, over: 2))
  }

  @Test func `the length of a vector is the nearest number`() {
    var samples = Samples(seed: 6)
    var vectors = (0..<20_000).map { _ in (samples.word() >> 1, samples.word() >> 1) }
    let ends: [Int64] = [0, 1, -1, 1 << 32, -(1 << 62), (1 << 62) - 1]
    vectors += ends.flatMap { x in ends.map { (x, $0) } }
    for (x, y) in vectors {
      let root = UInt128(Fixed.hypotenuse(Fixed(raw: x), Fixed(raw: y)).raw)
      expectNearest(root, squareRootOf: (Int128(x) * Int128(x) + Int128(y) * Int128(y)).magnitude)
    }
    #expect(Fixed.hypotenuse(-3, 4) == 5)
  }

  private func expectNearest(_ root: UInt128, squareRootOf value: UInt128) {
    // root - ½ ≤ √value ≤ root + ½ in integers.
    #expect(root == 0 ? value == 0 : root * root - root < value && value <= root * root + root)
  }

  @Test func `the exponential errs by at most 0.51 units over a dense sweep`() {
    var worst = 0.0
    for raw in stride(from: Int64(-24) << 32, through: 0, by: 1_000_003) {
      let x = Fixed(raw: raw)
      let expected = Foundation.exp(Double(x)) * 4_294_967_296
      worst = max(worst, abs(Double(Fixed.exp(x).raw) - expected))
    }
    #expect(worst <= 0.51)
  }

  @Test func `the exponential is exact at 0, right next to it, and 0 far away`() {
    #expect(Fixed.exp(0) == 1)
    #expect(Fixed.exp(Fixed(raw: -1)).raw == (1 << 32) - 1)
    #expect(Fixed.exp(-23) == 0)
    #expect(Fixed.exp(-46) == 0)
    #expect(Fixed.exp(.min) == 0)
    #expect(Fixed.max.scaled(byExponentialOf: 0) == .max)
    #expect(Fixed.min.scaled(byExponentialOf: 0) == .min)
    #expect(Fixed.min.scaled(byExponentialOf: -45) == 0)
  }

  @Test func `large factors keep their precision under a small exponential`() {
    var samples = Samples(seed: 7)
    var worst = 0.0
    for _ in 0..<50_000 {
      let factor = Fixed(raw: samples.word())
      let x = Fixed(raw: -Int64(samples.bits() % (46 << 32)))
      let expected = Double(factor.raw) * Foundation.exp(Double(x))
      let error = abs(Double(factor.scaled(byExponentialOf: x).raw) - expected)
      worst = max(worst, error - abs(expected) * 0x1p-46)
    }
    #expect(worst <= 0.51)
  }

  @Test func `the exponential never rises as its argument falls, also where the scale changes`() {
    for multiple in 1...32 {
      let middle = -Int64(Double(multiple) * log(2) * 4_294_967_296)
      for raw in middle - 200..<middle + 200 {
        #expect(Fixed.exp(Fixed(raw: raw)) <= Fixed.exp(Fixed(raw: raw + 1)))
      }
    }
  }

  @Test func `arguments out of range stop the program`() async {
    await #expect(processExitsWith: .failure) { _ = Fixed(-1).squareRoot() }
    await #expect(processExitsWith: .failure) { _ = Fixed.exp(Fixed(raw: 1)) }
    await #expect(processExitsWith: .failure) { _ = Fixed.hypotenuse(.max, .max) }
  }
}
