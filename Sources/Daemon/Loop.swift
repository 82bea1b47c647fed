import Animations
import CLinux
import Control
import KMS
import Motion
import Scanout
import Linux

/// The program's one loop: wait, let the displays and the clients have their say, draw what differs.
///
/// It waits without a timeout while all screens are still and nobody owes an answer. A frame allocates
/// nothing. What happens in each frame is `mutating` in all parts, whether it changes them or not: of
/// what can change Swift 6.3 passes the address, and of what cannot a copy, however large it is.
struct Loop: ~Copyable {
  /// How many lines are answered between two looks at the displays, whether requests or not.
  private static var linesPerTurn: Int { 64 }

  /// What counts as rest, when memory is given back: longer than between two frames, shorter than
  /// between two looks at Caps Lock while a password is asked for.
  private static var restNanoseconds: Int64 { 400_000_000 }

  /// Where the inlets are in the poll.
  private static var firstInletSlot: Int { 1 + Displays.slotCount }

  var screens: Screens
  let displays: Displays?
  var inlets: Inlets
  var terminal = Terminal()
  var departure: Departure
  private let signals: SignalDescriptor
  var manager = ServiceManager()
  private var watchdog = OwnWatchdog()
  private var pictures = SnapshotDesk()
  private var poll = Poll<320>()
  private let processors: ProcessorTime?
  private var budget = FrameBudget()

  /// Whether clients may have more to say than was heard, as at the start.
  private var hasMoreRequests = true
  /// When something is to be done for clients although none says anything; nil for never.
  private var inletDeadline: Instant?
  var isLeaving = false

  /// Takes over all parts.
  init(
    _ screens: consuming Screens, _ displays: Displays?, _ inlets: consuming Inlets,
    _ signals: consuming SignalDescriptor, _ options: borrowing Options
  ) {
    self.screens = screens
    departure = Departure(patience: options.handoverPatience)
    self.displays = displays
    self.inlets = inlets
    processors = options.pacesEndless ? ProcessorTime() : nil
    self.signals = signals
  }

  /// Runs until it is told to leave.
  mutating func run(_ options: borrowing Options) throws(StartError) {
    defer {
      manager.noteStopping()
      displays?.restore()
    }
    watchdog.noteWork(at: .now)
    inlets.openMissing(options, manager, at: .now)
    // Who waits for the service waits for its sockets, not for a display.
    manager.noteReady(at: .now)
    // What the options say of the machine's mode is in the first frame.
    serve()
    displays?.serve(poll, from: 1, &screens, options, at: .now)
    if displays != nil && options.takesTerminal { terminal.take(options.terminal) }
    // Only now: a terminal may be the file of whoever logged in there last.
    if options.isSandboxed { Start.confine(options) }
    while !isLeaving {
      let now = Instant.now
      watchdog.noteWork(at: now)
      displays?.serve(poll, from: 1, &screens, options, at: now)
      terminal.setGraphical(screens.onFramebuffer != nil)
      show(at: now)
      depart(at: now)
      inlets.openMissing(options, manager, at: now)
      tellManager(at: now)
      if screens.presentedFrameCount >= options.frameLimit { break }
      try wait()
      try takeSignals()
      serve()
    }
    let now = Instant.now
    if inlets.wantsStatus, let status = screens.status(at: now) { inlets.noteEnd(status, at: now) }
  }

  /// Has each screen draw what differs; its failure is no other's.
  private mutating func show(at now: Instant) {
    for screen in screens.list {
      // Each may set a mode, which may wait for a display that does not answer.
      watchdog.noteWork(at: .now)
      do throws(OutputFailure) {
        try screen.show(at: now)
      } catch {
        if displays == nil { screens.remove(screen) }
        displays?.handle(error, of: screen, &screens, at: now)
      }
    }
    if budget.isDue(at: now) { limitFrames(at: now) }
  }

  /// Leaves a busy machine most of its processors' time.
  @inline(never)
  private mutating func limitFrames(at now: Instant) {
    switch processors {
    case .some(let processors):
      let frameCount = screens.drawnFrameCount
      // The first frame of a buffer is a whole one, which says nothing about those to come.
      if frameCount <= 2 * screens.list.count { return }
      let used = ProcessorTime.ownNanoseconds
      let sums = processors.idleNanoseconds().map {
        FrameBudget.Sums(used: used, idle: $0, frameCount: frameCount)
      }
      budget.note(sums, at: now)
      let rate = budget.framesPerSecond.map { max(1, $0 / max(1, screens.list.count)) }
      for screen in screens.list { screen.affordableRate = rate }
    case .none: return
    }
  }

  /// How long nothing needs to be done unless something happens; nil for ever.
  private mutating func nextDeadline() -> Instant? {
    inletDeadline = inlets.deadline
    var deadline = Instant.earlier(inletDeadline, manager.deadline)
    deadline = Instant.earlier(deadline, displays?.deadline)
    deadline = Instant.earlier(deadline, departure.deadline)
    return Instant.earlier(deadline, screens.nextDeadline())
  }

  private mutating func wait() throws(StartError) {
    poll.watch(PollSlot(rawValue: 0), signals.descriptor)
    displays?.watch(in: &poll, from: 1)
    inlets.watch(in: &poll, from: Loop.firstInletSlot)
    var timeout: Int64?
    // A display that has come or gone since the clients were served is news to who asks.
    if hasMoreRequests || screens.showSomething != inlets.isLit {
      timeout = 0
    } else if let deadline = nextDeadline() {
      timeout = (deadline - Instant.now).nanoseconds
      watchdog.noteSleep(until: deadline)
    } else {
      watchdog.noteSleep(until: nil)
    }
    // Between frames the next one takes it again at once; at rest it is 188 KB of 3 MB.
    if timeout.map({ $0 > Loop.restNanoseconds }) ?? true { cl_release_stack() }
    do throws(SystemError) {
      _ = try poll.wait(timeoutNanoseconds: timeout)
    } catch {
      var problem = StartError("poll failed: ")
      problem.line.append(error.reason)
      throw problem
    }
  }

  private mutating func takeSignals() throws(StartError) {
    guard !poll[PollSlot(rawValue: 0)].isEmpty else { return }
    do throws(SystemError) {
      while let signal = try signals.next() {
        if signal == .terminalRelease || signal == .terminalAcquire {
          change(signal, at: .now)
        } else {
          isLeaving = true
        }
      }
    } catch {
      throw StartError("signals cannot be read", error)
    }
  }

  private mutating func tellManager(at now: Instant) {
    if inlets.wantsStatus, let status = screens.status(at: now) {
      inlets.noteStatus(status, at: now)
    }
    if screens.areLit { displays?.noteLit(at: now) }
    manager.noteReady(at: now)
    manager.noteAlive(at: now)
    guard manager.wantsStatus, let status = screens.status(at: now) else { return }
    manager.noteStatus(status, at: now)
  }
}

extension Loop {
  /// Obeys what the clients ask for, but only so much of it between two looks at the displays.
  private mutating func serve() {
    let now = Instant.now
    defer { departure.forgetCancellation() }
    // Most turns are for a frame alone.
    let isDue = inletDeadline.map { now >= $0 } ?? false
    let isLit = screens.showSomething
    if isLit == inlets.isLit && !hasMoreRequests && !isDue
      && !poll.hasEvents(from: Loop.firstInletSlot)
    {
      return
    }
    inlets.isLit = isLit
    inlets.serve(poll, from: Loop.firstInletSlot, at: now)
    hasMoreRequests = false
    for _ in 0..<Loop.linesPerTurn {
      guard let inquiry = inlets.next(at: now) else { return }
      switch inquiry {
      case .request(.command(let command)): obey(command, at: now)
      case .request(.status): answerStatus(at: now)
      case .request(.snapshot): pictures.answer(&inlets, screens, at: now)
      case .request(.hasActiveTerminal): answerTerminal(at: now)
      case .request(let request): leave(request, at: now)
      case .answered: continue
      }
    }
    hasMoreRequests = true
  }

  mutating func obey(_ command: Command, at now: Instant) {
    screens.apply(command, at: now)
    // What was typed for a question has been in many hands.
    if case .entry(let entry) = command, !entry.isOn { SecretMemory.wipeStack() }
    inlets.reply("ok", at: now)
  }

  /// Says whether the terminal is shown; where there is none but a display, that is ours.
  private mutating func answerTerminal(at now: Instant) {
    var isShown = terminal.isShown ?? true
    if !screens.list.haveAny({ $0.presenter.output.memory == nil && !$0.isSuspended }) {
      isShown = false
    }
    inlets.reply(isShown ? "ok" : "error: not on the active VT", at: now)
  }

  private mutating func answerStatus(at now: Instant) {
    guard let status = screens.status(at: now) else { return }
    var line = StatusLine(status, screens.story.configuration)
    line.append(first: screens)
    line.append(clients: inlets.clientCount, dropped: inlets.droppedCount)
    line.append(others: screens, beside: status.message)
    line.append(message: status.message)
    let text = line.text
    inlets.reply(text.bytes, at: now)
  }
}
