// SPDX-License-Identifier: Apache-2.0

import Motion
import Scanout
import Testing

private func ns(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

@Suite struct VblankTimelineTests {
  @Test func `the period is exact over a thousand seconds`() {
    let grid = VblankTimeline(refreshMillihertz: 60_004, base: ns(7))
    #expect(grid.instant(60_004) == ns(1_000_000_000_007))
    #expect(grid.instant(1) == ns(16_665_562))
  }

  @Test func `thirty days have no drift`() {
    let grid = VblankTimeline(refreshMillihertz: 59_940, base: .zero)
    let days = Int64(30 * 24 * 3600)
    // 59.94 frames in each of 2 592 000 seconds, to the nanosecond.
    #expect(grid.instant(days * 5994 / 100) == ns(days * 1_000_000_000))
  }

  @Test(arguments: [1, 30_000, 59_940, 60_004, 143_981, 1_000_000])
  func `the next instant is the first that is later`(rate: Int) {
    let grid = VblankTimeline(refreshMillihertz: rate, base: ns(123_456_789))
    for number in [Int64(-3), 0, 1, 2, 999, 123_456] {
      let instant = grid.instant(number)
      #expect(grid.next(after: instant) == grid.instant(number + 1))
      #expect(grid.next(after: instant - TimeSpan(nanoseconds: 1)) == instant)
      #expect(grid.number(after: instant) == number + 1)
    }
  }
}

@Suite struct FrameClockTests {
  private let ms: Int64 = 1_000_000

  @Test func `before the first vblank the target is now`() {
    let clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    #expect(clock.target(at: ns(5)) == ns(5))
  }

  @Test func `before the first vblank a retry is a period later`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    #expect(clock.retryTarget(at: ns(5)) == ns(5 + 10 * ms))
    clock.recordPresented(at: ns(3 * ms), sequence: 1, target: ns(0))
    #expect(clock.retryTarget(at: ns(4 * ms)) == ns(13 * ms))
  }

  @Test func `the target is the last vblank plus whole periods`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.recordPresented(at: ns(3 * ms), sequence: 1, target: ns(0))
    #expect(clock.target(at: ns(4 * ms)) == ns(13 * ms))
    #expect(clock.target(at: ns(58 * ms)) == ns(63 * ms))
  }

  @Test func `a frame may be committed just after the vblank before its target`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    #expect(clock.earliestCommit(for: ns(5)) == .zero)
    clock.recordPresented(at: ns(0), sequence: 1, target: ns(0))
    // The previous vblank is known to be over.
    #expect(clock.earliestCommit(for: ns(10 * ms)) == .zero)
    #expect(clock.earliestCommit(for: ns(70 * ms)) == ns(60 * ms + 10 * ms / 16))
    let paced = FrameClock(refreshMillihertz: 100_000, pacing: .timer)
    #expect(paced.earliestCommit(for: ns(70 * ms)) == ns(70 * ms))
  }

  @Test func `a vblank that is too near is left to the next`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.recordPresented(at: ns(0), sequence: 1, target: ns(0))
    #expect(clock.target(at: ns(8_700_000)) == ns(10 * ms))
    #expect(clock.target(at: ns(8_800_000)) == ns(20 * ms))
  }

  @Test func `the driver's times are the clock`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.recordPresented(at: ns(0), sequence: 1, target: ns(0))
    clock.recordPresented(at: ns(10_050_000), sequence: 2, target: ns(10 * ms))
    #expect(clock.target(at: ns(10_060_000)) == ns(20_050_000))
    #expect(clock.missedVblankCount == 0)
  }

  @Test func `vblanks that passed are counted`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.recordPresented(at: ns(0), sequence: 1, target: ns(0))
    clock.recordPresented(at: ns(30 * ms), sequence: 4, target: ns(10 * ms))
    #expect(clock.missedVblankCount == 2)
  }

  @Test func `an unknown phase after a rest is not a miss`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.recordPresented(at: ns(0), sequence: 1, target: ns(0))
    let target = ns(100_000 * ms)
    clock.recordPresented(
      at: target + TimeSpan(nanoseconds: 9 * ms), sequence: 9999, target: target)
    #expect(clock.missedVblankCount == 0)
  }

  @Test func `a driver whose count stands still is paced by us`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.recordPresented(at: ns(0), sequence: 0, target: ns(0))
    clock.recordPresented(at: ns(100_000), sequence: 0, target: ns(10 * ms))
    #expect(clock.pacing == .timer)
    #expect(clock.target(at: ns(200_000)) == ns(10 * ms))
  }

  @Test func `a driver that is early twice is paced by us`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.recordPresented(at: ns(0), sequence: 1, target: ns(0))
    clock.recordPresented(at: ns(5 * ms), sequence: 2, target: ns(10 * ms))
    #expect(clock.pacing == .driver)
    clock.recordPresented(at: ns(10 * ms), sequence: 3, target: ns(15 * ms))
    #expect(clock.pacing == .timer)
  }

  @Test func `a paced driver stays one with jitter`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    for number in 0..<100 {
      let jitter = Int64(number % 3 - 1) * 900_000
      let target = ns(Int64(number) * 10 * ms)
      clock.recordPresented(
        at: target + TimeSpan(nanoseconds: jitter), sequence: UInt32(number), target: target)
    }
    #expect(clock.pacing == .driver)
    #expect(clock.missedVblankCount == 0)
  }

  @Test func `our grid does not follow late reports`() {
    var clock = FrameClock(refreshMillihertz: 60_000, pacing: .timer)
    var now = ns(1_000)
    for number in 0..<600 {
      let target = clock.target(at: now)
      #expect(target == ns(1_000 + Int64(number) * 1_000_000_000 / 60))
      // Shown a little late each time, differently.
      now = target + TimeSpan(nanoseconds: Int64(number % 7) * 200_000)
      clock.recordPresented(at: now, sequence: 0, target: target)
    }
    #expect(clock.missedVblankCount == 0)
  }

  @Test func `a restart forgets the vblanks and keeps the rest`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.recordPresented(at: ns(0), sequence: 0, target: ns(0))
    clock.recordPresented(at: ns(100_000), sequence: 0, target: ns(10 * ms))
    clock.restart(refreshMillihertz: 50_000)
    #expect(clock.lastVblank == nil)
    #expect(clock.pacing == .timer)
    #expect(clock.period == TimeSpan(nanoseconds: 20 * ms))
  }

  @Test(arguments: [
    (60_000, 60, 1), (60_004, 60, 1), (59_940, 60, 1), (60_000, 59, 2), (60_000, 30, 2),
    (60_000, 29, 3), (60_000, 25, 3), (60_000, 1, 60), (143_981, 60, 3), (143_981, 72, 2),
    (23_976, 24, 1), (23_976, 1000, 1), (1_000_000, 1, 991), (1, 1, 1), (60_000, Int.max, 1),
  ])
  func `a limit is a whole number of vblanks`(millihertz: Int, limit: Int, vblanks: Int) {
    var clock = FrameClock(refreshMillihertz: millihertz, pacing: .driver)
    clock.limit(framesPerSecond: limit)
    #expect(clock.vblanksPerFrame == vblanks)
    clock.limit(framesPerSecond: nil)
    #expect(clock.vblanksPerFrame == 1)
    #expect(clock.nextBegin(after: ns(0)) == nil)
  }

  @Test func `a limit survives a mode set`() {
    var clock = FrameClock(refreshMillihertz: 60_000, pacing: .driver)
    clock.limit(framesPerSecond: 30)
    clock.restart(refreshMillihertz: 120_000)
    #expect(clock.vblanksPerFrame == 4)
  }

  /// Runs a stage that always moves and returns the times at which its frames are shown.
  private func run(
    _ pacing: FrameClock.Pacing, limit: Int?, jitter: Int64 = 0, frames: Int = 50
  ) -> (shown: [Instant], clock: FrameClock) {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: pacing)
    clock.limit(framesPerSecond: limit)
    var now = ns(3 * ms)
    var shown: [Instant] = []
    for number in 0..<frames {
      let target = clock.target(at: now)
      if let last = shown.last { clock.recordBegin(target: target, since: last) }
      // A driver shows it at the next vblank, a timer at its target; both report some jitter.
      let vblank = VblankTimeline(refreshMillihertz: 100_000, base: ns(0)).next(after: now)
      let instant = pacing == .driver && number > 0 ? vblank : max(target, now)
      clock.recordPresented(
        at: instant + TimeSpan(nanoseconds: jitter * Int64(number % 3 - 1)),
        sequence: pacing == .driver ? UInt32(instant.nanoseconds / (10 * ms)) : 0, target: target)
      shown.append(instant)
      now = max(instant, clock.nextBegin(after: target) ?? instant)
    }
    return (shown, clock)
  }

  @Test(
    arguments: [FrameClock.Pacing.driver, .timer], [(40, Int64(3)), (33, 4), (1, 100), (100, 1)])
  func `under a limit all frames stay equally long`(
    pacing: FrameClock.Pacing, limit: (perSecond: Int, vblanks: Int64)
  ) {
    for jitter in [Int64(0), 400_000] {
      let (shown, clock) = run(pacing, limit: limit.perSecond, jitter: jitter)
      for index in 2..<shown.count {
        let stayed = (shown[index] - shown[index - 1]).nanoseconds
        #expect(stayed == limit.vblanks * 10 * ms, "frame \(index) with \(jitter) ns")
      }
      #expect(clock.missedVblankCount == 0)
      #expect(clock.pacing == pacing)
    }
  }

  @Test func `under a limit what is missed is counted beyond it`() {
    var clock = FrameClock(refreshMillihertz: 100_000, pacing: .driver)
    clock.limit(framesPerSecond: 50)
    clock.recordBegin(target: ns(20 * ms), since: ns(0))
    #expect(clock.missedVblankCount == 0)
    clock.recordBegin(target: ns(70 * ms), since: ns(20 * ms))
    #expect(clock.missedVblankCount == 3)
  }
}
