// SPDX-License-Identifier: Apache-2.0

package import Motion

// Only this file decides when a frame is begun. The stage says when it may change, the clock says when
// vblanks are. The methods are mutating even where nothing changes (compiler-workarounds.md: immutable-self):
// once a frame, a copy of a presenter and its output would take as long as a small frame.
extension Presenter where Target: ~Copyable {
  /// Records that the stage has changed: a frame is due, whatever may change later.
  package mutating func invalidate() {
    hasNews = true
  }

  /// The instant that the last frame was drawn for, if only a later change makes the next one due; nil where
  /// the next frame is due anyway.
  package var unchangedSince: Instant? {
    mutating get { hasNews || mustRedraw ? nil : lastTarget }
  }

  /// Whether to begin a frame, because the frame of the next vblank may differ from the last one.
  ///
  /// - Parameters:
  ///   - change: when the stage may change after `unchangedSince`; ignored where that is nil.
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
