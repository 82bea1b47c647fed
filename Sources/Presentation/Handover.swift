// SPDX-License-Identifier: Apache-2.0

package import Motion

/// The state of a hand-over of the displays to another DRM master, without a black frame in between.
///
/// Draining comes first: pending flips complete and nothing more is drawn. Then master is dropped. A
/// daemon that quits keeps its framebuffers, which are still scanned out, until every CRTC scans out
/// those of another program, or until the timeout.
package struct Handover {
  /// The purpose of the hand-over.
  package enum Purpose: Equatable {
    /// The program ends.
    case quit
    /// The program stays, and may be reactivated.
    case deactivate
  }

  private enum State: Equatable {
    case inactive
    case draining(Purpose, until: Instant)
    case handingOver(until: Instant, next: Instant)
    case done
  }

  /// The next action of the loop.
  package enum Step: Equatable {
    case nothing
    /// Drained: drop master.
    case dropMaster(Purpose)
    /// Check whether another program's framebuffers are scanned out; `isLast` at the timeout.
    case checkScanout(isLast: Bool)
  }

  /// How long a flip may stay pending: after that it counts as lost.
  package static var drainTimeout: TimeSpan { .milliseconds(1000) }

  /// The interval between checks of the scanned-out framebuffers.
  package static var scanoutCheckInterval: TimeSpan { .milliseconds(5) }

  private var state = State.inactive

  /// For how many more turns deferred deactivation requests are answered with the cancellation.
  private var cancelledTurns = 0

  /// The time that the next program has for its first frame.
  package let timeout: TimeSpan

  /// No hand-over yet.
  package init(timeout: TimeSpan) {
    self.timeout = timeout
  }

  /// Whether a hand-over is in progress, so that nothing is drawn.
  package var isUnderWay: Bool { state != .inactive }

  /// Whether the hand-over is complete, and the program may end.
  package var isDone: Bool { state == .done }

  /// When to call `step` next; nil for never.
  package var deadline: Instant? {
    switch state {
    case .inactive, .done: nil
    case .draining(_, let until): until
    case .handingOver(_, let next): next
    }
  }

  /// Begins draining; `quit` takes precedence over `deactivate`.
  package mutating func begin(_ purpose: Purpose, at now: Instant) {
    switch state {
    case .inactive, .draining(.deactivate, _):
      state = .draining(purpose, until: now + Handover.drainTimeout)
    case .draining(.quit, _), .handingOver, .done: break
    }
  }

  /// Cancels a deactivation that is still draining.
  package mutating func cancel() {
    guard case .draining(.deactivate, _) = state else { return }
    state = .inactive
    cancelledTurns = 2
  }

  /// Whether a deactivation was cancelled within the last two turns.
  package var isCancelled: Bool { cancelledTurns > 0 }

  /// Counts a turn of requests.
  package mutating func forgetCancellation() { cancelledTurns = max(0, cancelledTurns - 1) }

  /// The next step; `isIdle` is whether no flip is pending.
  package mutating func step(isIdle: Bool, at now: Instant) -> Step {
    switch state {
    case .inactive, .done: return .nothing
    case .draining(let purpose, let until):
      guard isIdle || now >= until else { return .nothing }
      state =
        purpose == .quit ? .handingOver(until: now + timeout, next: now) : .inactive
      return .dropMaster(purpose)
    case .handingOver(let until, let next):
      guard now >= next else { return .nothing }
      state = .handingOver(until: until, next: min(until, now + Handover.scanoutCheckInterval))
      if now >= until { state = .done }
      return .checkScanout(isLast: now >= until)
    }
  }

  /// Ends the hand-over: another program is scanned out.
  package mutating func finish() { state = .done }
}
