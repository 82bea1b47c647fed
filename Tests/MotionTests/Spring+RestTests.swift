// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct SpringRestTests {
  /// Springs of every kind: to and fro, thrown away from the target, through it, and nearly at rest.
  private static func springs() -> [Spring] {
    var samples = Samples(seed: 2)
    var springs: [Spring] = []
    for index in 0..<300 {
      let size = [1, 1e-2, 2e-6, 1e-6][index % 4]
      let speed = [20, 1, 3e-4, 2e-4, 0][index % 5]
      springs.append(
        Spring(
          at: .milliseconds(index), position: samples.number(in: -size...size),
          velocity: samples.number(in: -speed...speed), target: 0,
          duration: .milliseconds([500, 300, 20, 4000][index % 4])))
    }
    return springs
  }

  @Test func `rest begins at the first time that is near and slow enough`() {
    // At the limits the last bits may go to and fro.
    let (near, slow) = (Fixed(raw: (1 << 12) - 2), Fixed(raw: (1 << 20) - 64))
    for spring in Self.springs() {
      let length = (spring.restsAt - spring.start).nanoseconds
      for step in 0..<500 where length > 0 {
        let time = spring.start + TimeSpan(nanoseconds: length * Int64(step) / 500)
        let isNear = spring.position(at: time).magnitude < near
        #expect(!isNear || spring.velocity(at: time).magnitude >= slow)
      }
    }
  }

  @Test func `the curve is near and slow enough where rest begins`() {
    for spring in Self.springs() {
      let reference = Reference(
        offset: Double(spring.position(at: spring.start)),
        velocity: Double(spring.velocity(at: spring.start)),
        duration: Double(spring.duration.nanoseconds) / 1e9)
      let time = Double((spring.restsAt - spring.start).nanoseconds) / 1e9
      let (offset, velocity) = reference.state(at: time)
      #expect(abs(offset) < 0x1p-20 + 0x1p-30)
      #expect(abs(velocity) < 0x1p-12 + 0x1p-22)
    }
  }

  @Test func `at rest it shows exactly its target, has no velocity, and stays so for ever`() {
    for spring in Self.springs() {
      for step in 0..<200 {
        let time = spring.restsAt + .milliseconds(step * step)
        #expect(spring.isAtRest(at: time))
        #expect(spring.position(at: time) == 0)
        #expect(spring.velocity(at: time) == 0)
      }
      #expect(!spring.isAtRest(at: spring.restsAt - TimeSpan(nanoseconds: 1)))
      #expect(spring.isAtRest(at: Instant(nanoseconds: .max)))
    }
  }

  @Test
  func `a spring without anything to do is at rest at once, one just outside of the limits is not`()
  {
    func rests(_ offset: Int64, _ velocity: Int64) -> Bool {
      let spring = Spring(
        at: .zero, position: Fixed(raw: offset), velocity: Fixed(raw: velocity), target: 0,
        duration: .milliseconds(500))
      return spring.isAtRest(at: .zero)
    }
    #expect(rests(0, 0))
    #expect(rests((1 << 12) - 1, 0))
    #expect(!rests(1 << 12, 0))
    #expect(rests(0, -(1 << 20) + 100))
    #expect(!rests(0, -(1 << 20) - 100))
  }

  @Test func `the usual way takes the time that float64 says`() {
    let spring = Spring(at: .zero, position: 0, target: 1, duration: .milliseconds(500))
    let reference = Reference(offset: -1, velocity: 0, duration: 0.5)
    var (low, high) = (0.2, 3.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let (offset, velocity) = reference.state(at: middle)
      if abs(offset) < 0x1p-20 && abs(velocity) < 0x1p-12 { high = middle } else { low = middle }
    }
    #expect(abs(Double(spring.restsAt.nanoseconds) / 1e9 - high) < 1e-5)
  }
}
