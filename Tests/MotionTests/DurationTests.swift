// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct IntervalTests {
  @Test
  func `seconds become the nearest nanosecond, and nanoseconds the nearest number of seconds`() {
    #expect(Duration.seconds(Fixed(3, over: 2)) == .milliseconds(1500))
    #expect(Duration.seconds(Fixed(raw: 2)).nanoseconds == 0)
    #expect(Duration.seconds(Fixed(raw: 3)).nanoseconds == 1)
    #expect(Duration.seconds(Fixed(raw: -3)).nanoseconds == -1)
    #expect(Duration.milliseconds(250).seconds == Fixed(1, over: 4))
    #expect(Duration(nanoseconds: 1).seconds.raw == 4)
    #expect(Duration.microseconds(-3) == Duration(nanoseconds: -3000))
  }

  @Test func `a fraction of an interval is the exact ratio, rounded once`() {
    #expect(Duration.milliseconds(300).fraction(of: .milliseconds(900)) == Fixed(1, over: 3))
    #expect(Duration.milliseconds(-1).fraction(of: .milliseconds(2)) == -Fixed.half)
    let longest = Duration(nanoseconds: .max)
    #expect(longest.fraction(of: longest) == 1)
    #expect((longest - Duration(nanoseconds: 1)).fraction(of: longest) == 1)
  }

  @Test func `the phase of an endless motion is exact after 30 days, and before the start`() {
    let period = Duration(nanoseconds: 16_666_667)
    let days = Duration(nanoseconds: 30 * 86_400 * 1_000_000_000)
    let (count, rest) = days.quotientAndRemainder(dividingBy: period)
    #expect(count == 155_519_996)
    #expect(rest.nanoseconds == 14_826_668)
    let (before, phase) = (Duration.zero - Duration(nanoseconds: 1))
      .quotientAndRemainder(dividingBy: period)
    #expect(before == -1)
    #expect(phase == period - Duration(nanoseconds: 1))
    #expect((-period).quotientAndRemainder(dividingBy: period) == (-1, .zero))
  }

  @Test func `intervals and instants add, order and scale`() {
    var instant = Instant.zero + .milliseconds(5)
    instant += .milliseconds(2)
    instant -= .milliseconds(3)
    #expect(instant - Instant.zero == .milliseconds(4))
    #expect(instant - Duration.milliseconds(5) < Instant.zero)
    var interval = Duration.milliseconds(5)
    interval += .milliseconds(2)
    interval -= .milliseconds(3)
    #expect(interval == .milliseconds(4))
    #expect(interval * Fixed(3, over: 2) == .milliseconds(6))
    #expect(Duration(nanoseconds: -1) * .half == Duration(nanoseconds: -1))
    #expect(interval.clamped(to: .zero ... .milliseconds(1)) == .milliseconds(1))
  }

  @Test func `time out of range stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = Instant(nanoseconds: .max) + Duration(nanoseconds: 1)
    }
    await #expect(processExitsWith: .failure) { _ = Duration(nanoseconds: .max).seconds }
    await #expect(processExitsWith: .failure) {
      _ = Duration.zero.quotientAndRemainder(dividingBy: .zero)
    }
    await #expect(processExitsWith: .failure) { _ = Duration.zero.fraction(of: .zero) }
  }
}
