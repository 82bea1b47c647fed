// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct IntervalTests {
  @Test
  func `seconds become the nearest nanosecond, and nanoseconds the nearest number of seconds`() {
    #expect(TimeSpan.seconds(Fixed(3, over: 2)) == .milliseconds(1500))
    #expect(TimeSpan.seconds(Fixed(raw: 2)).nanoseconds == 0)
    #expect(TimeSpan.seconds(Fixed(raw: 3)).nanoseconds == 1)
    #expect(TimeSpan.seconds(Fixed(raw: -3)).nanoseconds == -1)
    #expect(TimeSpan.milliseconds(250).seconds == Fixed(1, over: 4))
    #expect(TimeSpan(nanoseconds: 1).seconds.raw == 4)
    #expect(TimeSpan.microseconds(-3) == TimeSpan(nanoseconds: -3000))
  }

  @Test func `a fraction of an interval is the exact ratio, rounded once`() {
    #expect(TimeSpan.milliseconds(300).fraction(of: .milliseconds(900)) == Fixed(1, over: 3))
    #expect(TimeSpan.milliseconds(-1).fraction(of: .milliseconds(2)) == -Fixed.half)
    let longest = TimeSpan(nanoseconds: .max)
    #expect(longest.fraction(of: longest) == 1)
    #expect((longest - TimeSpan(nanoseconds: 1)).fraction(of: longest) == 1)
  }

  @Test func `the phase of an endless motion is exact after 30 days, and before the start`() {
    let period = TimeSpan(nanoseconds: 16_666_667)
    let days = TimeSpan(nanoseconds: 30 * 86_400 * 1_000_000_000)
    let (count, rest) = days.quotientAndRemainder(dividingBy: period)
    #expect(count == 155_519_996)
    #expect(rest.nanoseconds == 14_826_668)
    let (before, phase) = (TimeSpan.zero - TimeSpan(nanoseconds: 1))
      .quotientAndRemainder(dividingBy: period)
    #expect(before == -1)
    #expect(phase == period - TimeSpan(nanoseconds: 1))
    #expect((-period).quotientAndRemainder(dividingBy: period) == (-1, .zero))
  }

  @Test func `intervals and instants add, order and scale`() {
    var instant = Instant.zero + .milliseconds(5)
    instant += .milliseconds(2)
    instant -= .milliseconds(3)
    #expect(instant - Instant.zero == .milliseconds(4))
    #expect(instant - TimeSpan.milliseconds(5) < Instant.zero)
    var interval = TimeSpan.milliseconds(5)
    interval += .milliseconds(2)
    interval -= .milliseconds(3)
    #expect(interval == .milliseconds(4))
    #expect(interval * Fixed(3, over: 2) == .milliseconds(6))
    #expect(TimeSpan(nanoseconds: -1) * .half == TimeSpan(nanoseconds: -1))
    #expect(interval.clamped(to: .zero ... .milliseconds(1)) == .milliseconds(1))
  }

  @Test func `time out of range stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = Instant(nanoseconds: .max) + TimeSpan(nanoseconds: 1)
    }
    await #expect(processExitsWith: .failure) { _ = TimeSpan(nanoseconds: .max).seconds }
    await #expect(processExitsWith: .failure) {
      _ = TimeSpan.zero.quotientAndRemainder(dividingBy: .zero)
    }
    await #expect(processExitsWith: .failure) { _ = TimeSpan.zero.fraction(of: .zero) }
  }
}
