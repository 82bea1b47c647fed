// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct KeyframesTests {
  @Test(arguments: [
    (100, 100, 11.5912, 0), (225, 100, 16.6580, 0), (300, 100, 30.9854, 4.4175),
    (450, 114.7715, 32.5, 14.2322), (600, 74.9587, 32.5, 15), (800, 9.9837, 32.5, 15),
  ])
  func `the readying indicator passes the specification's check values`(
    milliseconds: Int, x: Double, y: Double, tilt: Double
  ) {
    let bar = Fixed(65, over: 2)
    let xs = Keyframes<5>([100, 100, 100, 120, 0])
    let ys = Keyframes<5>([40, 0, bar, bar, bar])
    let tilts = Keyframes<4>(
      times: [0, Fixed(4, over: 10), Fixed(7, over: 10), 1], values: [0, 0, 15, 15])
    let time = TimeSpan.milliseconds(milliseconds).fraction(of: .milliseconds(900))
    let eased = TimingFunction.easeOut.value(at: time)
    #expect(abs(Double(xs.value(at: eased)) - x) < 5.1e-5)
    #expect(abs(Double(ys.value(at: eased)) - y) < 5.1e-5)
    #expect(abs(Double(tilts.value(at: eased)) - tilt) < 5.1e-5)
  }

  @Test func `values are exact at key times and held outside`() {
    let even = Keyframes<5>([3, 1, 4, 1, 5])
    #expect(even.value(at: -1) == 3)
    for (index, value) in [3, 1, 4, 1, 5].enumerated() {
      #expect(even.value(at: Fixed(index, over: 4)) == Fixed(value))
    }
    #expect(even.value(at: 2) == 5)
    #expect(even.value(at: Fixed(3, over: 8)) == Fixed(5, over: 2))
    let third = Fixed(1, over: 3)
    let timed = Keyframes<3>(times: [third, .half, 2], values: [7, 8, -8])
    #expect(timed.value(at: 0) == 7)
    #expect(timed.value(at: third) == 7)
    #expect(timed.value(at: .half) == 8)
    #expect(timed.value(at: Fixed(5, over: 4)) == 0)
    #expect(timed.value(at: 2) == -8)
    #expect(timed.value(at: 100) == -8)
  }

  @Test func `between equal times the value jumps to the later one`() {
    let frames = Keyframes<4>(times: [0, .half, .half, 1], values: [0, 1, 5, 6])
    #expect(frames.value(at: Fixed(raw: (1 << 31) - 1)) < 1)
    #expect(frames.value(at: .half) == 5)
    #expect(frames.value(at: Fixed(3, over: 4)) == Fixed(11, over: 2))
  }

  @Test func `a single value is there all the time`() {
    #expect(Keyframes<1>([42]).value(at: .half) == 42)
    #expect(Keyframes<1>(times: [.half], values: [42]).value(at: 0) == 42)
    #expect(Keyframes<1>(times: [.half], values: [42]).value(at: 1) == 42)
  }

  @Test func `times that go back stop the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = Keyframes<2>(times: [1, 0], values: [0, 0])
    }
  }
}
