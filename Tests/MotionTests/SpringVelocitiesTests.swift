// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct SpringVelocitiesTests {
  @Test
  func `velocities in a row are to the bit those of single instants, up to rest and after it`() {
    var samples = Samples(seed: 7)
    for _ in 0..<40 {
      let start = Instant(nanoseconds: Int64(samples.bits() % 5_000_000_000))
      let duration = TimeSpan(nanoseconds: 1_000_000 + Int64(samples.bits() % 3_000_000_000))
      let spring = Spring(
        at: start, position: samples.number(in: 0...1), velocity: samples.number(in: -5...5),
        target: samples.number(in: 0...1), duration: duration)
      let distance = TimeSpan(nanoseconds: 1 + Int64(samples.bits() % 20_000_000))
      var instant = start + TimeSpan(nanoseconds: 1 + Int64(samples.bits() % 9_000_000))
      var velocities = SpringVelocities(of: spring, from: instant, every: distance)
      for _ in 0..<400 {
        #expect(velocities.next() == spring.velocity(at: instant))
        instant += distance
      }
    }
  }

  @Test func `of a spring at rest for years every velocity is 0`() {
    let spring = Spring(at: .zero, position: 0, target: 1, duration: .microseconds(1))
    let late = Instant(nanoseconds: 300_000_000_000_000_000)
    var velocities = SpringVelocities(of: spring, from: late, every: .milliseconds(1))
    #expect(velocities.next() == 0)
  }
}
