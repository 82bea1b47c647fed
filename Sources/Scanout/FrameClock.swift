// SPDX-License-Identifier: Apache-2.0

package import Motion

/// Predicts the instant for which the next frame should be drawn, and counts missed vblanks.
///
/// A frame's time is that of the vblank that will show it: the last vblank plus a whole number of periods.
/// Most drivers report a flip at its vblank, and these reports are the clock. Some drivers have no vblank and
/// report at once. The clock then makes a timeline of its own at the mode's rate, and a frame is committed at
/// its instant, never earlier. The reports show which kind a driver is.
package struct FrameClock: Sendable {
  /// What limits frames to the mode's rate.
  package enum Pacing: Equatable, Sendable {
    /// The driver: a commit is shown at the next vblank, and only then reported.
    case driver
    /// The frame clock: a commit is shown at once, so it is held back until the frame's instant.
    case timer
  }

  /// The current pacing.
  package private(set) var pacing: Pacing

  /// When the last frame was shown; nil before the first.
  package private(set) var lastVblank: Instant?

  /// How many vblanks showed an old frame although a new one was due.
  package private(set) var missedVblankCount: Int64 = 0

  /// The minimum number of vblanks for which each frame of a moving stage is shown: more than 1 under a frame
  /// limit.
  package private(set) var vblanksPerFrame = 1

  /// How many frames on time end the haste after a late one.
  private static var hastyFrames: Int { 256 }

  /// For how many frames a change is drawn from the vblank before it on, without a margin.
  private var hasteCount = 0
  private var timeline: VblankTimeline
  private var lastSequence: UInt32?
  private var earlyReportCount = 0

  /// Starts a clock that has seen no vblank.
  ///
  /// `pacing` is the driver's expected pacing; `.driver` is corrected by its reports.
  package init(refreshMillihertz: Int, pacing: Pacing) {
    timeline = VblankTimeline(refreshMillihertz: refreshMillihertz, base: .zero)
    self.pacing = pacing
  }

  /// Limits the frames begun per second; nil lifts the limit.
  ///
  /// Each frame is shown for the same whole number of vblanks, which looks smooth: at 60 Hz a limit of 25
  /// gives 20 frames per second. A rate up to a hundredth above the limit is allowed, so that 60 permits all
  /// frames at 60.004 Hz.
  package mutating func limit(framesPerSecond: Int?) {
    limitPerSecond = framesPerSecond
    guard let limit = framesPerSecond, limit > 0 else {
      vblanksPerFrame = 1
      return
    }
    let allowed = min(limit, VblankTimeline.refreshRange.upperBound) * 1010
    vblanksPerFrame = max(1, (refreshMillihertz + allowed - 1) / allowed)
  }

  private var limitPerSecond: Int?

  /// When the frame after one for an instant may be begun; nil without a limit.
  ///
  /// It is shortly after the previous frame's last vblank: a frame begun then is for the next vblank, with
  /// either pacing. It is not earlier, so that the frame includes commands received until then.
  package func nextBegin(after target: Instant) -> Instant? {
    guard vblanksPerFrame > 1 else { return nil }
    let shown = max(target, lastVblank ?? target)
    return timeline.instant(timeline.number(after: shown - halfPeriod) + Int64(vblanksPerFrame - 1))
      + beginMargin
  }

  /// The earliest instant at which a frame may be begun that must not be shown before a given instant.
  ///
  /// It is the last vblank before the first one at or after that instant.
  package func earliestBegin(for instant: Instant) -> Instant {
    guard lastVblank != nil else { return instant }
    let number = timeline.number(after: instant - TimeSpan(nanoseconds: 1))
    return timeline.instant(number - 1)
  }

  /// Frames per 1000 seconds.
  package var refreshMillihertz: Int { timeline.refreshMillihertz }

  /// The length of a period, rounded down to a nanosecond.
  package var period: TimeSpan { timeline.period }

  /// The instant for which a frame that is begun now should be drawn.
  ///
  /// Before the first vblank it is now. A vblank that is nearer than an eighth of a period is skipped: a
  /// frame begun so late would most likely miss it.
  package func target(at now: Instant) -> Instant {
    guard lastVblank != nil else { return now }
    return timeline.next(after: now + margin)
  }

  /// The earliest instant at which to commit a frame, so that it is not shown before its target vblank.
  ///
  /// With timer pacing it is the target itself. With driver pacing it is any time, once the vblank before the
  /// target has been reported; else just after that vblank, which would show a frame committed earlier. A
  /// sixteenth of a period allows for inexact time stamps.
  package func earliestCommit(for target: Instant) -> Instant {
    guard pacing == .driver else { return target }
    guard let lastVblank else { return .zero }
    let before = timeline.instant(timeline.number(after: target - TimeSpan(nanoseconds: 1)) - 1)
    return before <= lastVblank ? .zero : before + TimeSpan(nanoseconds: period.nanoseconds / 16)
  }

  /// The instant to retry at, with the same frame, when the display was not ready.
  ///
  /// Even before the first vblank it is later than now; else the loop would retry without a pause.
  package func retryTarget(at now: Instant) -> Instant {
    lastVblank == nil ? now + period : target(at: now)
  }

  /// Records that a frame was shown.
  ///
  /// `sequence` is the driver's count of vblanks, where it has one.
  package mutating func recordPresented(at instant: Instant, sequence: UInt32?, target: Instant) {
    countMissed(until: instant, target: target)
    if let last = lastVblank {
      if pacing == .driver { judgeDriver(instant - last, sequence: sequence) }
    } else if pacing == .timer {
      // Frames are committed at their targets: the first one fixes the grid for good.
      timeline.base = target
    }
    if pacing == .driver { timeline.base = instant }
    lastVblank = instant
    lastSequence = sequence
  }

  /// Records that a frame of a moving stage is begun.
  ///
  /// The previous frame was up to date at `shown`; the vblanks between that and the target show an outdated
  /// frame.
  package mutating func recordBegin(target: Instant, since shown: Instant) {
    let elapsed = (target - shown).nanoseconds + period.nanoseconds / 2
    missedVblankCount += max(0, elapsed / period.nanoseconds - Int64(vblanksPerFrame))
  }

  /// Forgets the vblanks, as after a mode-set; the driver's pacing and the count stay.
  package mutating func restart(refreshMillihertz: Int) {
    timeline = VblankTimeline(refreshMillihertz: refreshMillihertz, base: .zero)
    lastVblank = nil
    lastSequence = nil
    (earlyReportCount, hasteCount) = (0, 0)
    limit(framesPerSecond: limitPerSecond)
  }

  private var halfPeriod: TimeSpan { TimeSpan(nanoseconds: period.nanoseconds / 2) }

  /// From this long after a vblank, a frame that is begun or committed is for the next one.
  package var margin: TimeSpan { TimeSpan(nanoseconds: period.nanoseconds / 8) }

  /// How long after a vblank the frame for the next one is begun where nothing else does: late enough that it is
  /// committed at once.
  ///
  /// A frame that takes what is left of the period would be a vblank late each time. After one that was late the
  /// margin is drawn in, too; what is drawn sooner than that waits for its commit.
  package var beginMargin: TimeSpan { hasteCount > 0 ? .zero : margin }

  /// A report within half a period of the target is on time.
  ///
  /// After a long pause the phase of the vblanks is unknown: a mode's rate is accurate to a few parts in ten
  /// thousand at best. Nothing was animated then, and nothing is counted.
  private mutating func countMissed(until instant: Instant, target: Instant) {
    guard let last = lastVblank, (target - last).nanoseconds < 100 * period.nanoseconds else {
      return
    }
    let late = (instant - target).nanoseconds + period.nanoseconds / 2
    let missed = late > 0 ? late / period.nanoseconds : 0
    missedVblankCount += missed
    hasteCount = missed > 0 ? FrameClock.hastyFrames : max(hasteCount - 1, 0)
  }

  /// Finds out whether the driver reports flips without waiting for a vblank.
  ///
  /// It does if its vblank count is the same at two flips. Two reports in a row that come a quarter of a
  /// period early are taken as proof too; a single one may be an error in a time stamp.
  private mutating func judgeDriver(_ elapsed: TimeSpan, sequence: UInt32?) {
    let isEarly = elapsed.nanoseconds < period.nanoseconds * 3 / 4
    earlyReportCount = isEarly ? earlyReportCount + 1 : 0
    let standsStill = isEarly && sequence != nil && sequence == lastSequence
    guard standsStill || earlyReportCount >= 2, let last = lastVblank else { return }
    pacing = .timer
    timeline.base = last
  }
}
