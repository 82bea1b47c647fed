// SPDX-License-Identifier: Apache-2.0

package import Motion

// When a frame is begun: decided here alone. What is shown says when it may change, the clock when vblanks
// are. Mutating even where nothing changes (compiler-workarounds.md: immutable-self): once a frame, a copy
// of a presenter and its output would take as long as a small frame.
extension Presenter where Target: ~Copyable {
  /// Takes note that what is shown has changed: a frame is due, whatever else may change later.
  package mutating func invalidate() {
    hasNews = true
  }

  /// The instant that the frame on the display, or on its way there, was drawn for, where only a change
  /// after it makes the next one due; nil where one is due anyway.
  package var unchangedSince: Instant? {
    mutating get { hasNews || mustRedraw ? nil : lastTarget }
  }

  /// Whether to begin a frame: the one for the next vblank may differ from the last.
  ///
  /// - Parameters:
  ///   - change: when what is shown may change after `unchangedSince`; of no account where that is nil.
  ///   - now: the present instant.
  /// - Returns: yes before the first frame and after a restart, too; no while one is pending.
  package mutating func isFrameDue(_ change: NextChange, at now: Instant) -> Bool {
    if isBusy { return false }
    guard let lastTarget else { return true }
    if let retryTime { return now >= retryTime }
    if let begin = clock.nextBegin(after: lastTarget), now < begin { return false }
    if unchangedSince == nil { return true }
    // The target vblank of the last frame is still in the future.
    if now < lastTarget, clock.lastVblank != nil { return false }
    switch change {
    case .now: return true
    case .visibly(let instant), .at(let instant): return now >= clock.earliestBegin(for: instant)
    case .never: return false
    }
  }

  /// When to call `advance`, and to begin a frame if one is due then, without an event.
  ///
  /// - Parameter change: as for `isFrameDue`.
  /// - Returns: nil for never.
  package mutating func nextDeadline(_ change: NextChange) -> Instant? {
    if isBusy { return wakeTime }
    guard let lastTarget else { return .zero }
    if let retryTime { return retryTime }
    let begin = clock.nextBegin(after: lastTarget) ?? lastTarget
    if unchangedSince == nil { return begin }
    switch change {
    case .now: return begin
    case .visibly(let instant), .at(let instant):
      return max(begin, clock.earliestBegin(for: instant) + clock.beginMargin)
    case .never: return nil
    }
  }
}
