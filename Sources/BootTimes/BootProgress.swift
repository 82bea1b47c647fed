// SPDX-License-Identifier: Apache-2.0

package import Motion

/// The progress of the present boot: its clock, which waits while a person is asked, and its percentage.
package struct BootProgress: Sendable {
  /// A percentage is reported when it has grown by this, in hundredths.
  private static var step: Int { 50 }
  /// The least time between two reports.
  private static var interval: TimeSpan { .milliseconds(100) }

  private let start: Instant
  private var asked = TimeSpan.zero
  private var askingSince: Instant?
  private var estimate: BootEstimate?
  /// The last report, in hundredths; nil where another progress has replaced it.
  private var reported: Int?
  private var nextReport: Instant
  private var highest = 0

  /// Whether the boot has ended.
  package private(set) var isOver = false

  /// Whether another progress is shown instead.
  package var isSuppressed = false {
    didSet { if oldValue && !isSuppressed { repeatReport() } }
  }

  /// A boot with a splash that started at an instant.
  package init(from start: Instant) { (self.start, nextReport) = (start, start) }

  /// Begins to estimate by remembered boots, or continues by others.
  package mutating func remember(_ memory: borrowing BootMemory) {
    guard !isOver, var next = BootEstimate(memory) else { return }
    next.keep(highest)
    estimate = next
    nextReport = start
  }

  /// The time since the start in milliseconds, without the time in which a person was asked.
  package func elapsed(at now: Instant) -> Int64 {
    let elapsed = (min(now, askingSince ?? now) - start) - asked
    return max(elapsed.nanoseconds, 0) / 1_000_000
  }

  /// Stops the clock while a person is asked.
  package mutating func set(isAsking: Bool, at now: Instant) {
    if isAsking {
      askingSince = askingSince ?? now
    } else if let since = askingSince {
      asked += max(now - since, .zero)
      askingSince = nil
    }
  }

  /// Records that a unit came.
  package mutating func record(_ unit: Span<UInt8>, at now: Instant) {
    let elapsed = elapsed(at: now)
    estimate?.record(unit, at: elapsed)
    nextReport = min(nextReport, now)
  }

  /// Reports the percentage again: another progress was shown.
  package mutating func repeatReport() { (reported, nextReport) = (nil, start) }

  /// The percentage to show, in hundredths; nil where it is unknown, or shown already.
  package mutating func report(at now: Instant) -> Int? {
    guard isWanted, now >= nextReport else { return nil }
    let elapsed = elapsed(at: now)
    highest = estimate?.percentage(at: elapsed) ?? highest
    let next = estimate?.time(ofNext: BootProgress.step, after: elapsed)
    nextReport =
      next.map { now + max(.milliseconds(Int($0 - elapsed)), BootProgress.interval) } ?? .never
    if let reported, highest < reported + BootProgress.step { return nil }
    reported = highest
    return highest
  }

  /// When the next report may be due; nil for never, as while a person is asked.
  package var deadline: Instant? {
    isWanted && askingSince == nil && nextReport < .never ? nextReport : nil
  }

  private var isWanted: Bool { !isOver && !isSuppressed && estimate != nil }

  /// Ends the boot.
  ///
  /// - Returns: 10000 where a percentage is known; else nil.
  package mutating func end() -> Int? {
    defer { isOver = true }
    return isWanted ? 10_000 : nil
  }
}

extension Instant {
  /// Later than all others.
  fileprivate static var never: Instant { Instant(nanoseconds: .max) }
}
