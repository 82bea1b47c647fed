// SPDX-License-Identifier: Apache-2.0

import Control
import Motion
import Presentation
import Linux
import Stage
import Text

/// All endpoints of the daemon: its clients, the keyboard and consoles for prompts, and status
/// subscriptions.
final class Endpoints {
  /// The number of poll slots that they use.
  static let slotCount =
    ClientTable.slotCount + PromptKeyboard.slotCount + TextConsoles.capacity

  /// How long a prompt waits for a display before it is written to the terminal.
  private static var displayTimeout: TimeSpan { .milliseconds(2_000) }

  /// How long a prompt waits for any display or console before it is refused.
  private static var darkTimeout: TimeSpan { .milliseconds(10_000) }

  /// The interval at which keys are read during a question.
  ///
  /// If each woke the program, its counters, which every user reads (`/proc/PID/status`, `schedstat`), would count
  /// and time the letters of a password.
  private var tickInterval: TimeSpan {
    // A mouse would lose events in between.
    TimeSpan(nanoseconds: onScreenInput.isShown ? 16_666_667 : 33_333_333)
  }

  /// Whether a display shows prompts.
  var isLit = false
  /// Whether the escape key is watched for while a display shows the splash.
  var watchesEscape = false
  /// Since when a prompt is pending and no display shows it.
  private var darkSince: Instant?
  /// When `grabKeyboards` last ran.
  private var lookTime = Instant.zero
  private var clients: ClientTable

  // Removes the file when released.
  private var pidFile: PIDFile?
  private var sockets = ListeningSockets()
  private var subscriptions = StatusSubscriptions()
  private var keyboard: PromptKeyboard
  /// When typed keys are read next, whether or not there are any; nil without a question.
  private var tick: Instant?
  private var hasTicked = false
  /// The number of the last question.
  private var question: UInt32?
  private var consoles: TextConsoles
  /// The on-screen keyboard.
  let onScreenInput: OnScreenInput

  /// Opens only the keyboard.
  init(_ options: borrowing Options) {
    clients = ClientTable(policy: EndpointSetup.policy(options))
    keyboard = PromptKeyboard(options)
    consoles = TextConsoles(options)
    onScreenInput = OnScreenInput(options)
    clients.hasKeyboard = keyboard.exists || consoles.exist
    if let mode = options.protocols.mode { clients.begin(mode) }
  }

  /// Opens the endpoints of the options; an endpoint that cannot be opened is logged and left out.
  ///
  /// Throws, before anything else is opened, where another splash listens already.
  func open(_ options: borrowing Options, at now: Instant) throws(BootstrapError) {
    try sockets.open(&clients, options, at: now)
    EndpointSetup.openPsplash(&clients, options, at: now)
    if options.readsStandardInput { EndpointSetup.openStandard(&clients, at: now) }
    pidFile = EndpointSetup.pidFile(options)
  }

  /// Whether `openMissing` is due at an instant.
  func socketsAreDue(at now: Instant) -> Bool { sockets.areDue(at: now) }

  /// Whether a socket must still be opened.
  var lacksSockets: Bool { sockets.areMissing }

  /// Retries sockets that another process held, and stores Plymouth's with the service manager.
  func openMissing(
    _ options: borrowing Options, _ manager: borrowing ServiceManager<DatagramNotify>,
    at now: Instant
  ) {
    sockets.openMissing(&clients, options, at: now)
    sockets.store(with: manager)
  }

  /// Whether clients report the progress, so that none has to be estimated.
  var reportsProgress: Bool { clients.reportsProgress }

  /// The unit of the milestone that was handled last, once.
  func takeUnit() -> Message? { clients.takeUnit() }

  /// The machine's mode.
  var mode: MachineMode { clients.mode }

  /// When to call `serve` without an event; nil for never.
  var deadline: Instant? {
    get {
      // Without subscribers a pending update has no receiver.
      let owed = wantsStatus ? subscriptions.deadline : nil
      var deadline = Instant.earlier(Instant.earlier(clients.deadline, owed), keyboard.deadline)
      deadline = Instant.earlier(Instant.earlier(deadline, sockets.deadline), promptDeadline)
      return Instant.earlier(deadline, tick)
    }
  }

  /// When to write a prompt to the terminal, or to refuse it.
  private var promptDeadline: Instant? {
    var deadline = consoles.deadline
    if let darkSince, !keyboard.showsText, !consoles.areOpen {
      let timeout = keyboard.isTerminal ? Endpoints.displayTimeout : Endpoints.darkTimeout
      // A terminal that does not accept text, as after Scroll Lock, is retried.
      let again = lookTime + .milliseconds(100)
      deadline = Instant.earlier(deadline, max(darkSince + timeout, again))
    }
    return deadline
  }

  /// The number of connected clients.
  var clientCount: Int { clients.clientCount }

  /// The number of dropped clients.
  var droppedCount: Int { clients.droppedCount }

  /// Adds the endpoints to a poll set.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    clients.watch(in: &poll, from: first)
    keyboard.watch(in: &poll, from: first + ClientTable.slotCount, wakes: tick == nil)
    consoles.watch(
      in: &poll, from: first + ClientTable.slotCount + PromptKeyboard.slotCount, wakes: tick == nil)
  }

  /// Reads and writes once, as the poll reported.
  func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, at now: Instant
  ) {
    clients.serve(poll, from: first, at: now)
    keyboard.serve(poll, from: first + ClientTable.slotCount, to: &clients, at: now)
    consoles.serve(
      poll, from: first + ClientTable.slotCount + PromptKeyboard.slotCount, to: &clients, at: now)
    if let time = tick, now >= time {
      readKeys(at: now)
      clients.repeatPrompt()
      let missed = (now - time).nanoseconds / tickInterval.nanoseconds
      tick = time + TimeSpan(nanoseconds: (missed + 1) * tickInterval.nanoseconds)
      hasTicked = true
    }
    grabKeyboards(at: now)
  }

  private func readKeys(at now: Instant) {
    keyboard.readAll(to: &clients, at: now)
    onScreenInput.readAll(to: &clients, at: now)
    consoles.readAll(to: &clients, at: now)
  }

  /// Whether keys have been read since this was asked last: then the field is drawn again, whether or not there
  /// were any.
  func takeTick() -> Bool {
    defer { hasTicked = false }
    return hasTicked
  }

  /// Whether a client has reported since this was asked last that the root is writable.
  func takeInitialization() -> Bool { clients.takeInitialization() }

  /// Whether the escape key was pressed since this was asked last.
  func takeEscape() -> Bool { keyboard.takeEscape() }

  /// Grabs the keyboard while a prompt is pending; refuses prompts where that fails.
  private func grabKeyboards(at now: Instant) {
    lookTime = now
    if clients.questionNumber != question {
      // Unread keys of the previous question are not for the next.
      if question != nil { readKeys(at: now) }
      clients.recordRead()
      question = clients.questionNumber
    }
    consoles.update(clients, at: now)
    if isLit || !clients.wantsText { darkSince = nil } else { darkSince = darkSince ?? now }
    let darkness = darkSince.map { now - $0 } ?? .milliseconds(0)
    keyboard.showText(clients, begins: darkness >= Endpoints.displayTimeout)
    // Before setActive, so that a keyboard found now is grabbed in the same turn.
    keyboard.look(for: &clients, at: now)
    onScreenInput.update(clients, isLit: isLit, at: now)
    let isTaken =
      keyboard.setActive(clients.wantsKeys, watchesEscape: watchesEscape && isLit, at: now)
      || onScreenInput.isUsable
    let isSeen = keyboard.showsText || darkness < Endpoints.darkTimeout
    if !(isTaken && isSeen) && !consoles.areOpen { refusePrompts(at: now) }
    tick = clients.wantsText ? tick ?? now + tickInterval : nil
  }

  /// Refuses all prompts and removes the PID file, without which systemd's agents ask by themselves.
  private func refusePrompts(at now: Instant) {
    if clients.wantsText {
      Log.write("no display, console or keyboard to ask at: refusing; removing the pid file")
    }
    pidFile = nil
    clients.refusePrompts(at: now)
  }

  /// The next event, from each client in turn; nil when none is pending.
  func next(at now: Instant) -> ClientEvent? { clients.next(at: now) }

  /// Handles an event's effects besides its reply: grabs or releases the keyboard where a prompt has begun
  /// or ended.
  ///
  /// - Parameters:
  ///   - now: the instant of the turn.
  ///   - isNone: whether there is no event left. A request with a later reply, such as for a password, may
  ///     have come without an event.
  func followEvent(at now: Instant, isNone: Bool) {
    if !isNone { grabKeyboards(at: now) }
    if clients.takeRefusal() { pidFile = nil }
  }

  /// Defers a request: `next` returns it again at a time, or after `resume` where there is none.
  func deferRequest(
    _ request: Request, of client: ClientHandle, until time: Instant?
  ) {
    clients.deferRequest(request, of: client, until: time)
  }

  /// Makes `next` return the requests again that were deferred without a time.
  func resume(at now: Instant) {
    clients.resume(at: now)
  }

  /// Sends a client a line for every change from now on.
  func subscribe(_ client: ClientHandle, at now: Instant) {
    clients.subscribe(client, at: now)
  }

  /// Replies to a client.
  func reply(_ text: Span<UInt8>, to client: ClientHandle, at now: Instant) {
    clients.reply(text, to: client, at: now)
  }

  /// Replies to a client with a literal.
  func reply(_ text: StaticString, to client: ClientHandle, at now: Instant) {
    clients.reply(text.bytes, to: client, at: now)
  }

  /// Replies to a client, with a descriptor.
  func reply(
    _ text: Span<UInt8>, passing descriptor: consuming FileDescriptor, to client: ClientHandle,
    at now: Instant
  ) {
    clients.reply(text, passing: descriptor, to: client, at: now)
  }

  /// Whether there are status subscribers.
  var wantsStatus: Bool {
    get { clients.hasSubscribers }
  }

  /// Sends the status to all subscribers if it differs from the last one sent.
  func sendStatus(_ status: StageStatus, at now: Instant) {
    if clients.takeNewSubscribers() { subscriptions = StatusSubscriptions() }
    guard subscriptions.update(status, at: now) else { return }
    let line = StatusLine(update: status)
    clients.publish(line.bytes, at: now)
  }

  /// Sends the last line, `state=quitting`: without it a subscriber knows that the daemon crashed.
  func sendLastStatus(_ status: StageStatus, at now: Instant) {
    let line = StatusLine(update: status, isLast: true)
    clients.publish(line.bytes, at: now)
  }

  /// Makes a directory the root; a failure is logged and not reported to the client, as in Plymouth.
  static func changeRoot(to directory: Span<UInt8>) {
    do throws(SystemError) {
      try RootDirectory.change(to: try Path(directory))
    } catch {
      var line = InlineText<384>()
      line.append("the root directory cannot become ")
      line.append(quoting: directory)
      line.append(": ")
      line.append(error.reason)
      Log.write(line.bytes)
    }
  }
}
