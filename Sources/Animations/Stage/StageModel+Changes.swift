// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
internal import Theme
package import Stage

// When a frame may change.
extension StageModel {
  /// When the frame at an instant on a layout may change next if no command comes.
  ///
  /// Call it right after that frame is drawn: motion until then is missed if the model has been advanced
  /// further, for other outputs.
  package func nextChange(after time: Instant, on layout: StageLayout) -> NextChange {
    let time = max(now, time)
    let (change, isAll) = changeOfRest(after: time, on: layout)
    if isAll { return change }
    return change.earlier(
      afterPause(
        animation.nextChange(after: pause.time(of: time), in: layout.box, style: style)))
  }

  /// When all but an animation without a theme may change next, and whether that is all.
  private func changeOfRest(
    after time: Instant, on layout: StageLayout
  ) -> (change: NextChange, isAll: Bool) {
    if isInTransition(at: time) { return (.now, true) }
    var release = NextChange.never
    // One more frame, before which the outgoing look is freed: this frame was drawn before its time.
    if let outgoing { release = .at(outgoing.incomingShare.end + .milliseconds(100)) }
    guard let theme, let elements = layout.theme else { return (release, false) }
    let change = nextChange(
      of: theme, elements, in: situation(at: time).incoming, after: time, on: layout)
    return (release.earlier(change), true)
  }

  /// Converts a change of an animation, which pauses during a prompt, to the stage's time.
  func afterPause(_ change: NextChange) -> NextChange {
    if pause.isOn { return .never }
    switch change {
    case .at(let instant): return .at(pause.instant(of: instant))
    case .visibly(let instant): return .visibly(pause.instant(of: instant))
    case .now, .never: return change
    }
  }

  /// Whether a transition is in progress that every frame shows.
  private func isInTransition(at time: Instant) -> Bool {
    if isDissolving(at: time) { return true }
    guard theme != nil || showsMessage else { return false }
    if !messages.isFinished(at: time) || isPromptMoving(at: time) { return true }
    guard theme != nil else { return false }
    return !appearance.isFinished(at: time) || leaving?.isFinished(at: time) == false
      || !situation(at: time).isFinished(at: time)
  }

  /// When an element of a theme may change next in a situation.
  ///
  /// Hidden animations count, too: the visible elements depend on their states, and texts show their
  /// percentages.
  private func nextChange(
    of model: ThemeModel, _ theme: ThemeLayout, in situation: Int, after time: Instant,
    on layout: StageLayout
  ) -> NextChange {
    let t = pause.time(of: time)
    var (change, seen) = (NextChange.never, UInt64(0))
    var index = 0
    while let element = theme.element(index, in: situation) {
      index += 1
      if element.kind == .animation { seen |= 1 << UInt64(element.node) }
      change = change.earlier(nextChange(of: element, model, after: time, on: layout))
    }
    if pause.isOn { return change }
    for part in model.parts where seen >> UInt64(part.node) & 1 == 0 {
      change = change.earlier(
        afterPause(part.animation.nextChange(after: t, in: layout.box, style: part.hiddenStyle)))
    }
    // The others include the animation that gives the stage its state.
    if model.main != nil { return change }
    return change.earlier(
      afterPause(animation.nextChange(after: t, in: layout.box, style: style)))
  }

  /// Whether the motion is endless until a command comes: the progress is unknown, or all motion is like a
  /// light that runs along a bar.
  package func isEndless(at time: Instant) -> Bool {
    if animation.isEndless(at: pause.time(of: max(now, time))) { return true }
    let count = animation.channelCount
    for channel in Stage.channels
    where channel <= count && reportedState[channel]?.isUnknown == true {
      return true
    }
    return false
  }
}

extension StageModel where Content == BuiltInAnimation {
  /// The slow motion of the frame at an instant; nil where other parts may move, too.
  package func shownMotion(at time: Instant) -> ShownMotion? {
    if theme != nil || outgoing != nil || isAsking { return nil }
    return animation.shownMotion(at: pause.time(of: max(now, time)))
  }

  /// When a frame will differ visibly after a later command.
  ///
  /// It is now, unless the command only set a target, and all motion continues from the displayed state.
  package func nextChange(
    by command: Command, after time: Instant, on layout: StageLayout, since shown: ShownMotion?
  ) -> NextChange {
    guard case .progress = command, let shown else { return .now }
    return nextChange(after: time, on: layout, since: shown)
  }

  /// When the frame at an instant may change next; the displayed frame may be an earlier one.
  package func nextChange(
    after time: Instant, on layout: StageLayout, since shown: ShownMotion?
  ) -> NextChange {
    let time = max(now, time)
    let (change, isAll) = changeOfRest(after: time, on: layout)
    if isAll { return change }
    return change.earlier(
      afterPause(
        animation.nextChange(
          after: pause.time(of: time), in: layout.box, style: style, since: shown)))
  }
}
