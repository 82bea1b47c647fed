// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct SpringLevelTests {
  private let level = 1 - Fixed(1, over: 1024)

  @Test
  func `the time at which a download succeeds is exact to 10 µs and at or above the level`() throws
  {
    let spring = Spring(at: .milliseconds(7), position: 0, target: 1, duration: .milliseconds(500))
    let time = try #require(spring.firstTime(atOrAbove: level, notBefore: .zero))
    #expect(spring.position(at: time) >= level)
    #expect(spring.position(at: time - TimeSpan(nanoseconds: 10_000)) < level)
    let reference = Reference(offset: -1, velocity: 0, duration: 0.5)
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if reference.state(at: middle).offset >= -1.0 / 1024 { high = middle } else { low = middle }
    }
    #expect(abs(Double(time.nanoseconds) / 1e9 - 0.007 - high) < 1e-8)
  }

  @Test func `a level that is reached already is reached at the given instant`() {
    let spring = Spring(at: .zero, position: 1, target: 0, duration: .milliseconds(500))
    #expect(spring.firstTime(atOrAbove: .half, notBefore: .milliseconds(3)) == .milliseconds(3))
    #expect(spring.firstTime(atOrAbove: 0, notBefore: .milliseconds(9000)) == .milliseconds(9000))
  }

  @Test func `a spring that overshoots reaches a level above its target on its way, and only then`()
    throws
  {
    let spring = Spring(
      at: .zero, position: 0, velocity: 80, target: .half, duration: .milliseconds(500))
    let time = try #require(spring.firstTime(atOrAbove: 1, notBefore: .zero))
    #expect(spring.position(at: time) >= 1)
    #expect(spring.position(at: time - TimeSpan(nanoseconds: 1)) < 1)
    #expect(spring.firstTime(atOrAbove: 1, notBefore: .milliseconds(500)) == nil)
    #expect(spring.firstTime(atOrAbove: 3, notBefore: .zero) == nil)
  }

  @Test func `a spring that is thrown back first reaches a level after it has turned`() throws {
    let spring = Spring(
      at: .zero, position: Fixed(9, over: 10), velocity: -30, target: 1,
      duration: .milliseconds(500))
    let time = try #require(spring.firstTime(atOrAbove: level, notBefore: .zero))
    #expect(spring.position(at: time) >= level)
    #expect(spring.position(at: time - TimeSpan(nanoseconds: 1)) < level)
    #expect(time > .milliseconds(100))
  }

  @Test
  func `the target itself is reached when the spring comes to rest, one below never rises to it`() {
    let spring = Spring(at: .zero, position: 0, target: 1, duration: .milliseconds(500))
    #expect(spring.firstTime(atOrAbove: 1, notBefore: .zero) == spring.restsAt)
    #expect(spring.firstTime(atOrAbove: Fixed(raw: (1 << 32) + 1), notBefore: .zero) == nil)
    let falling = Spring(at: .zero, position: 1, target: 0, duration: .milliseconds(500))
    #expect(falling.firstTime(atOrAbove: .half, notBefore: .milliseconds(400)) == nil)
  }

  @Test func `no earlier time is above the level, wherever a spring starts`() {
    var samples = Samples(seed: 3)
    for _ in 0..<200 {
      let spring = Spring(
        at: .zero, position: samples.number(in: -1...1), velocity: samples.number(in: -20...20),
        target: samples.number(in: -1...1), duration: .milliseconds(500))
      let level = samples.number(in: -1...1)
      let first = Instant.milliseconds(Int(samples.bits() % 400))
      let found = spring.firstTime(atOrAbove: level, notBefore: first)
      let end = found ?? .milliseconds(3000)
      for step in 0..<300 where end > first {
        let time = first + (end - first) * Fixed(step, over: 300)
        #expect(spring.position(at: time) < level)
      }
      if let found { #expect(spring.position(at: found) >= level) }
    }
  }
}
