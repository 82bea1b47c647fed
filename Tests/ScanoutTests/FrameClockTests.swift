import Motion
import Scanout
import Testing

private func ns(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

@Suite struct VblankGridTests {
  @Test func thePeriodIsExactOverAThousandSeconds() {
    let grid = VblankGrid(refreshMillihertz: 60_004, base: ns(7))
    #expect(grid.instant(60_004) == ns(1_000_000_000_007))
    #expect(grid.instant(1) == ns(16_665_562))
  }

  @Test func thirtyDaysHaveNoDrift() {
    let grid = VblankGrid(refreshMillihertz: 59_940, base: .zero)
    let days = Int64(30 * 24 * 3600)
    // 59.94 frames in each of 2 592 000 seconds, to the nanosecond.
    #expect(grid.instant(days * 5994 / 100) == ns(days * 1_000_000_000))
  }

  @Test(arguments: [1, 30_000, 59_940, 60_004, 143_981, 1_000_000])
  func theNextInstantIsTheFirstThatIsLater(rate: Int) {
    let grid = VblankGrid(refreshMillihertz: rate, base: ns(123_456_789))
    for number in [Int64(-3), 0, 1, 2, 999, 123_456] {
      let instant = grid.instant(number)
      #expect(grid.next(after: instant) == grid.instant(number + 1))
      #expect(grid.next(after: instant - Interval(nanoseconds: 1)) == instant)
      #expect(grid.number(after: instant) == number + 1)
    }
  }
}

@Suite struct FrameClockTests {
  private let ms: Int64 = 1_000_000

  @Test func beforeTheFirstVblankTheTargetIsNow() {
    let clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    #expect(clock.target(at: ns(5)) == ns(5))
  }

  @Test func beforeTheFirstVblankARetryIsAPeriodLater() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    #expect(clock.retryTarget(at: ns(5)) == ns(5 + 10 * ms))
    clock.notePresented(at: ns(3 * ms), sequence: 1, target: ns(0))
    #expect(clock.retryTarget(at: ns(4 * ms)) == ns(13 * ms))
  }

  @Test func theTargetIsTheLastVblankPlusWholePeriods() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.notePresented(at: ns(3 * ms), sequence: 1, target: ns(0))
    #expect(clock.target(at: ns(4 * ms)) == ns(13 * ms))
    #expect(clock.target(at: ns(58 * ms)) == ns(63 * ms))
  }

  @Test func aVblankThatIsTooNearIsLeftToTheNext() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.notePresented(at: ns(0), sequence: 1, target: ns(0))
    #expect(clock.target(at: ns(8_700_000)) == ns(10 * ms))
    #expect(clock.target(at: ns(8_800_000)) == ns(20 * ms))
  }

  @Test func theDriversTimesAreTheClock() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.notePresented(at: ns(0), sequence: 1, target: ns(0))
    clock.notePresented(at: ns(10_050_000), sequence: 2, target: ns(10 * ms))
    #expect(clock.target(at: ns(10_060_000)) == ns(20_050_000))
    #expect(clock.missedVblankCount == 0)
  }

  @Test func vblanksThatPassedAreCounted() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.notePresented(at: ns(0), sequence: 1, target: ns(0))
    clock.notePresented(at: ns(30 * ms), sequence: 4, target: ns(10 * ms))
    #expect(clock.missedVblankCount == 2)
  }

  @Test func anUnknownPhaseAfterARestIsNotAMiss() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.notePresented(at: ns(0), sequence: 1, target: ns(0))
    let target = ns(100_000 * ms)
    clock.notePresented(at: target + Interval(nanoseconds: 9 * ms), sequence: 9999, target: target)
    #expect(clock.missedVblankCount == 0)
  }

  @Test func aDriverWhoseCountStandsStillIsPacedByUs() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.notePresented(at: ns(0), sequence: 0, target: ns(0))
    clock.notePresented(at: ns(100_000), sequence: 0, target: ns(10 * ms))
    #expect(clock.pacing == .timer)
    #expect(clock.target(at: ns(200_000)) == ns(10 * ms))
  }

  @Test func aDriverThatIsEarlyTwiceIsPacedByUs() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.notePresented(at: ns(0), sequence: 1, target: ns(0))
    clock.notePresented(at: ns(5 * ms), sequence: 2, target: ns(10 * ms))
    #expect(clock.pacing == .driver)
    clock.notePresented(at: ns(10 * ms), sequence: 3, target: ns(15 * ms))
    #expect(clock.pacing == .timer)
  }

  @Test func aPacedDriverStaysOneWithJitter() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    for number in 0..<100 {
      let jitter = Int64(number % 3 - 1) * 900_000
      let target = ns(Int64(number) * 10 * ms)
      clock.notePresented(
        at: target + Interval(nanoseconds: jitter), sequence: UInt32(number), target: target)
    }
    #expect(clock.pacing == .driver)
    #expect(clock.missedVblankCount == 0)
  }

  @Test func ourGridDoesNotFollowLateReports() {
    var clock = FrameClock(refreshMillihertz: 60_000, pacing: .timer)
    var now = ns(1_000)
    for number in 0..<600 {
      let target = clock.target(at: now)
      #expect(target == ns(1_000 + Int64(number) * 1_000_000_000 / 60))
      // Shown a little late each time, differently.
      now = target + Interval(nanoseconds: Int64(number % 7) * 200_000)
      clock.notePresented(at: now, sequence: 0, target: target)
    }
    #expect(clock.missedVblankCount == 0)
  }

  @Test func aRestartForgetsTheVblanksAndKeepsTheRest() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.notePresented(at: ns(0), sequence: 0, target: ns(0))
    clock.notePresented(at: ns(100_000), sequence: 0, target: ns(10 * ms))
    clock.restart(refreshMillihertz: 50_000)
    #expect(clock.lastVblank == nil)
    #expect(clock.pacing == .timer)
    #expect(clock.period == Interval(nanoseconds: 20 * ms))
  }
}
