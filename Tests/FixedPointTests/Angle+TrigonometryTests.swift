// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import Testing

@Suite struct AngleTrigonometryTests {
  @Test func `the sine and the cosine err by at most 0.51 units over a dense sweep of two turns`() {
    var worst = 0.0
    for raw in stride(from: Int64(-1) << 32, through: 1 << 32, by: 40_009) {
      let angle = Angle(raw: raw)
      let radians = Double(turnsOf: angle) * 2 * .pi
      worst = max(worst, abs(Double(angle.sine) - sin(radians)))
      worst = max(worst, abs(Double(angle.cosine) - cos(radians)))
    }
    #expect(worst * 1_073_741_824 <= 0.51)
  }

  @Test func `the sine and the cosine are exact at quarter turns, however many`() {
    let sines: [Fraction] = [.zero, .one, .zero, -.one]
    for quarter in -9..<9 {
      let angle = Angle.quarterTurn * Fixed(quarter)
      #expect(angle.sine == sines[quarter & 3])
      #expect(angle.cosine == sines[(quarter + 1) & 3])
    }
    #expect(Angle(raw: .min).cosine == .one)
    #expect(Angle(raw: .max).cosine == .one)
  }

  @Test func `the sine is odd, the cosine even, and both meet at 45°`() {
    for raw in stride(from: Int64(0), through: 1 << 32, by: 98_765_431) {
      let angle = Angle(raw: raw)
      #expect((-angle).sine == -angle.sine)
      #expect((-angle).cosine == angle.cosine)
      #expect((Angle.quarterTurn - angle).sine == angle.cosine)
    }
    #expect(Angle.degrees(45).sine == Angle.degrees(45).cosine)
  }

  @Test
  func `the direction of a vector errs by at most 0.51 units in every octant and at every size`() {
    var samples = Samples(seed: 9)
    var worst = 0.0
    for _ in 0..<100_000 {
      let (x, y) = (samples.word(), samples.word())
      let angle = Angle.atan2(y: Fixed(raw: y), x: Fixed(raw: x))
      let turns = Foundation.atan2(Double(y), Double(x)) / (2 * .pi)
      let error = abs(Double(turnsOf: angle) - turns)
      // A result that rounds to -½ turn is returned as ½ turn.
      worst = max(worst, min(error, abs(error - 1)))
    }
    #expect(worst * 4_294_967_296 <= 0.51)
  }

  @Test(arguments: [
    (1, 0, 0), (1, 1, 45), (0, 1, 90), (-1, 1, 135), (-1, 0, 180), (-1, -1, -135), (0, -1, -90),
    (1, -1, -45), (0, 0, 0),
  ])
  func `the direction of an axis or a diagonal is exact`(x: Int, y: Int, degrees: Int) {
    for length in [1, 7, 1_000_003, 2_147_483_647] {
      let angle = Angle.atan2(y: Fixed(y * length), x: Fixed(x * length))
      #expect(angle == .degrees(Fixed(degrees)))
    }
  }

  @Test func `a direction just short of half a turn backward is half a turn forward`() {
    #expect(Angle.atan2(y: Fixed(raw: -1), x: -1000) == .halfTurn)
    #expect(Angle.atan2(y: Fixed(raw: 1), x: -1000) == .halfTurn)
    #expect(Angle.atan2(y: .min, x: .min) == .degrees(-135))
  }

  @Test func `the direction of a cosine and a sine is the angle again`() {
    for raw in stride(from: Int64(-1) << 31 + 5, through: 1 << 31, by: 7_654_321) {
      let angle = Angle(raw: raw)
      let again = Angle.atan2(y: Fixed(angle.sine), x: Fixed(angle.cosine))
      #expect((again - angle).magnitude <= Angle(raw: 2))
    }
  }
}
