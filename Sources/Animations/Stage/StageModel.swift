// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
internal import DisplayList
internal import Theme

/// The content of a stage, independent of outputs: its animation, its message and a prompt.
///
/// It is a function of only the commands with their times and the queried time: one model is drawn on any
/// number of outputs, each at an instant and on a `StageLayout` of its own. It keeps the last instant that it
/// was advanced to. An earlier instant counts as that; later instants may be queried in any order.
///
/// After a failure only a reset changes the frame, the message included. A message in between is kept, is
/// reported in the status, and is shown after the reset. A prompt is always shown; until it is answered the
/// animation pauses, dimmed, and continues afterwards.
package struct StageModel<Content: Animation>: ~Copyable {
  private(set) var now: Instant
  /// Whether a newer message may have to replace the visible one.
  private var owesMessage = false
  private var resetsSeen = 0

  /// The moving content, at its own time.
  package internal(set) var animation: Content

  /// The background; nil means the animation's own.
  let background: Color?

  /// Whether the message is shown below the animation.
  let showsMessage: Bool

  /// The motion of a theme besides the animation; nil for the built-in look.
  #if arch(wasm32)
    var theme: ThemeModel? { nil }
  #else
    let theme: ThemeModel?
  #endif

  // A web page has no prompts; its module is 3 KB smaller without them.
  #if arch(wasm32)
    var shake: Shake { Shake() }
    var prompt: Prompt? { nil }
    var rest: Rest { Rest() }
    var promptOpacity: LinearTransition { LinearTransition(holding: 0) }
    var lastPrompt: Prompt { Prompt(question: Message(), entry: EntryField()) }
    var notice: Message { Message() }
    var predecessor: Predecessor<Content>? { nil }
    var situation: SituationFade { SituationFade() }
    var appearance: LinearTransition { LinearTransition(holding: 0) }
    var leaveTransition: LinearTransition { LinearTransition(holding: 0) }
  #else
    /// The prompt; nil without one.
    private(set) var prompt: Prompt?
    private(set) var rest = Rest()

    /// The opacity of a prompt, from 0 to 1.
    private(set) var promptOpacity = LinearTransition(holding: 0)

    /// The outgoing look during a transition to this one.
    var predecessor: Predecessor<Content>?

    /// The transition from an earlier situation of a theme to the present one.
    var situation = SituationFade()
    /// The opacity of the cover while the stage appears.
    let appearance: LinearTransition
    /// The opacity of the cover while the stage disappears.
    private(set) var leaveTransition = LinearTransition(holding: 0)
    /// When the stage has disappeared after `quit`; nil where that takes no time.
    package private(set) var leaveEnd: Instant?

    private(set) var shake = Shake()
    /// The last question, without its answer, while it fades out.
    private(set) var lastPrompt = Prompt(question: Message(), entry: EntryField())
    /// The message that came during a prompt, which is shown below the question.
    private(set) var notice = Message()
  #endif

  /// The duration of a prompt's fade, in and out, and of all other transitions.
  let fade: Duration
  /// The transition from an earlier message to the present one.
  private(set) var messageFade = MessageFade()

  private(set) var reportedState = ReportedState()

  /// The visible messages; a failure freezes them.
  private(set) var shownMessages = Messages()

  /// The visible message of the first slot.
  var shownMessage: Message { shownMessages.first }

  /// Places an animation on a stage; it appears at an instant.
  init(
    _ animation: Content, background: Color?, showsMessage: Bool, theme: ThemeModel? = nil,
    fade: Duration = .zero, at start: Instant
  ) {
    self.animation = animation
    let stage = theme?.choice.stage
    self.fade = stage.map { Duration(microseconds: $0.fade) } ?? fade
    #if !arch(wasm32)
      self.theme = theme
      appearance = LinearTransition(
        at: start, from: 1, to: 0, duration: Duration(microseconds: stage?.appear ?? 0))
    #endif
    self.background = background
    self.showsMessage = showsMessage
    now = start
  }

  /// Applies a command at an instant.
  @inline(never)
  package mutating func apply(_ command: Command, at time: Instant) {
    advance(to: time)
    predecessor?.model.apply(command, at: time)
    reportedState.note(command)
    if !owesMessage { resetsSeen = animation.resetCount(at: rest.time(of: now)) }
    owesMessage = true
    #if !arch(wasm32)
      if case .shake = command { shake.begin(at: now) }
      if case .prompt(let prompt) = command { ask(prompt) }
      if case .message(let message) = command, isAsking { notice = message }
      if case .quit = command { beginLeaving() }
    #endif
    animation.apply(command, at: rest.time(of: now))
    theme?.apply(command, at: rest.time(of: now))
    #if !arch(wasm32)
      if theme != nil { situation = situationFade(at: now) }
    #endif
    if fade > .zero, theme != nil || !isAsking, showsLastMessage(at: now),
      theme == nil
        ? shownMessage != reportedState.message : shownMessages != reportedState.messages
    {
      messageFade.leave(shownMessages, for: reportedState.messages, at: now, fade)
    }
    updateMessage()
  }

  #if !arch(wasm32)
    /// Starts to disappear, once, after the outro if one is played.
    @inline(never)
    private mutating func beginLeaving() {
      guard let theme, leaveEnd == nil else { return }
      let t = rest.time(of: now)
      let stage = theme.choice.stage
      let outro = min(
        theme.outroEnd(at: t) - t, Duration(microseconds: stage.farewell), .milliseconds(5000))
      let leave = min(Duration(microseconds: stage.leave), .milliseconds(4000))
      leaveTransition = LinearTransition(
        at: now + max(outro, .zero), from: 0, to: leave > .zero ? 1 : 0, duration: leave)
      leaveEnd = leaveTransition.end
    }

    /// Starts, continues or ends a prompt.
    private mutating func ask(_ prompt: Prompt?) {
      if (prompt == nil) != (self.prompt == nil) {
        // However slowly a theme fades, a question must not wait for that.
        promptOpacity = LinearTransition(
          at: now, from: promptOpacity.value(at: now), to: prompt != nil ? 1 : 0,
          duration: min(fade, .milliseconds(500)))
        // A typed text never outlives its answer.
        if let last = self.prompt {
          lastPrompt = Prompt(question: last.question, entry: last.entry.emptied)
        }
        rest.set(prompt != nil, at: now)
      }
      if let prompt, prompt.question != self.prompt?.question { notice = Message() }
      self.prompt = prompt
    }
  #endif

  /// Handles all events up to an instant; no earlier instant will be queried.
  package mutating func advance(to time: Instant) {
    #if !arch(wasm32)
      if theme != nil, time > now { situation = situationFade(at: time) }
    #endif
    now = max(now, time)
    advancePredecessor()
    animation.advance(to: rest.time(of: now))
    theme?.advance(to: rest.time(of: now))
    updateMessage()
  }

  /// When the frame at an instant on a layout may change next if no command comes.
  ///
  /// Call it right after that frame is drawn: motion until then is missed if the model has been advanced
  /// further, for other outputs.
  package mutating func nextChange(after time: Instant, on layout: StageLayout) -> NextChange {
    nextChange(after: time, on: layout) { $0.nextChange(after: $1, in: layout.box) }
  }

  /// The same, with a function for the animation's changes without a theme.
  private mutating func nextChange(
    after time: Instant, on layout: StageLayout,
    animationChange: (inout Content, Instant) -> NextChange
  ) -> NextChange {
    let time = max(now, time)
    if isDissolving(at: time) { return .now }
    if isFading(at: time) { return .now }
    #if !arch(wasm32)
      // One more frame, before which the outgoing look is freed: this frame was drawn before its time.
      let release = predecessor.map { NextChange.at($0.coming.end + .milliseconds(100)) } ?? .never
    #else
      let release = NextChange.never
    #endif
    let isShaking = isAsking && !shake.isStill(at: time)
    if showsMessage || theme != nil, isShaking || !promptOpacity.isFinished(at: time) {
      return .now
    }
    if rest.isOn { return release }
    let t = rest.time(of: time)
    let change =
      if let theme, let boxes = layout.theme {
        nextChange(of: theme, boxes, in: situationFade(at: time).new, after: t, on: layout)
      } else {
        animationChange(&animation, t)
      }
    switch change {
    case .at(let instant): return release.earlier(.at(rest.instant(of: instant)))
    case .visibly(let instant): return release.earlier(.visibly(rest.instant(of: instant)))
    case .now: return .now
    case .never: return release
    }
  }

  /// Whether the motion is endless until a command comes: the progress is unknown, or all motion is like a
  /// light that runs along a bar.
  package mutating func isEndless(at time: Instant) -> Bool {
    let time = max(now, time)
    if animation.isEndless(at: rest.time(of: time)) { return true }
    let count = animation.channelCount
    for channel in Stage.channels
    where channel <= count && reportedState[channel]?.isUnknown == true {
      return true
    }
    return false
  }

  /// The shown and reported values of a channel; nil for an unknown channel.
  package func status(at time: Instant, channel: Int = 1) -> StageStatus? {
    guard let report = reportedState[channel] else { return nil }
    let t = rest.time(of: max(now, time))
    return StageStatus(
      state: animation.state(at: t), percent: report.percent, isUnknown: report.isUnknown,
      shown: animation.progress(at: t, channel: channel),
      showsProgress: animation.showsProgress(at: t, channel: channel),
      remainingSeconds: reportedState.remainingSeconds, isFailed: reportedState.isFailed,
      message: prompt?.question ?? reportedState.message, isQuitting: reportedState.isQuitting)
  }

  /// The last message of a slot, 1 to 4, shown or not.
  package func message(in slot: Int) -> Message { reportedState.messages[slot] }

  /// Whether a prompt with an entry field is shown.
  package var isAsking: Bool { prompt != nil }

  /// The current question, or the last one, which may still fade out.
  var visiblePrompt: Prompt { prompt ?? lastPrompt }

  private mutating func updateMessage() {
    // Not in each frame: messages are large to copy, and animations to query.
    guard owesMessage else { return }
    let isLet = showsLastMessage(at: now)
    resetsSeen = animation.resetCount(at: rest.time(of: now))
    guard isLet else { return }
    shownMessages = reportedState.messages
    owesMessage = false
  }

  /// Whether the last message replaces the visible one by an instant.
  mutating func showsLastMessage(at time: Instant) -> Bool {
    guard owesMessage else { return false }
    let t = rest.time(of: time)
    // A reset may have let the message through even if another failure blocks messages by now.
    return !animation.holdsMessage(at: t) || resetsSeen != animation.resetCount(at: t)
  }
}

extension StageModel where Content == BuiltInAnimation {
  /// The slow motion of the frame at an instant; nil where other parts may move, too.
  package mutating func shownMotion(at time: Instant) -> ShownMotion? {
    if theme != nil || predecessor != nil || isAsking { return nil }
    return animation.shownMotion(at: rest.time(of: max(now, time)))
  }

  /// When a frame will differ visibly after a later command.
  ///
  /// It is now, unless the command only set a target, and all motion continues from the displayed state.
  package mutating func nextChange(
    by command: Command, after time: Instant, on layout: StageLayout, since shown: ShownMotion?
  ) -> NextChange {
    guard case .progress = command, let shown else { return .now }
    return nextChange(after: time, on: layout, since: shown)
  }

  /// When the frame at an instant may change next; the displayed frame may be an earlier one.
  package mutating func nextChange(
    after time: Instant, on layout: StageLayout, since shown: ShownMotion?
  ) -> NextChange {
    nextChange(after: time, on: layout) {
      $0.nextChange(after: $1, in: layout.box, since: shown)
    }
  }

  /// The content of a configuration; it appears at an instant.
  ///
  /// - Throws: `durationOutOfRange`. Errors of sizes are thrown by a layout.
  @inline(never)
  package init(_ configuration: StageConfiguration, at start: Instant) throws(StageError) {
    guard configuration.hasUsableDurations else { throw .durationOutOfRange }
    var configuration = configuration
    var theme: ThemeModel?
    if let choice = configuration.theme {
      theme = ThemeModel(choice, &configuration, at: start)
    }
    self.init(
      BuiltInAnimation(configuration, at: start),
      background: configuration.background, showsMessage: configuration.showsMessage, theme: theme,
      fade: configuration.fade, at: start)
  }
}

extension StageModel where Content == BuiltInAnimation {
  /// Another look of a model's content.
  ///
  /// All reports count as old, so that all motion is at its end.
  ///
  /// - Throws: `durationOutOfRange`.
  @inline(never)
  package init(
    _ configuration: StageConfiguration, continuing other: borrowing StageModel, at time: Instant
  ) throws(StageError) {
    let time = max(other.now, time)
    let before = time - .milliseconds(60_000)
    try self.init(configuration, at: before)
    let reported = other.reportedState
    apply(other.shownMessages, at: before)
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
    apply(reported.messages, at: time)
    if other.isAsking {
      apply(.prompt(other.prompt), at: time)
      #if !arch(wasm32)
        notice = other.notice
        // It was visible already.
        promptOpacity = LinearTransition(holding: 1)
      #endif
    }
  }

  /// Applies messages as if they had been sent at an instant.
  private mutating func apply(_ messages: Messages, at time: Instant) {
    apply(.message(messages.first), at: time)
    #if !arch(wasm32)
      for slot in 2...4 { apply(.slot(slot, messages[slot]), at: time) }
    #endif
  }
}
