// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@Suite struct AngleTests {
  @Test func `degrees and turns agree, to the nearest unit, ties away from zero`() {
    #expect(Angle.degrees(360) == .fullTurn)
    #expect(Angle.degrees(-90) == -Angle.quarterTurn)
    #expect(Angle.degrees(45).turns == Fixed(1, over: 8))
    #expect(Angle.turns(2).degrees == 720)
    #expect(Angle.degrees(Fixed(raw: 180)).raw == 1)
    #expect(Angle.degrees(Fixed(raw: 179)).raw == 0)
    #expect(Angle.degrees(Fixed(raw: -180)).raw == -1)
    #expect(Angle.degrees(Fixed(raw: -179)).raw == 0)
  }

  @Test func `a normalized angle is the same direction within one turn`() {
    #expect(Angle.degrees(-90).normalized == .degrees(270))
    #expect(Angle.degrees(720).normalized == .zero)
    #expect(Angle(raw: -1).normalized == Angle(raw: (1 << 32) - 1))
    #expect(Angle.degrees(359).normalized == .degrees(359))
  }

  @Test func `angles add, order and scale without losing whole turns`() {
    #expect(Angle.fullTurn + .quarterTurn == .degrees(450))
    #expect(Angle.quarterTurn - .halfTurn == .degrees(-90))
    #expect(Angle.degrees(-30).magnitude == .degrees(30))
    #expect(Angle.zero < .fullTurn)
    #expect(Angle.quarterTurn * 6 == .degrees(540))
    #expect(Angle(raw: 1) * .half == Angle(raw: 1))
    #expect(Angle(raw: -1) * .half == Angle(raw: -1))
  }

  @Test func `results out of range stop the program`() async {
    await #expect(processExitsWith: .failure) { _ = Angle(raw: .max) + Angle(raw: 1) }
    await #expect(processExitsWith: .failure) { _ = Angle(raw: .max).degrees }
  }
}
