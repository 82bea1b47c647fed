import FixedPoint
import Testing

@Suite struct FixedTests {
  @Test(
    "Whole parts of coordinates round as they are called",
    arguments: [
      (Int32(0), 0, 0, 0), (1, 0, 1, 0), (-1, -1, 0, 0), (32767, 0, 1, 0), (32768, 0, 1, 1),
      (-32767, -1, 0, 0), (-32768, -1, 0, -1), (98304, 1, 2, 2), (-98304, -2, -1, -2),
      (.max, 32767, 32768, 32768), (.min, -32768, -32768, -32768),
    ])
  func wholeParts(raw: Int32, floor: Int, ceiling: Int, rounded: Int) {
    let value = Fixed(raw: raw)
    #expect(value.floor == floor)
    #expect(value.ceiling == ceiling)
    #expect(value.rounded == rounded)
    #expect(Int(value.fractionalPart.raw) + 65536 * floor == Int(raw))
  }

  @Test("Products and quotients of coordinates are the nearest, ties away from zero")
  func productsAndQuotients() {
    var samples = Samples(seed: 1)
    var count = 0
    while count < 20_000 {
      let a = Int32(truncatingIfNeeded: samples.word() >> 32)
      let b = Int32(truncatingIfNeeded: samples.word() >> 36)
      if let product = nearest(Int128(a) * Int128(b), over: 65536).flatMap(Int32.init(exactly:)) {
        #expect((Fixed(raw: a) * Fixed(raw: b)).raw == product)
        count += 1
      }
      guard b != 0 else { continue }
      let quotient = nearest(Int128(a) * 65536, over: Int128(b))
      if let quotient = quotient.flatMap(Int32.init(exactly:)) {
        #expect((Fixed(raw: a) / Fixed(raw: b)).raw == quotient)
        count += 1
      }
    }
  }

  @Test("A tie goes away from zero on both sides of it")
  func ties() {
    #expect(Fixed(raw: 1) * .half == Fixed(raw: 1))
    #expect(Fixed(raw: -1) * .half == Fixed(raw: -1))
    #expect(Fixed(raw: 3) / 2 == Fixed(raw: 2))
    #expect(Fixed(raw: -3) / 2 == Fixed(raw: -2))
    #expect(Fixed(WideFixed(raw: 0x8000)) == Fixed(raw: 1))
    #expect(Fixed(WideFixed(raw: -0x8000)) == Fixed(raw: -1))
    #expect(Fixed(WideFixed(raw: 0x7FFF)) == 0)
    #expect(Fixed(WideFixed(raw: -0x7FFF)) == 0)
  }

  @Test("A conversion that saturates stops at the ends of the range")
  func saturation() {
    #expect(Fixed(saturating: 40_000) == .max)
    #expect(Fixed(saturating: -40_000) == .min)
    #expect(Fixed(saturating: .max) == .max)
    #expect(Fixed(saturating: .min) == .min)
    #expect(Fixed(saturating: WideFixed(3, over: 2)) == Fixed(raw: 98304))
  }

  @Test("Widening and narrowing again gives every coordinate back")
  func widening() {
    for raw in [Int32.min, -98765, -1, 0, 1, 65535, 1_234_567, .max] {
      #expect(Fixed(WideFixed(Fixed(raw: raw))) == Fixed(raw: raw))
    }
  }

  @Test("Coordinates order, negate and clamp as numbers do")
  func order() {
    #expect(Fixed(-3) < Fixed(raw: -196_607))
    #expect(-Fixed(7) == -7)
    #expect(Fixed(-7).magnitude == 7)
    #expect(Fixed(5).clamped(to: -1...1) == 1)
    #expect(Fixed(-5).clamped(to: -1...1) == -1)
    #expect(Fixed.half.clamped(to: -1...1) == .half)
    var value: Fixed = 2
    value += .half
    value -= 1
    #expect(value == Fixed(raw: 98304))
  }

  @Test("Results out of range stop the program")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = Fixed.max + Fixed(raw: 1) }
    await #expect(processExitsWith: .failure) { _ = Fixed(256) * Fixed(128) }
    await #expect(processExitsWith: .failure) { _ = Fixed.one / .zero }
    await #expect(processExitsWith: .failure) { _ = Fixed(WideFixed(32768)) }
  }
}
