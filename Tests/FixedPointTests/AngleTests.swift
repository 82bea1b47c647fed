import FixedPoint
import Foundation
import Testing

@Suite struct AngleTests {
  @Test("The sine and the cosine err by at most 0.51 units over a dense sweep of a turn")
  func sweep() {
    var worst = 0.0
    for raw in stride(from: Int64(-1) << 32, through: 1 << 32, by: 40_009) {
      let angle = Angle(raw: raw)
      let radians = Double(turnsOf: angle) * 2 * .pi
      worst = max(worst, abs(Double(angle.sine) - sin(radians)))
      worst = max(worst, abs(Double(angle.cosine) - cos(radians)))
    }
    #expect(worst * 1_073_741_824 <= 0.51)
  }
}
