import FixedPoint
import Testing

@Suite struct WideFixedTests {
  @Test(
    "Whole parts of numbers round as they are called",
    arguments: [
      (Int64(0), 0, 0, 0), (1, 0, 1, 0), (-1, -1, 0, 0), (0x7FFF_FFFF, 0, 1, 0),
      (0x8000_0000, 0, 1, 1), (-0x7FFF_FFFF, -1, 0, 0), (-0x8000_0000, -1, 0, -1),
      (0x1_8000_0000, 1, 2, 2), (-0x1_8000_0000, -2, -1, -2),
      (.max, 2_147_483_647, 2_147_483_648, 2_147_483_648),
      (.min, -2_147_483_648, -2_147_483_648, -2_147_483_648),
    ])
  func wholeParts(raw: Int64, floor: Int, ceiling: Int, rounded: Int) {
    let value = WideFixed(raw: raw)
    #expect(value.floor == floor)
    #expect(value.ceiling == ceiling)
    #expect(value.rounded == rounded)
    #expect(Int128(value.fractionalPart.raw) + Int128(floor) * 4_294_967_296 == Int128(raw))
  }

  @Test("A ratio of integers is the nearest number, ties away from zero")
  func ratios() {
    #expect(WideFixed(1, over: 3).raw == 1_431_655_765)
    #expect(WideFixed(2, over: 3).raw == 2_863_311_531)
    #expect(WideFixed(-2, over: 3).raw == -2_863_311_531)
    #expect(WideFixed(2, over: -3).raw == -2_863_311_531)
    #expect(WideFixed(1, over: 1 << 33).raw == 1)
    #expect(WideFixed(-1, over: 1 << 33).raw == -1)
    #expect(WideFixed(1, over: (1 << 33) + 1).raw == 0)
    #expect(WideFixed(Int(Int32.min), over: 1) == .min)
  }

  @Test("Literals, whole numbers and the named ones agree")
  func names() {
    #expect(WideFixed(1) == .one)
    #expect((0 as WideFixed) == .zero)
    #expect(WideFixed.half + .half == 1)
    #expect(WideFixed(Fixed(raw: -1)).raw == -65536)
    #expect(WideFixed(Fraction(raw: -1)).raw == -4)
  }

  @Test("Numbers order, negate and clamp as numbers do")
  func order() {
    #expect(WideFixed.min < .max)
    #expect(WideFixed(-7).magnitude == 7)
    #expect(WideFixed(5).clamped(to: 0...1) == 1)
    #expect(WideFixed(-5).clamped(to: 0...1) == 0)
    #expect(WideFixed.half.clamped(to: 0...1) == .half)
  }

  @Test("Numbers out of range stop the program")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = WideFixed(1 << 31) }
    await #expect(processExitsWith: .failure) { _ = WideFixed(1, over: 0) }
    await #expect(processExitsWith: .failure) { _ = -WideFixed.min }
  }
}
