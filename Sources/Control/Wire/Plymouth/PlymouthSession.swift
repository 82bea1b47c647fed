// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
package import Stage
package import Text

/// The state of Plymouth's protocol, and the commands for the stage that follow from it.
///
/// A boot's progress is unknown: the names of starting units show that it goes on, but not how far it is. In
/// the update modes progress is that of `system-update`. It goes back only to 0 or from 100, where a client's
/// next part begins. A pause request does not pause it: it is meant for Plymouth's estimate of the boot time,
/// and some clients never end their pause.
package struct PlymouthSession {
  /// The action that a request asks for.
  package enum Outcome {
    /// Done, except for the commands that follow from it.
    case done
    /// There is no such request.
    case refused
    /// The program handles the request, and its answer is passed on.
    case ask(Request)
    /// Change the root directory.
    case changeRoot(Message)
    /// The real root is in use: messages about the disks before it are over.
    case initialized
    /// Ask a person.
    case prompt(PromptKind, Message?)
    /// Make the client that watches for these keys give up.
    case ignoreKeys(Message?)
    /// Answer with the recent passwords.
    case cachedPasswords
  }

  /// What the machine is doing, as a client reported it last.
  package private(set) var mode = MachineMode.bootUp
  private var hasShownProgress = false
  private var isChecking = false
  // Whether a client has reported progress in this mode.
  private var hasReportedProgress = false
  // The unit of the last milestone.
  private var unit: Message?
  // The message while no client has set one.
  private var title = Message()
  private var text = Message() { didSet { standsAlone = false } }
  // Whether the text comes from a client of another protocol, and is shown without the title.
  private var standsAlone = false
  private var prompt: Prompt?
  /// Whether it is a command once more, though it is the same.
  private var repeatsPrompt = false
  private var lastMessage = Message()
  private var lastPrompt: Prompt?
  // Whether to send the shake command after the prompt.
  private var isToShake = false
  // The highest percentage of this part, in hundredths; -1 while there is none.
  private var highestPercent = -1
  private var waiting: (Command?, Command?) = (nil, nil)
  private var unlock = UnlockMessages()

  package init() {}

  /// Starts in a mode, as a program that is started for a shutdown does.
  package mutating func begin(_ mode: MachineMode) {
    self.mode = mode
    showInitialProgress()
  }

  /// The next command for the stage; nil when it is up to date.
  package mutating func nextCommand() -> Command? {
    if let command = waiting.0 {
      waiting = (waiting.1, nil)
      return command
    }
    if prompt != lastPrompt || repeatsPrompt {
      repeatsPrompt = false
      lastPrompt = prompt
      return .prompt(prompt)
    }
    let wanted = message
    if wanted != lastMessage {
      lastMessage = wanted
      return .message(wanted)
    }
    guard isToShake else { return nil }
    isToShake = false
    return .shake
  }

  /// Records commands from clients of other protocols.
  ///
  /// Once they report progress, milestones do not change it.
  package mutating func recordOthers(_ command: Command) {
    switch command {
    case .message(let message):
      (text, lastMessage) = (message, message)
      standsAlone = true
      unlock.end()
    case .slot, .shake, .prompt, .remaining, .quit: break
    case .progress, .progressUnknown, .start, .done, .fail, .reset:
      (hasShownProgress, hasReportedProgress) = (true, true)
    }
  }

  /// Whether the progress is a client's, or that of a disk check, and none has to be estimated.
  package var reportsProgress: Bool { hasReportedProgress || isChecking || mode != .bootUp }

  /// The name in the milestone that was handled last, once; mostly that of a unit of systemd.
  package mutating func takeUnit() -> Message? {
    defer { unit = nil }
    return unit
  }

  /// Repeats the prompt's command.
  package mutating func repeatPrompt() { repeatsPrompt = prompt != nil }

  /// Shows a prompt and its answer so far; hides both without a question.
  package mutating func show(prompt: Message, entry: EntryField) {
    self.prompt = entry.isOn ? Prompt(question: prompt, entry: entry) : nil
  }

  /// The text to show: a client's message, below the title of a mode that warns of turning the machine off.
  private var message: Message {
    if text.isEmpty { return title }
    guard mode.hasPercentage, !standsAlone, !title.isEmpty else { return text }
    return Message(title, ".\n", text)
  }

  /// Records an answer: the next message may be about it.
  package mutating func recordAnswer(at now: Instant) {
    if case .bootUp = mode { unlock.begin(at: now) }
  }

  /// When to hide a message; nil for never.
  package var deadline: Instant? { unlock.deadline }

  /// Hides a message when that is due.
  package mutating func forget(at now: Instant) {
    guard let deadline, now >= deadline else { return }
    text = Message()
    unlock.record(isEmpty: true, at: now)
  }

  /// Hides the message about an unlocked disk, if any.
  private mutating func endUnlock() {
    if unlock.deadline != nil { text = Message() }
    unlock.end()
  }

  /// Shakes the prompt: the previous answer was wrong.
  package mutating func shakePrompt() { isToShake = true }

  /// Handles a request.
  package mutating func handle(
    _ request: borrowing PlymouthRequest, at now: Instant
  ) -> Outcome {
    switch PlymouthCode(rawValue: request.code) {
    case .update:
      if let argument = request.argument { update(argument.utf8) }
    case .changeMode:
      if let argument = request.argument { change(to: MachineMode(argument.utf8)) }
    case .systemUpdate:
      if let percentage = PlymouthSession.percentage(request.argument) {
        hasReportedProgress = true
        showProgress(percentage)
      }
    case .showMessage: showMessage(request.argument, at: now)
    case .hideMessage: hideMessage(request.argument)
    case .systemInitialized:
      endUnlock()
      return .initialized
    case .ping, .pauseProgress, .unpauseProgress, .error, .reload: break
    case .showSplash:
      beginBoot()
      return .ask(.reactivate)
    case .hideSplash, .deactivate: return .ask(.deactivate)
    case .reactivate: return .ask(.reactivate)
    case .hasActiveTerminal: return .ask(.hasActiveTerminal)
    // A quit that retains the frame has a single byte 01 as its argument; else the argument is empty.
    case .quit: return .ask(.quit(retains: request.argument?.isEmpty == false))
    case .newRoot:
      endUnlock()
      return .changeRoot(request.argument ?? Message())
    case .password: return ask(.password, request.argument)
    case .question: return ask(.question, request.argument)
    case .keystroke: return ask(.keystroke, request.argument)
    case .ignoreKeystroke: return .ignoreKeys(request.argument)
    case .cachedPasswords: return .cachedPasswords
    case nil: return .refused
    }
    return .done
  }
}

extension PlymouthSession {
  private mutating func ask(_ kind: PromptKind, _ text: Message?) -> Outcome {
    return .prompt(kind, text)
  }

  /// Changes to another mode and shows its initial state; nothing if it is the present mode.
  package mutating func change(to mode: MachineMode?) {
    guard let mode, mode != self.mode else { return }
    self.mode = mode
    text = Message()
    unlock.end()
    showInitialProgress()
  }

  /// Shows the initial state of a mode.
  private mutating func showInitialProgress() {
    title = Message(mode.title)
    (hasShownProgress, hasReportedProgress) = (true, false)
    highestPercent = mode.hasPercentage ? 0 : -1
    let beginning: Command =
      mode.hasPercentage ? .progress(channel: 1, percent: .zero) : .progressUnknown(channel: 1)
    waiting = (.reset, beginning)
  }

  /// Shows unknown progress, unless progress was reported already.
  private mutating func beginBoot() {
    guard !hasShownProgress else { return }
    hasShownProgress = true
    waiting.0 = .progressUnknown(channel: 1)
  }

  /// Shows progress: further than before, or from 0, where a client's next part begins.
  ///
  /// PackageKit reports 100 when its cache is loaded, and then 0, 20, 40 of the update itself. A small step
  /// back within a part is ignored.
  private mutating func showProgress(_ percentage: Fixed) {
    let hundredths = (percentage * 100).floor
    let isNextPart = hundredths == 0 || highestPercent == 10_000
    guard hundredths > highestPercent || isNextPart && hundredths != highestPercent,
      let percent = Percent(percentage)
    else { return }
    highestPercent = hundredths
    hasShownProgress = true
    let command = Command.progress(channel: 1, percent: percent)
    // A reset from a change of the mode is sent first.
    if case .reset = waiting.0 { waiting.1 = command } else { waiting.0 = command }
  }

  /// A milestone of a boot: a unit's name, or the progress of the disk check.
  private mutating func update(_ status: Span<UInt8>) {
    // fsckd ends with this, after it has hidden its message: no disk is left to check.
    if status.begins(with: "fsckd:0:") {
      if isChecking { showMessage(nil) }
      return
    }
    guard let check = status.fields(after: "fsckd:") ?? status.fields(after: "fsck:") else {
      beginBoot()
      unit = Message(truncating: status)
      return
    }
    // The end of a check is not the end: the boot goes on, so at most 99 is shown.
    isChecking = true
    let percentage = min(Fixed(decimal: status.extracting(check.number)) ?? 0, 99)
    if (percentage * 100).floor > highestPercent { showProgress(percentage) }
    guard !check.rest.isEmpty else { return }
    text = Message(showing: status.extracting(check.rest))
    unlock.end()
  }

  private mutating func showMessage(_ message: Message?, at now: Instant) {
    showMessage(message)
    // The disk check hides its messages by itself.
    let isOfCheck = isChecking || message?.utf8.begins(with: "fsckd") ?? false
    unlock.record(isEmpty: isOfCheck || text.isEmpty, at: now)
  }

  private mutating func showMessage(_ message: Message?) {
    guard let message, !message.isEmpty else {
      text = Message()
      guard isChecking else { return }
      // The check has ended.
      isChecking = false
      highestPercent = -1
      waiting.0 = .progressUnknown(channel: 1)
      return
    }
    text = Message(showing: PlymouthSession.shown(message.utf8))
  }

  private mutating func hideMessage(_ message: Message?) {
    guard let message else { return }
    if Message(showing: PlymouthSession.shown(message.utf8)) == text { text = Message() }
  }

  /// A message without the prefixes by which some themes recognise it.
  @_lifetime(copy message)
  private static func shown(_ message: Span<UInt8>) -> Span<UInt8> {
    if message.begins(with: "fsckd-cancel-msg:") { return message.extracting(17..<message.count) }
    if message.begins(with: "keys:") { return message.extracting(5..<message.count) }
    return message
  }

  /// Nil unless it is a percentage from 0 to 100: Plymouth reads others as 0, and would start again.
  private static func percentage(_ argument: Message?) -> Fixed? {
    guard let argument, let number = Fixed(decimal: argument.utf8), number <= 100 else {
      return nil
    }
    return number
  }
}

extension Span<UInt8> {
  /// The ranges of the number and the rest in `PREFIX FIELD:NUMBER:REST`; nil without the prefix.
  fileprivate func fields(after prefix: StaticString) -> (number: Range<Int>, rest: Range<Int>)? {
    guard begins(with: prefix) else { return nil }
    let colon = firstPosition(of: UInt8(ascii: ":"), from: prefix.utf8CodeUnitCount)
    let start = Swift.min(colon + 1, count)
    let end = firstPosition(of: UInt8(ascii: ":"), from: start)
    return (start..<end, Swift.min(end + 1, count)..<count)
  }
}
