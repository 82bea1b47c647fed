// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Stage
internal import Text

/// The visible messages, with the transition from the previous messages.
struct MessageTransition {
  private var transition = Transition(Messages())
  /// Since when each slot has had its message.
  private var since = InlineArray<4, Instant?>(repeating: nil)

  /// The shortest time that a message must have been shown in order to fade out.
  private static var shortest: TimeSpan { .milliseconds(500) }

  /// The messages that are shown, or fade in.
  var shown: Messages { transition.incoming }

  /// The messages that fade out.
  var outgoing: Messages { transition.outgoing }

  /// The share of the messages that are shown, against the outgoing ones.
  func share(at time: Instant) -> Fixed { transition.share(at: time) }

  func isFinished(at time: Instant) -> Bool { transition.isFinished(at: time) }

  /// Shows other messages at once; a transition in progress continues to them.
  mutating func replace(_ messages: Messages) { transition.replace(messages) }

  /// Shows other messages by a transition; if one is in progress, it continues to them.
  mutating func change(to next: Messages, at time: Instant, _ duration: TimeSpan) {
    let isStill = transition.isFinished(at: time)
    var old = transition.incoming
    for slot in Command.messageSlots where old[slot] != next[slot] {
      if isStill, !old[slot].isEmpty, let begin = since[slot - 1],
        time - begin < MessageTransition.shortest
      {
        old[slot] = next[slot]
      }
      since[slot - 1] = time
    }
    if isStill {
      transition = Transition(old)
      if old != next { transition.start(to: next, at: time, duration) }
    }
    transition.replace(next)
  }
}
