// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct TimingFunctionTests {
  @Test(arguments: [
    (TimingFunction.easeOut, 0.1, 0.160572), (.easeOut, 0.25, 0.378138),
    (.easeOut, 0.5, 0.684643), (.easeOut, 0.75, 0.906535), (.easeOut, 0.9, 0.982973),
    (.easeIn, 0.25, 0.093465), (.easeIn, 0.5, 0.315357), (.easeIn, 0.75, 0.621862),
  ])
  func `the named curves pass the specification's check values`(
    function: TimingFunction, x: Double, y: Double
  ) {
    #expect(abs(Double(function.value(at: Fixed(nearest: x))) - y) < 5.1e-7)
  }

  @Test(arguments: [
    (TimingFunction.easeIn, 0.42, 0.0, 1.0, 1.0), (.easeOut, 0.0, 0.0, 0.58, 1.0),
    (.easeInOut, 0.42, 0.0, 0.58, 1.0), (.standard, 0.25, 0.1, 0.25, 1.0),
  ])
  func `the named curves err by at most a unit anywhere`(
    function: TimingFunction, x1: Double, y1: Double, x2: Double, y2: Double
  ) {
    var worst = 0.0
    for raw in stride(from: Int64(0), through: 1 << 32, by: 1_234_567) {
      let x = Fixed(raw: raw)
      let expected = bezier(x1, y1, x2, y2, at: Double(x))
      worst = max(worst, abs(Double(function.value(at: x)) - expected))
    }
    #expect(worst <= 0x1p-32)
  }

  @Test func `any curve errs by at most 2⁻²⁰, the steepest ones too`() {
    var samples = Samples(seed: 1)
    var worst = 0.0
    for index in 0..<400 {
      // The corners of the range are where a curve is steepest.
      let x1 = index % 3 == 0 ? 1 : samples.number(in: 0...1)
      let x2 = index % 5 == 0 ? 0 : samples.number(in: 0...1)
      let (y1, y2) = (samples.number(in: 0...1), samples.number(in: 0...1))
      let function = TimingFunction(x1: x1, y1: y1, x2: x2, y2: y2)
      for _ in 0..<50 {
        let x = samples.number(in: 0...1)
        let expected = bezier(Double(x1), Double(y1), Double(x2), Double(y2), at: Double(x))
        worst = max(worst, abs(Double(function.value(at: x)) - expected))
      }
    }
    #expect(worst <= 0x1p-20)
  }

  @Test func `a curve that is vertical in its middle errs by at most 2⁻²⁰ there`() {
    let function = TimingFunction(x1: 1, y1: 0, x2: 0, y2: 1)
    // Around the middle, x - ½ is 4·u³ and y - ½ is ¾·2·u - 2·u³ with the parameter ½ + u.
    for raw in -200...200 as ClosedRange<Int64> {
      let x = Fixed(raw: (1 << 31) + raw)
      let u = (raw < 0 ? -1.0 : 1.0) * cubeRoot(Double(raw.magnitude) * 0x1p-34)
      let expected = 0.5 + 1.5 * u - 2 * u * u * u
      #expect(abs(Double(function.value(at: x)) - expected) <= 0x1p-20)
    }
  }

  @Test func `curves are exact at their ends and held beyond; the linear one is the identity`() {
    for function in [TimingFunction.easeIn, .easeOut, .easeInOut, .standard, .linear] {
      #expect(function.value(at: 0) == 0)
      #expect(function.value(at: -3) == 0)
      #expect(function.value(at: 1) == 1)
      #expect(function.value(at: 3) == 1)
    }
    #expect(TimingFunction.linear.value(at: Fixed(raw: 123_456_789)).raw == 123_456_789)
  }

  @Test func `a curve whose control points reach out goes beyond its ends`() {
    let function = TimingFunction(
      x1: Fixed(1, over: 3), y1: -2, x2: Fixed(2, over: 3), y2: 3)
    for (x, sign) in [(Fixed(1, over: 8), -1.0), (Fixed(7, over: 8), 1.0)] {
      let expected = bezier(1.0 / 3, -2, 2.0 / 3, 3, at: Double(x))
      #expect(abs(Double(function.value(at: x)) - expected) < 0x1p-28)
      #expect((expected - 0.5) * sign > 0.5)
    }
  }

  @Test func `control points out of range stop the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = TimingFunction(x1: -1, y1: 0, x2: 1, y2: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = TimingFunction(x1: 0, y1: 0, x2: 1, y2: 9)
    }
  }

  /// A Bézier timing function in float64, by halving.
  private func bezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double
  ) -> Double {
    func coordinate(_ p: Double, _ q: Double, _ s: Double) -> Double {
      3 * p * s * (1 - s) * (1 - s) + 3 * q * s * s * (1 - s) + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<70 {
      let middle = (low + high) / 2
      if coordinate(x1, x2, middle) <= x { low = middle } else { high = middle }
    }
    return coordinate(y1, y2, low)
  }

  private func cubeRoot(_ value: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<70 {
      let middle = (low + high) / 2
      if middle * middle * middle <= value { low = middle } else { high = middle }
    }
    return low
  }
}
