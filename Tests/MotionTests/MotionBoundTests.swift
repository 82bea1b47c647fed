// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

/// How far values get, against the values themselves.
@Suite struct MotionBoundTests {
  private static let rooms = [Fixed(1, over: 16), Fixed(1, over: 500), Fixed(1, over: 100_000)]

  /// Asks for the value at instants until the time that the bound names, and for where it ends.
  private func check(
    _ bound: MotionBound, after start: Instant, _ what: String, value: (Instant) -> Fixed
  ) {
    if bound.isFast { return }
    let first = value(start)
    // Values are rounded, and a spring's to 2⁻³⁰.
    let slack = Fixed(raw: 16)
    for room in MotionBoundTests.rooms {
      let time = bound.time(within: room) ?? .milliseconds(20_000)
      for part in 1...16 {
        let later = start + TimeSpan(nanoseconds: time.nanoseconds * Int64(part) / 16)
        let way = value(later) - first
        #expect(way.magnitude <= room + slack, "\(what): \(Double(way)) by \(part)/16")
        #expect(way.magnitude <= bound.distance + slack, "\(what): further than it ever gets")
        #expect(bound.mayRise || way <= slack, "\(what): it rises")
        #expect(bound.mayFall || way >= -slack, "\(what): it falls")
      }
    }
    if let end = bound.end {
      #expect(value(end) == value(end + .milliseconds(5000)), "\(what): it is not at rest")
    }
  }

  @Test(arguments: [100, 500, 2000])
  func `a spring stays within its bound`(milliseconds: Int) {
    for target in [Fixed.one, Fixed(1, over: 1000), 0] {
      for velocity in [Fixed(0), 3, -2, Fixed(1, over: 50)] {
        let spring = Spring(
          at: .zero, position: Fixed(1, over: 7), velocity: velocity, target: target,
          duration: .milliseconds(milliseconds))
        for elapsed in stride(from: 0, through: milliseconds * 2, by: milliseconds / 16) {
          let now = Instant.zero + .milliseconds(elapsed)
          check(spring.bound(at: now), after: now, "\(target.raw) \(velocity.raw) \(elapsed)") {
            spring.position(at: $0)
          }
          let highest = spring.maximumSpeed(spring.bound(at: now))
          for part in 0..<40 {
            let later = now + .milliseconds(milliseconds * part / 20)
            #expect(spring.velocity(at: later).magnitude <= highest + Fixed(raw: 64))
          }
        }
      }
    }
  }

  @Test func `a spring's time is not much too short`() throws {
    let spring = Spring(at: .zero, position: 0, target: 1, duration: .milliseconds(500))
    for elapsed in [0, 20, 60, 150, 300] {
      let now = Instant.zero + .milliseconds(elapsed)
      let room = Fixed(1, over: 1600)
      let time = try #require(spring.bound(at: now).time(within: room))
      let way =
        spring.position(at: now + TimeSpan(nanoseconds: time.nanoseconds * 3 / 2))
        - spring.position(at: now)
      #expect(way.magnitude > room, "at \(elapsed) ms it takes \(time.nanoseconds) ns")
    }
  }

  @Test func `a ramp stays within its bound`() {
    for target in [Fixed.one, Fixed(3, over: 1000), 0] {
      let ramp = TwoStageRamp(at: .zero, value: Fixed(1, over: 3), target: target)
      for elapsed in stride(from: 0, through: 2100, by: 130) {
        let now = Instant.zero + .milliseconds(elapsed)
        check(ramp.bound(at: now), after: now, "\(target.raw) \(elapsed)") { ramp.value(at: $0) }
      }
    }
  }

  @Test func `a ramp's time is exact while its speed is`() throws {
    let ramp = TwoStageRamp(at: .zero, value: 0, target: 1)
    let first = try #require(ramp.bound(at: .zero).time(within: Fixed(9, over: 100)))
    let second = try #require(
      ramp.bound(at: .zero + .milliseconds(1000)).time(within: Fixed(1, over: 20)))
    #expect(abs(first.nanoseconds - 100_000_000) < 100)
    #expect(abs(second.nanoseconds - 500_000_000) < 100)
  }

  @Test func `a transition stays within its bound`() {
    let transition = LinearTransition(
      at: .zero + .milliseconds(50), from: 2, to: -1, duration: .milliseconds(3000))
    for elapsed in stride(from: 0, through: 3100, by: 170) {
      let now = Instant.zero + .milliseconds(elapsed)
      check(transition.bound(at: now), after: now, "\(elapsed)") { transition.value(at: $0) }
    }
  }

  @Test func `what rests has for ever`() {
    let spring = Spring(at: .zero, position: 1, target: 1, duration: .milliseconds(500))
    #expect(spring.bound(at: .zero).time(within: Fixed(raw: 1)) == nil)
    let transition = LinearTransition(holding: 4)
    #expect(transition.bound(at: .zero).time(within: 0) == nil)
  }

  @Test func `what is faster than numbers gets every frame`() {
    let spring = Spring(at: .zero, position: 0, target: 1, duration: .microseconds(1))
    #expect(spring.bound(at: .zero).isFast)
    let transition = LinearTransition(at: .zero, from: 0, to: 1, duration: TimeSpan(nanoseconds: 3))
    #expect(transition.bound(at: .zero).isFast)
    let leap = LinearTransition(at: .zero, from: 0, to: 2_000_000_000, duration: .milliseconds(1))
    #expect(leap.bound(at: .zero).isFast)
    let bound = MotionBound(speed: 2_000_000_000, distance: 1, end: nil)
    #expect(bound.time(within: Fixed(1, over: 16)) == .zero)
  }

  @Test func `neither direction of time overflows`() {
    let slow = MotionBound(speed: Fixed(raw: 1), distance: 1, end: nil)
    #expect(slow.time(within: Fixed(1, over: 16)) == .milliseconds(3_600_000))
    let still = MotionBound(speed: 0, distance: 1, end: nil)
    #expect(still.time(within: 0) == .zero)
    #expect(still.time(within: 1) == nil)
  }
}
