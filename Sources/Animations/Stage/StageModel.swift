// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
package import DisplayList
internal import Theme
package import Stage
package import Text

/// The content of a stage, independent of outputs: its animation, its message and a prompt.
///
/// It is state and time: a function of only the commands with their times and the queried time. One model is
/// drawn on any number of outputs, each at an instant and on a `StageLayout` of its own, by a `StagePainter`. It
/// keeps the last instant that it was advanced to. An earlier instant counts as that; later instants may be
/// queried in any order.
///
/// After a failure only a reset changes the frame, the message included. A message in between is kept, is
/// reported in the status, and is shown after the reset. A prompt is always shown; until it is answered the
/// animation pauses, dimmed, and continues afterwards.
package struct StageModel<Content: Animation>: ~Copyable {
  private(set) var now: Instant

  /// The moving content, at its own time.
  package private(set) var animation: Content

  /// The colours and measures of the animation without a theme.
  let style: Content.Style

  /// The motion of a theme; nil for the built-in look.
  let theme: ThemeModel?

  /// The background; nil means the animation's own.
  let background: Color?

  /// Whether the message is shown below the animation.
  let showsMessage: Bool

  /// The duration of transitions between messages, situations and prompts.
  let fade: TimeSpan

  private(set) var reportedState = ReportedState()

  /// The visible messages; a failure freezes them.
  private(set) var messages = MessageTransition()
  /// Whether a newer message may have to replace the visible one.
  private var owesMessage = false
  private var resetsSeen = 0

  /// The prompt, with the transition from none to one or back.
  private var promptTransition = Transition<Prompt?>(nil)
  /// The pause of the animation during a prompt.
  private(set) var pause = PromptPause()
  private(set) var shake = Shake()
  /// The message that came during a prompt, which is shown below the question.
  private(set) var notice = Message()

  /// The transition from an earlier situation of a theme to the present one; a situation's number is twice the
  /// phase, plus 1 during a prompt.
  private var situation = Transition(0)
  /// When the phase of that situation began.
  private var phase: StagePhase
  /// The opacity of the cover while the stage appears.
  let appearance: LinearTransition
  /// The opacity of the cover while the stage disappears; nil before that.
  private(set) var leaving: LinearTransition?

  /// The local time of day that a theme shows; nil while it is unknown.
  private(set) var wallClock: WallClock?

  /// What the on-screen keyboard shows with a prompt, where an output has one; it fades out with the prompt.
  private(set) var onScreenFace: OnScreenFace?

  /// The outgoing look during a transition.
  var outgoing: OutgoingStage<Content>?

  /// Places an animation on a stage; it appears at an instant.
  init(
    _ animation: Content, style: Content.Style, background: Color?, showsMessage: Bool,
    theme: ThemeModel? = nil, fade: TimeSpan = .zero, at start: Instant
  ) {
    (self.animation, self.style, self.theme) = (animation, style, theme)
    let own = theme?.choice.stage
    self.fade = own.map { TimeSpan(microseconds: $0.fade) } ?? fade
    appearance = LinearTransition(
      at: start, from: 1, to: 0, duration: TimeSpan(microseconds: own?.appear ?? 0))
    self.background = background
    self.showsMessage = showsMessage
    now = start
    phase = StagePhase(at: start)
  }

  /// Places an animation without a theme on a stage; it appears at an instant.
  package init(
    _ animation: Content, style: Content.Style, background: Color?, showsMessage: Bool,
    at start: Instant
  ) {
    self.init(
      animation, style: style, background: background, showsMessage: showsMessage, theme: nil,
      at: start)
  }

  /// Applies a command at an instant.
  package mutating func apply(_ command: Command, at time: Instant) {
    advance(to: time)
    outgoing?.model.apply(command, at: time)
    reportedState.record(command)
    if !owesMessage { resetsSeen = animation.resetCount(at: pause.time(of: now)) }
    owesMessage = true
    switch command {
    case .shake: shake.begin(at: now)
    case .prompt(let prompt): ask(prompt)
    case .message(let message): if isAsking { notice = message }
    case .quit: leave()
    case .progress, .progressUnknown, .slot, .remaining, .start, .done, .fail, .reset: break
    }
    animation.apply(command, at: pause.time(of: now))
    theme?.apply(command, at: pause.time(of: now))
    if theme != nil { updateSituation(at: now) }
    let isOther =
      theme == nil
      ? messages.shown.first != reportedState.message : messages.shown != reportedState.messages
    if fade > .zero, theme != nil || !isAsking, isOther, showsLastMessage(at: now) {
      messages.change(to: reportedState.messages, at: now, fade)
    }
    updateMessage()
  }

  /// Changes the animation from an instant on; the function gets the time of the animation's own clock.
  package mutating func update(at time: Instant, _ change: (inout Content, Instant) -> Void) {
    advance(to: time)
    change(&animation, pause.time(of: now))
  }

  /// Sets the local time of day, from an instant on; nil hides a theme's clock.
  package mutating func set(_ clock: WallClock?, at time: Instant) {
    advance(to: time)
    outgoing?.model.set(clock, at: time)
    wallClock = clock
  }

  /// Sets what the on-screen keyboard shows during a prompt; nil shows no keyboard.
  package mutating func set(keyboard face: OnScreenFace?) {
    outgoing?.model.set(keyboard: face)
    onScreenFace = face
  }

  /// Starts to disappear, once, after the outro if one is played.
  private mutating func leave() {
    guard let theme, leaving == nil else { return }
    let t = pause.time(of: now)
    let stage = theme.choice.stage
    let outro = min(
      theme.outroEnd(at: t) - t, TimeSpan(microseconds: stage.farewell), .milliseconds(5000))
    let duration = min(TimeSpan(microseconds: stage.leave), .milliseconds(4000))
    leaving = LinearTransition(
      at: now + max(outro, .zero), from: 0, to: duration > .zero ? 1 : 0, duration: duration)
  }

  /// Starts, continues or ends a prompt.
  private mutating func ask(_ prompt: Prompt?) {
    if let prompt, prompt.question != self.prompt?.question { notice = Message() }
    if isAsking == (prompt != nil) { return promptTransition.replace(prompt) }
    // A typed text never outlives its answer.
    promptTransition.replace(self.prompt?.emptied)
    // However slowly a theme fades, a question must not wait for that.
    promptTransition.start(to: prompt, isTurn: true, at: now, min(fade, .milliseconds(500)))
    pause.set(prompt != nil, at: now)
  }

  /// Handles all events up to an instant; no earlier instant will be queried.
  package mutating func advance(to time: Instant) {
    if theme != nil, time > now { updateSituation(at: time) }
    now = max(now, time)
    advanceOutgoing()
    animation.advance(to: pause.time(of: now))
    theme?.advance(to: pause.time(of: now))
    updateMessage()
  }

  /// The shown and reported values of a channel; nil for an unknown channel.
  package func status(at time: Instant, channel: Int = 1) -> StageStatus? {
    guard let report = reportedState[channel] else { return nil }
    let t = pause.time(of: max(now, time))
    return StageStatus(
      state: animation.state(at: t), percent: report.percent, isUnknown: report.isUnknown,
      shown: animation.progress(at: t, channel: channel),
      showsProgress: animation.showsProgress(at: t, channel: channel),
      remainingSeconds: reportedState.remainingSeconds, isFailed: reportedState.isFailed,
      message: prompt?.question ?? reportedState.message, isQuitting: reportedState.isQuitting)
  }

  /// The shown progress of a theme's channel; nil while it is unknown, or no animation shows it.
  func shownProgress(ofChannel channel: Int, at t: Instant) -> Fixed? {
    guard theme?.main != nil, channel <= animation.channelCount else {
      return theme?.progress(ofChannel: channel, at: t)
    }
    if reportedState[channel]?.isUnknown == true { return nil }
    return animation.showsProgress(at: t, channel: channel)
      ? animation.progress(at: t, channel: channel) : nil
  }

  /// The last message of a slot, 1 to 4, shown or not.
  package func message(in slot: Int) -> Message { reportedState.messages[slot] }

  /// The theme; nil for the built-in look.
  package var themeSelection: ThemeSelection? { theme?.choice }

  /// When the stage has disappeared after `quit`; nil where that takes no time.
  package var leaveEnd: Instant? { leaving?.end }

  /// The prompt; nil without one.
  var prompt: Prompt? { promptTransition.incoming }

  /// Whether a prompt with an entry field is shown.
  package var isAsking: Bool { prompt != nil }

  /// The current question, or the last one, which may still fade out, without its answer.
  var visiblePrompt: Prompt {
    prompt ?? promptTransition.outgoing ?? Prompt(question: Message(), entry: EntryField())
  }

  /// The opacity of a prompt, from 0 to 1.
  func promptOpacity(at time: Instant) -> Fixed {
    let share = promptTransition.share(at: time)
    return isAsking ? share : 1 - share
  }

  /// Whether a prompt fades, or shakes after a wrong answer.
  func isPromptMoving(at time: Instant) -> Bool {
    !promptTransition.isFinished(at: time) || isAsking && !shake.isStill(at: time)
  }

  private mutating func updateMessage() {
    // Not in each frame: messages are large to copy, and animations to query.
    guard owesMessage else { return }
    let isLet = showsLastMessage(at: now)
    resetsSeen = animation.resetCount(at: pause.time(of: now))
    guard isLet else { return }
    messages.replace(reportedState.messages)
    owesMessage = false
  }

  /// Whether the last message replaces the visible one by an instant.
  func showsLastMessage(at time: Instant) -> Bool {
    guard owesMessage else { return false }
    let t = pause.time(of: time)
    // A reset may have let the message through even if another failure blocks messages by now.
    return !animation.holdsMessage(at: t) || resetsSeen != animation.resetCount(at: t)
  }

  /// The situation at an instant, with the transition from the previous one.
  func situation(at time: Instant) -> Transition<Int> {
    var result = situation
    if let change = situationChange(until: time) {
      result.change(to: change.number, at: change.instant, fade)
    }
    return result
  }

  /// The present phase at an instant, and its previous phase.
  func phase(at time: Instant) -> StagePhase {
    var result = phase
    if let change = situationChange(until: time), change.number / 2 != situation.incoming / 2 {
      let pausing = pause.time(of: change.instant)
      result.change(to: PhaseBegin(instant: change.instant, pausing: pausing))
    }
    return result
  }

  private mutating func updateSituation(at time: Instant) {
    if situationChange(until: time) == nil { return }
    (situation, phase) = (situation(at: time), phase(at: time))
  }

  /// The situation at an instant and when it began; nil while it is still the present one.
  private func situationChange(until time: Instant) -> (number: Int, instant: Instant)? {
    let next = situationNumber(at: time)
    if next == situation.incoming { return nil }
    // A command has changed it now, or later the animation's own state.
    var change = now
    while situationNumber(at: change) == situation.incoming,
      let later = animation.stateChange(after: pause.time(of: change))
    {
      let instant = pause.instant(of: later)
      if instant > time { break }
      change = instant
    }
    return (next, change)
  }

  private func situationNumber(at time: Instant) -> Int {
    // Phases as a pack's situations count them.
    let phase =
      switch animation.state(at: pause.time(of: time)) {
      case .idle, .resuming: 0
      case .readying, .settling, .downloading, .running:
        reportedState[1]?.isUnknown == true ? 2 : 1
      case .failing, .failed: 3
      case .succeeded: 4
      }
    return 2 * phase + (isAsking ? 1 : 0)
  }
}

extension StageModel where Content == BuiltInAnimation {
  /// The content of a configuration; it appears at an instant.
  ///
  /// - Throws: `durationOutOfRange`. Errors of sizes are thrown by a layout.
  package init(_ configuration: StageConfiguration, at start: Instant) throws(StageError) {
    guard configuration.hasUsableDurations else { throw .durationOutOfRange }
    let theme = configuration.theme.map { ThemeModel($0, at: start) }
    var own = configuration
    // Without an animation on channel 1 a theme has the state of a hidden bar.
    if theme != nil { (own.animation, own.flow) = (.flow, .still) }
    self.init(
      theme?.main?.animation ?? BuiltInAnimation(own, at: start),
      style: theme?.main?.hiddenStyle ?? AnimationStyle(own),
      background: configuration.background, showsMessage: configuration.showsMessage, theme: theme,
      fade: configuration.fade, at: start)
  }

  /// Another look of a model's content.
  ///
  /// All reports count as old, so that all motion is at its end.
  ///
  /// - Throws: `durationOutOfRange`.
  package init(
    _ configuration: StageConfiguration, continuing other: borrowing StageModel, at time: Instant
  ) throws(StageError) {
    let time = max(other.now, time)
    let before = time - .milliseconds(60_000)
    try self.init(configuration, at: before)
    let reported = other.reportedState
    apply(other.messages.shown, at: before)
    if reported.hasBegun { apply(.start, at: before) }
    for channel in 1...8 {
      guard let report = reported[channel] else { continue }
      if report.percent != .zero && !reported.isDone {
        apply(.progress(channel: channel, percent: report.percent), at: before)
      }
      if report.isUnknown { apply(.progressUnknown(channel: channel), at: before) }
    }
    if reported.isDone { apply(.done, at: before) }
    if reported.isFailed { apply(.fail, at: before) }
    apply(.remaining(seconds: reported.remainingSeconds), at: before)
    if reported.isQuitting { apply(.quit, at: before) }
    advance(to: time)
    wallClock = other.wallClock
    onScreenFace = other.onScreenFace
    apply(reported.messages, at: time)
    if other.isAsking {
      apply(.prompt(other.prompt), at: time)
      notice = other.notice
      // It was visible already.
      promptTransition = Transition(other.prompt)
    }
  }

  /// Applies messages as if they had been sent at an instant.
  private mutating func apply(_ messages: Messages, at time: Instant) {
    apply(.message(messages.first), at: time)
    for slot in 2...4 { apply(.slot(slot, messages[slot]), at: time) }
  }
}

extension Prompt {
  /// The question with an empty field of the same kind.
  fileprivate var emptied: Prompt { Prompt(question: question, entry: entry.emptied) }
}
