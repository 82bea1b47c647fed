import Animations
import Control
import Motion
import Linux

/// All the ways by which commands come, and those who want to know what is shown.
struct Endpoints: ~Copyable {
  /// How many poll slots they take.
  static let slotCount =
    ClientTable.slotCount + PromptKeyboard.slotCount + TextConsoles.capacity

  /// How long a display may take until a question is asked where text is seen.
  private static var displayTimeout: Duration { .milliseconds(2_000) }

  /// How long until nobody is asked who could not see what is asked.
  private static var darkTimeout: Duration { .milliseconds(10_000) }

  private var clients: ClientTable
  // Kept for its end, when the file goes.
  private var pidFile: ProcessFile?
  private var keyboard: PromptKeyboard
  private var consoles: TextConsoles
  /// Since when somebody is asked and no display shows it.
  private var darkSince: Instant?
  /// When it was last looked where what is asked can be shown.
  private var lookTime = Instant.zero
  /// Whether a display shows what is asked.
  var isLit = false
  private var sockets = ListeningSockets()
  private var subscriptions = StatusSubscriptions()

  /// Nobody is awaited yet.
  init(_ options: borrowing Options) {
    clients = ClientTable(policy: EndpointSetup.policy(options))
    keyboard = PromptKeyboard(options)
    consoles = TextConsoles(options)
    clients.hasKeyboard = keyboard.exists || consoles.exist
    if let mode = options.protocols.mode { clients.begin(mode) }
  }

  /// Opens what the options name; what cannot be opened is logged and left out.
  ///
  /// Throws, before anything else is opened, where another splash listens already.
  mutating func open(_ options: borrowing Options, at now: Instant) throws(BootstrapError) {
    try sockets.open(&clients, options, at: now)
    EndpointSetup.openPsplash(&clients, options, at: now)
    if options.readsStandardInput { EndpointSetup.openStandard(&clients, at: now) }
    pidFile = EndpointSetup.pidFile(options)
  }

  /// Tries again, now and then, what others had when it was to be opened, and has the service manager
  /// hold what nobody else is to get.
  mutating func openMissing(
    _ options: borrowing Options, _ manager: borrowing ServiceManager, at now: Instant
  ) {
    sockets.openMissing(&clients, options, at: now)
    sockets.store(with: manager)
  }

  /// When something is to be done although nothing happens; nil for never.
  var deadline: Instant? {
    mutating get {
      // What is owed to subscribers who have gone is owed to nobody.
      let owed = wantsStatus ? subscriptions.deadline : nil
      let deadline = Instant.earlier(Instant.earlier(clients.deadline, owed), keyboard.deadline)
      return Instant.earlier(Instant.earlier(deadline, sockets.deadline), promptDeadline)
    }
  }

  /// When a question is to be written elsewhere, or given up.
  private var promptDeadline: Instant? {
    var deadline = consoles.deadline
    if let darkSince, !keyboard.showsText, !consoles.areOpen {
      let timeout = keyboard.isTerminal ? Endpoints.displayTimeout : Endpoints.darkTimeout
      // A terminal that takes no text, as after Scroll Lock, is tried again.
      let again = lookTime + .milliseconds(100)
      deadline = Instant.earlier(deadline, max(darkSince + timeout, again))
    }
    return deadline
  }

  /// How many clients are connected.
  var clientCount: Int { clients.clientCount }

  /// How many clients have been sent away.
  var droppedCount: Int { clients.droppedCount }

  /// Enters them into a poll.
  mutating func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    clients.watch(in: &poll, from: first)
    keyboard.watch(in: &poll, from: first + ClientTable.slotCount)
    consoles.watch(in: &poll, from: first + ClientTable.slotCount + PromptKeyboard.slotCount)
  }

  /// Reads and sends, once, as the poll found.
  mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, at now: Instant
  ) {
    clients.serve(poll, from: first, at: now)
    keyboard.serve(poll, from: first + ClientTable.slotCount, to: &clients, at: now)
    consoles.serve(
      poll, from: first + ClientTable.slotCount + PromptKeyboard.slotCount, to: &clients, at: now)
    takeKeys(at: now)
  }

  /// Has the keys come here while somebody waits for them; where that fails nobody can be asked.
  @inline(never)
  private mutating func takeKeys(at now: Instant) {
    lookTime = now
    consoles.update(clients, at: now)
    if isLit || !clients.wantsText { darkSince = nil } else { darkSince = darkSince ?? now }
    let darkness = darkSince.map { now - $0 } ?? .milliseconds(0)
    keyboard.showText(clients, begins: darkness >= Endpoints.displayTimeout)
    // First, for what comes late is to be taken at once.
    keyboard.look(for: &clients, at: now)
    let isTaken = keyboard.setActive(clients.wantsKeys, at: now)
    let isSeen = keyboard.showsText || darkness < Endpoints.darkTimeout
    if !(isTaken && isSeen) && !consoles.areOpen { refusePrompts(at: now) }
  }

  /// Tells all who ask that nobody can be asked here; with the process file gone systemd asks itself.
  private mutating func refusePrompts(at now: Instant) {
    if clients.wantsText {
      Log.write("no display, console or keyboard to ask at: refusing; removing the pid file")
    }
    pidFile = nil
    clients.refusePrompts(at: now)
  }

  /// The next request, from each client in turn; nil when there is none just now.
  mutating func next(at now: Instant) -> Inquiry? {
    let event = clients.next(at: now)
    if event != nil { takeKeys(at: now) }
    if clients.takeRefusal() { pidFile = nil }
    if let directory = clients.takeRootDirectory() {
      Endpoints.changeRoot(to: directory.utf8)
      reply("ok", at: now)
    }
    return event
  }

  /// Leaves the last request unanswered until a later time, at which it comes up again; without a
  /// time, until `resume`.
  mutating func postpone(_ request: Request, until time: Instant?) {
    clients.postpone(request, until: time)
  }

  /// Has all requests come up again that were postponed without a time: what they wait for is done.
  mutating func resume(at now: Instant) {
    clients.resume(at: now)
  }

  /// Answers the last request.
  mutating func reply(_ text: Span<UInt8>, at now: Instant) {
    clients.reply(text, at: now)
  }

  /// Answers the last request with a short text that is part of the program.
  mutating func reply(_ text: StaticString, at now: Instant) {
    clients.reply(text.bytes, at: now)
  }

  /// Answers the last request, with a descriptor.
  mutating func reply(
    _ text: Span<UInt8>, passing descriptor: consuming FileDescriptor, at now: Instant
  ) {
    clients.reply(text, passing: descriptor, at: now)
  }

  /// Whether anybody wants to know what is shown.
  var wantsStatus: Bool {
    mutating get { clients.hasSubscribers }
  }

  /// Tells what is shown to those who want to know, if that differs from what was told last.
  mutating func noteStatus(_ status: StageStatus, at now: Instant) {
    if clients.takeNewSubscribers() { subscriptions = StatusSubscriptions() }
    guard let line = subscriptions.line(for: status, at: now) else { return }
    clients.publish(line.bytes, at: now)
  }

  /// Tells them last that the program ends; who does not hear it knows that it was otherwise.
  mutating func noteEnd(_ status: StageStatus, at now: Instant) {
    let line = StatusLine(update: status, isLast: true).text
    clients.publish(line.bytes, at: now)
  }

  /// Clients wait for this to be tried, and not for its success: as Plymouth has it.
  private static func changeRoot(to directory: Span<UInt8>) {
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
