// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@Suite struct FixedTests {
  @Test(arguments: [
    (Int64(0), 0, 0, 0), (1, 0, 1, 0), (-1, -1, 0, 0), (0x7FFF_FFFF, 0, 1, 0),
    (0x8000_0000, 0, 1, 1), (-0x7FFF_FFFF, -1, 0, 0), (-0x8000_0000, -1, 0, -1),
    (0x1_8000_0000, 1, 2, 2), (-0x1_8000_0000, -2, -1, -2),
    (0x7FFF_FFFF_0000_0000, 2_147_483_647, 2_147_483_647, 2_147_483_647),
    (.min, -2_147_483_648, -2_147_483_648, -2_147_483_648),
  ])
  func `whole parts of numbers round as they are called`(
    raw: Int64, floor: Int, ceiling: Int, rounded: Int
  ) {
    let value = Fixed(raw: raw)
    #expect(value.floor == floor)
    #expect(value.ceiling == ceiling)
    #expect(value.rounded == rounded)
    #expect(Int128(value.fractionalPart.raw) + Int128(floor) * 4_294_967_296 == Int128(raw))
  }

  #if _pointerBitWidth(_64)
    @Test func `the whole number above the largest one needs more than 32 bits`() {
      `whole parts of numbers round as they are called`(
        raw: .max, floor: 2_147_483_647, ceiling: 2_147_483_648, rounded: 2_147_483_648)
    }
  #endif

  @Test func `a ratio of integers is the nearest number, ties away from zero`() {
    #expect(Fixed(1, over: 3).raw == 1_431_655_765)
    #expect(Fixed(2, over: 3).raw == 2_863_311_531)
    #expect(Fixed(-2, over: 3).raw == -2_863_311_531)
    #expect(Fixed(2, over: -3).raw == -2_863_311_531)
    #if _pointerBitWidth(_64)
      #expect(Fixed(1, over: 1 << 33).raw == 1)
      #expect(Fixed(-1, over: 1 << 33).raw == -1)
      #expect(Fixed(1, over: (1 << 33) + 1).raw == 0)
    #endif
    #expect(Fixed(Int(Int32.min), over: 1) == .min)
  }

  @Test func `literals, whole numbers and the named ones agree`() {
    #expect(Fixed(1) == .one)
    #expect((0 as Fixed) == .zero)
    #expect(Fixed.half + .half == 1)
    #expect(Fixed(Fraction(raw: -1)).raw == -4)
  }

  @Test func `numbers order, negate and clamp as numbers do`() {
    #expect(Fixed.min < .max)
    #expect(Fixed(-7).magnitude == 7)
    #expect(Fixed(5).clamped(to: 0...1) == 1)
    #expect(Fixed(-5).clamped(to: 0...1) == 0)
    #expect(Fixed.half.clamped(to: 0...1) == .half)
  }

  @Test func `numbers out of range stop the program`() async {
    #if _pointerBitWidth(_64)  // an Int of 32 bits is always in range
      await #expect(processExitsWith: .failure) { _ = Fixed(1 << 31) }
    #endif
    await #expect(processExitsWith: .failure) { _ = Fixed(1, over: 0) }
    await #expect(processExitsWith: .failure) { _ = -Fixed.min }
  }
}
