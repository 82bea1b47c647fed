// SPDX-License-Identifier: Apache-2.0

package import Animations
internal import FixedPoint
package import Motion
internal import Linux

/// The state of Plymouth's protocol, and the commands for the stage that follow from it.
///
/// A boot's progress is unknown: the names of starting units show that it goes on, but not how far it
/// is. In the modes of updates it is what `system-update` says, and goes back only to the beginning or from the
/// end, where a client's next part begins. Progress is not paused by a pause, which is meant for Plymouth's guess of the time
/// that a boot takes; clients are known that never end theirs.
package struct PlymouthSession {
  /// What is to be done about a request.
  package enum Outcome {
    /// It is done, but for the commands that follow from it.
    case done
    /// There is no such request.
    case refused
    /// The program is asked, and what it answers is passed on.
    case ask(Request)
    /// The root directory is to be changed.
    case changeRoot(Message)
    /// The real root is in use: what was for the disks before it is over.
    case initialized
    /// A person is to be asked.
    case prompt(PromptKind, Message?)
    /// Who watches for these keys is to give up.
    case ignoreKeys(Message?)
    /// The passwords so far are asked for.
    case cachedPasswords
  }

  private(set) var mode = PlymouthMode.bootUp
  private var isDriven = false
  private var isChecking = false
  // What is shown while no client has anything to say.
  private var title = Message()
  private var text = Message() { didSet { standsAlone = false } }
  // Whether the text comes from another client than Plymouth's, and is shown as it is.
  private var standsAlone = false
  private var prompt: Prompt?
  /// Whether it is a command once more, though it is the same.
  private var repeatsPrompt = false
  private var lastMessage = Message()
  private var lastPrompt: Prompt?
  // Sent after the prompt.
  private var isToShake = false
  private var reached = -1
  private var waiting: (Command?, Command?) = (nil, nil)
  private var unlock = UnlockMessages()

  package init() {}

  /// Begins in a mode, as a program that is started for a shutdown does.
  package mutating func begin(_ mode: PlymouthMode) {
    self.mode = mode
    showProgress()
  }

  /// The next command for the stage; nil when it is up to date.
  @inline(never)
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

  /// Notes what others than Plymouth's clients say: where that is how far it is, milestones stay out
  /// of it.
  package mutating func noteOthers(_ command: Command) {
    switch command {
    case .message(let message):
      (text, lastMessage) = (message, message)
      standsAlone = true
      unlock.end()
    case .slot, .shake, .prompt, .remaining, .quit: break
    case .progress, .progressUnknown, .start, .done, .fail, .reset: isDriven = true
    }
  }

  /// Has what a person is asked be a command once more.
  package mutating func repeatPrompt() { repeatsPrompt = prompt != nil }

  /// Shows what a person is asked, and what has been typed; nothing when nobody is asked.
  package mutating func show(prompt: Message, entry: EntryField) {
    self.prompt = entry.isOn ? Prompt(question: prompt, entry: entry) : nil
  }

  /// What is shown: what a client has said, below the title of a mode that warns of turning the machine off.
  private var message: Message {
    if text.isEmpty { return title }
    guard mode.hasPercentage, !standsAlone, !title.isEmpty else { return text }
    return Message(title, ".\n", text)
  }

  /// Notes that a person has answered: what is said next may be about that.
  package mutating func noteAnswer(at now: Instant) {
    if case .bootUp = mode { unlock.begin(at: now) }
  }

  /// When a message is to be taken away; nil for never.
  package var deadline: Instant? { unlock.deadline }

  /// Takes a message away when that is due.
  package mutating func forget(at now: Instant) {
    guard let deadline, now >= deadline else { return }
    text = Message()
    unlock.note(isEmpty: true, at: now)
  }

  /// Ends what is said of an unlocked disk.
  private mutating func endUnlock() {
    if unlock.deadline != nil { text = Message() }
    unlock.end()
  }

  /// Shows that what a person is asked was answered wrongly before.
  package mutating func shakePrompt() { isToShake = true }

  /// Takes in a request.
  package mutating func take(
    _ request: borrowing PlymouthRequest, at now: Instant
  ) -> Outcome {
    switch PlymouthCode(rawValue: request.code) {
    case .update:
      if let argument = request.argument { update(argument.utf8) }
    case .changeMode:
      if let argument = request.argument { change(to: PlymouthMode(argument.utf8)) }
    case .systemUpdate:
      if let percentage = PlymouthSession.percentage(request.argument) { reach(percentage) }
    case .showMessage: say(request.argument, at: now)
    case .hideMessage: unsay(request.argument)
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
    // The argument's one byte is 01, or it is the zero at the end.
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

  /// Changes to a mode, and shows what it begins with, unless that is the present one.
  mutating func change(to mode: PlymouthMode?) {
    guard let mode, mode != self.mode else { return }
    self.mode = mode
    text = Message()
    unlock.end()
    showProgress()
  }

  /// Shows what a mode begins with.
  private mutating func showProgress() {
    title = Message(mode.title)
    isDriven = true
    reached = mode.hasPercentage ? 0 : -1
    let beginning: Command =
      mode.hasPercentage ? .progress(channel: 1, percent: .zero) : .progressUnknown(channel: 1)
    waiting = (.reset, beginning)
  }

  /// Shows unknown progress, unless progress was reported already.
  private mutating func beginBoot() {
    guard !isDriven else { return }
    isDriven = true
    waiting.0 = .progressUnknown(channel: 1)
  }

  /// Shows how far it is: further than before, or from the beginning, which a client's next part is.
  ///
  /// PackageKit reports 100 when its cache is loaded, and then 0, 20, 40 of the update itself. A small step back within
  /// a part is none of the work's.
  private mutating func reach(_ percentage: Fixed) {
    let hundredths = (percentage * 100).floor
    let isNextPart = hundredths == 0 || reached == 10_000
    guard hundredths > reached || isNextPart && hundredths != reached,
      let percent = Percent(percentage)
    else { return }
    reached = hundredths
    isDriven = true
    let command = Command.progress(channel: 1, percent: percent)
    // What a change of the mode has to say comes first.
    if case .reset = waiting.0 { waiting.1 = command } else { waiting.0 = command }
  }

  /// A boot's milestone: a unit's name, or how far the check of the disks is.
  private mutating func update(_ status: Span<UInt8>) {
    // So fsckd ends, after it has taken its message away: no disk is left, and that is no news.
    if status.begins(with: "fsckd:0:") {
      if isChecking { say(nil) }
      return
    }
    guard let check = status.fields(after: "fsckd:") ?? status.fields(after: "fsck:") else {
      beginBoot()
      return
    }
    // A check is no end: the boot goes on after it.
    isChecking = true
    let percentage = min(Fixed(decimal: status.extracting(check.number)) ?? 0, 99)
    if (percentage * 100).floor > reached { reach(percentage) }
    guard !check.rest.isEmpty else { return }
    text = Message(showing: status.extracting(check.rest))
    unlock.end()
  }

  private mutating func say(_ message: Message?, at now: Instant) {
    say(message)
    // The check of disks takes its messages away by itself.
    let isOfCheck = isChecking || message?.utf8.begins(with: "fsckd") ?? false
    unlock.note(isEmpty: isOfCheck || text.isEmpty, at: now)
  }

  private mutating func say(_ message: Message?) {
    guard let message, !message.isEmpty else {
      text = Message()
      guard isChecking else { return }
      // That was the end of the check.
      isChecking = false
      reached = -1
      waiting.0 = .progressUnknown(channel: 1)
      return
    }
    text = Message(showing: PlymouthSession.shown(message.utf8))
  }

  private mutating func unsay(_ message: Message?) {
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

  /// Nil for what is no percentage from 0 to 100: Plymouth has it as 0, and would begin again.
  private static func percentage(_ argument: Message?) -> Fixed? {
    guard let argument, let number = Fixed(decimal: argument.utf8), number <= 100 else {
      return nil
    }
    return number
  }
}

extension Span<UInt8> {
  /// In `PREFIX FIELD:NUMBER:REST`, where the number and the rest are; nil without the prefix.
  fileprivate func fields(after prefix: StaticString) -> (number: Range<Int>, rest: Range<Int>)? {
    guard begins(with: prefix) else { return nil }
    let colon = firstPosition(of: UInt8(ascii: ":"), from: prefix.utf8CodeUnitCount)
    let start = Swift.min(colon + 1, count)
    let end = firstPosition(of: UInt8(ascii: ":"), from: start)
    return (start..<end, Swift.min(end + 1, count)..<count)
  }
}
