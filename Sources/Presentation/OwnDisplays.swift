// SPDX-License-Identifier: Apache-2.0

package import Linux
package import Motion

/// A session with an animation of a library's user, whose turn is compiled for it in this module.
///
/// Its methods are those of `DisplaySession` that run in each turn; called from another module those would not be specialised
/// (compiler-workarounds.md: specialisation).
package struct OwnDisplays: ~Copyable {
  /// The session, for all that is not part of each turn.
  package var session: DisplaySession<OwnStage>
  private var observer = NoObserver()

  /// Takes over a session.
  package init(_ session: consuming DisplaySession<OwnStage>) { self.session = session }

  /// Adds the descriptors of the displays to slots of a poll set from `first` on.
  package mutating func watch(in poll: inout Poll<16>, from first: Int) {
    session.watch(in: &poll, from: first)
  }

  /// Handles the kernel's events in those slots.
  package mutating func serve(
    _ poll: borrowing Poll<16>, from first: Int, _ options: borrowing OutputOptions, at now: Instant
  ) {
    session.serve(poll, from: first, options, &observer, at: now)
  }

  /// Draws the frames that are due.
  package mutating func show(at now: Instant) {
    session.show(at: now, &observer)
    if session.outputs.allPresented { session.deviceManager?.recordLit(at: now) }
  }

  /// Advances the hand-over.
  package mutating func advanceHandover(at now: Instant) -> DisplaySession<OwnStage>.HandoverEvent {
    session.advanceHandover(at: now)
  }

  /// When the next turn is due without an event; nil for never.
  package mutating func nextDeadline() -> Instant? { session.nextDeadline() }
}
