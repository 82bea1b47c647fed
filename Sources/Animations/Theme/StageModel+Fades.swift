// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Theme
internal import Stage
internal import Text

/// The transition between two situations of a theme: their numbers, and the share of the new one.
struct SituationFade {
  /// Twice the phase, plus 1 during a prompt.
  private(set) var (old, new) = (0, 0)
  private(set) var part = LinearTransition(holding: 1)

  /// Starts a transition to another situation.
  ///
  /// Back to the old situation it continues from the current share. To a third situation it starts from the
  /// one with the larger share.
  mutating func change(to situation: Int, at time: Instant, _ duration: Duration) {
    if situation == new { return }
    let seen = part.value(at: time)
    if situation == old || seen >= .half {
      part = LinearTransition(
        at: time, from: situation == old ? 1 - seen : 0, to: 1, duration: duration)
      old = new
    }
    new = situation
  }
}

/// The transition between messages.
struct MessageFade {
  private(set) var old = Messages()
  private(set) var part = LinearTransition(holding: 1)
  /// Since when each slot has had its message.
  private var since = InlineArray<4, Instant?>(repeating: nil)

  /// The shortest time that a message must have been shown in order to fade out.
  private static var shortest: Duration { .milliseconds(500) }

  /// Starts a transition from a message to its successor; during a transition its clock continues.
  mutating func leave(
    _ messages: Messages, for next: Messages, at time: Instant, _ duration: Duration
  ) {
    let isStill = part.isFinished(at: time)
    if isStill { old = messages }
    for slot in Command.messageSlots where messages[slot] != next[slot] {
      if isStill, !messages[slot].isEmpty, let begin = since[slot - 1],
        time - begin < MessageFade.shortest
      {
        old[slot] = next[slot]
      }
      since[slot - 1] = time
    }
    guard isStill else { return }
    part =
      old != next
      ? LinearTransition(at: time, from: 0, to: 1, duration: duration)
      : LinearTransition(holding: 1)
  }
}

extension StageModel {
  /// The share of the last message, against the previous message.
  func messagePart(at time: Instant) -> Fixed { messageFade.part.value(at: time) }

  /// The situation at an instant, with the transition from the previous one.
  @inline(never)
  func situationFade(at time: Instant) -> SituationFade {
    var fade = situation
    let next = situation(at: time)
    if next == fade.new { return fade }
    // A command has changed it now, or later the animation's own state.
    var change = now
    while situation(at: change) == fade.new,
      let later = animation.stateChange(after: rest.time(of: change)).map(rest.instant(of:)),
      later <= time
    {
      change = later
    }
    fade.change(to: next, at: change, self.fade)
    return fade
  }

  /// The number of the situation at an instant.
  @inline(never)
  private func situation(at time: Instant) -> Int {
    2 * phase(at: rest.time(of: time)) + (isAsking ? 1 : 0)
  }

  /// The phase, as a pack's situations count it.
  private func phase(at t: Instant) -> Int {
    switch animation.state(at: t) {
    case .failing, .failed: 3
    case .idle, .resuming: 0
    case .succeeded: 4
    case .readying, .settling, .downloading, .running:
      reportedState[1]?.isUnknown == true ? 2 : 1
    }
  }

  /// Whether a transition is in progress at an instant.
  @inline(never)
  func isFading(at time: Instant) -> Bool {
    if !messageFade.part.isFinished(at: time) { return showsMessage || theme != nil }
    guard theme != nil else { return false }
    if !leaveTransition.isFinished(at: time) { return true }
    return !appearance.isFinished(at: time) || !situationFade(at: time).part.isFinished(at: time)
  }
}
