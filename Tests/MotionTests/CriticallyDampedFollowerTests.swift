// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import Motion
import Testing

@Suite struct CriticallyDampedFollowerTests {
  private let follower = CriticallyDampedFollower(duration: .milliseconds(300))

  @Test func `toward a target that holds still it goes the spring's way`() {
    var follower = follower
    let spring = Spring(at: .zero, position: 0, target: -15, duration: .milliseconds(300))
    for step in 1...1000 {
      follower.step(toward: -15)
      let time = Instant.milliseconds(step)
      #expect(abs(Double(follower.position - spring.position(at: time))) < 2e-6)
      #expect(abs(Double(follower.velocity - spring.velocity(at: time))) < 5e-4)
    }
    #expect(follower.position == -15)
    #expect(follower.velocity == 0)
    #expect(follower.isAtRest(toward: -15))
  }

  @Test func `toward a moving target it errs by at most 2⁻²⁰ degrees against float64 steps`() {
    var follower = follower
    var (position, velocity) = (0.0, 0.0)
    for step in 0..<3000 {
      let target = Fixed(nearest: 15 * sin(Double(step) * 0.011) + 2 * cos(Double(step)))
      follower.step(toward: target)
      let reference = Reference(
        offset: position - Double(target), velocity: velocity, duration: 0.3)
      let (offset, next) = reference.state(at: 0.001)
      (position, velocity) = (Double(target) + offset, next)
      #expect(abs(Double(follower.position) - position) < 0x1p-20)
    }
  }

  @Test
  func `a part-step leaves the follower on its grid and ends where a step of that length does`() {
    var follower = follower
    for _ in 0..<40 { follower.step(toward: 10) }
    let before = follower
    let part = follower.advanced(by: .microseconds(317), toward: 10)
    #expect(follower == before)
    let reference = Reference(
      offset: Double(before.position - 10), velocity: Double(before.velocity), duration: 0.3)
    let (offset, velocity) = reference.state(at: 0.000317)
    #expect(abs(Double(part.position) - 10 - offset) < 1e-8)
    #expect(abs(Double(part.velocity) - velocity) < 1e-6)
    follower.step(by: .microseconds(317), toward: 10)
    #expect(follower == part)
  }

  @Test func `a part-step of a whole step's length is a whole step`() {
    var (whole, part) = (follower, follower)
    for _ in 0..<40 { whole.step(toward: -7) }
    for _ in 0..<40 { part.step(by: CriticallyDampedFollower.wholeStep, toward: -7) }
    #expect(whole == part)
  }

  @Test func `at rest it stays exactly where it is while the target holds`() {
    var follower = follower
    #expect(follower.isAtRest(toward: 0))
    for _ in 0..<100 { follower.step(toward: 0) }
    #expect(follower == self.follower)
    #expect(follower.advanced(by: .microseconds(1), toward: 0) == self.follower)
    #expect(!follower.isAtRest(toward: Fixed(raw: 1)))
  }

  @Test func `it comes to rest by the spring's rule, within a step of the spring`() {
    var follower = CriticallyDampedFollower(position: 12, duration: .milliseconds(300))
    let spring = Spring(at: .zero, position: 12, target: 0, duration: .milliseconds(300))
    var steps = 0
    while !follower.isAtRest(toward: 0) {
      follower.step(toward: 0)
      steps += 1
    }
    let time = TimeSpan.milliseconds(steps) - (spring.restsAt - spring.start)
    #expect(time.clamped(to: .milliseconds(-1)...(.milliseconds(1))) == time)
  }

  @Test func `a frequency and a duration are two ways to say the same`() {
    let frequency = Fixed(923_341, over: 30_000)
    #expect(CriticallyDampedFollower(frequency: frequency) == follower)
  }

  @Test func `time that goes back stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = CriticallyDampedFollower(frequency: 30)
        .advanced(by: TimeSpan(nanoseconds: -1), toward: 1)
    }
    await #expect(processExitsWith: .failure) { _ = CriticallyDampedFollower(frequency: 0) }
  }
}
