// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct SpringTests {
  private let spring = Spring(
    at: .zero, position: 0, target: 1, duration: .milliseconds(500))

  @Test(arguments: [
    (50, 0.236069), (100, 0.550908), (200, 0.883191), (300, 0.974322), (500, 0.999000),
  ])
  func `a spring passes the specification's check values`(milliseconds: Int, position: Double) {
    #expect(abs(Double(spring.position(at: .milliseconds(milliseconds))) - position) < 5.1e-7)
  }

  @Test(arguments: [(150, 0.586717), (200, 0.470010), (300, 0.311928)])
  func `a spring with a new target in mid-flight passes the specification's check values`(
    milliseconds: Int, position: Double
  ) {
    var spring = spring
    spring.retarget(to: Fixed(1, over: 4), at: .milliseconds(100))
    #expect(abs(Double(spring.position(at: .milliseconds(milliseconds))) - position) < 5.1e-7)
  }

  @Test func `positions err by at most 2⁻³⁰ and velocities by 2⁻²⁷ while distances are up to 1`() {
    var samples = Samples(seed: 1)
    var (worst, worstVelocity) = (0.0, 0.0)
    for _ in 0..<200 {
      let (from, to) = (samples.number(in: 0...1), samples.number(in: 0...1))
      let velocity = samples.number(in: -5...5)
      let spring = Spring(
        at: .zero, position: from, velocity: velocity, target: to, duration: .milliseconds(500))
      let expected = Reference(
        offset: Double(from - to), velocity: Double(velocity), duration: 0.5)
      for _ in 0..<100 {
        let time = Instant(nanoseconds: Int64(samples.bits() % 2_000_000_000))
        if spring.isAtRest(at: time) { continue }
        let (offset, speed) = expected.state(at: Double(time.nanoseconds) / 1e9)
        worst = max(worst, abs(Double(spring.position(at: time) - to) - offset))
        worstVelocity = max(worstVelocity, abs(Double(spring.velocity(at: time)) - speed))
      }
    }
    #expect(worst <= 0x1p-30)
    #expect(worstVelocity <= 0x1p-27)
  }

  @Test(arguments: [
    (1e6, 500_000_000), (1.6e7, 500_000_000), (100, 3_600_000_000_000), (0.5, 1000),
  ])
  func `long ways and extreme durations keep their relative precision`(
    distance: Double, duration: Int64
  ) {
    let spring = Spring(
      at: .zero, position: Fixed(nearest: distance), target: 0,
      duration: TimeSpan(nanoseconds: duration))
    let seconds = Double(duration) / 1e9
    let expected = Reference(offset: distance, velocity: 0, duration: seconds)
    for part in 1...60 {
      let time = Instant(nanoseconds: duration / 20 * Int64(part))
      if spring.isAtRest(at: time) { continue }
      let (offset, speed) = expected.state(at: Double(time.nanoseconds) / 1e9)
      let bound = (distance + 1) * 0x1p-28
      #expect(abs(Double(spring.position(at: time)) - offset) <= bound)
      #expect(abs(Double(spring.velocity(at: time)) - speed) <= bound * 10 / seconds)
    }
  }

  @Test func `a new target keeps the position and the velocity`() {
    var moved = spring
    let time = Instant.milliseconds(137)
    moved.retarget(to: -3, at: time)
    #expect(moved.position(at: time) == spring.position(at: time))
    #expect(moved.velocity(at: time) == spring.velocity(at: time))
    #expect(moved.position(at: .milliseconds(5000)) == -3)
  }

  @Test func `the present target changes nothing, so that no rounding adds up`() {
    var again = spring
    for step in 1...50 { again.retarget(to: 1, at: .milliseconds(step)) }
    #expect(again == spring)
  }

  @Test func `before its start a spring holds its first position and velocity`() {
    let late = Spring(
      at: .milliseconds(50), position: 2, velocity: -1, target: 1, duration: .milliseconds(500))
    #expect(late.position(at: .zero) == 2)
    #expect(late.velocity(at: .zero) == -1)
    #expect(late.position(at: .milliseconds(50)) == 2)
    #expect(late.velocity(at: .milliseconds(50)) == -1)
  }

  @Test func `numbers out of range stop the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = Spring(at: .zero, position: 0, target: 1, duration: .zero)
    }
    await #expect(processExitsWith: .failure) {
      _ = Spring(at: .zero, position: 16_777_217, target: 0, duration: .milliseconds(500))
    }
  }
}
