import Animations
import Control
import KMS
import Motion
import Scanout
import System

/// The program's one loop: wait, let the displays and the clients have their say, draw what differs.
///
/// It waits without a timeout while all screens are still and nobody owes an answer. A frame allocates
/// nothing.
struct Loop: ~Copyable {
  /// How many lines are answered between two looks at the displays, whether requests or not.
  private static var linesPerTurn: Int { 64 }

  /// Where the inlets are in the poll.
  private static var firstInletSlot: Int { 2 }

  private(set) var screens: Screens
  private(set) var inlets: Inlets
  private let signals: SignalDescriptor
  private var manager = ServiceManager()
  private var pictures = SnapshotDesk()
  private var poll = Poll<264>()
  private let frameLimit: Int

  private var hasMoreRequests = false
  private var isLeaving = false

  /// Takes over all parts.
  init(
    _ screens: consuming Screens, _ inlets: consuming Inlets,
    _ signals: consuming SignalDescriptor, frameLimit: Int
  ) {
    self.screens = screens
    self.inlets = inlets
    self.signals = signals
    self.frameLimit = frameLimit
  }

  /// Runs until it is told to leave.
  mutating func run() throws(StartError) {
    while !isLeaving {
      let now = Loop.now
      screens.show(at: now)
      tellManager(at: now)
      if screens.presentedFrameCount >= frameLimit { break }
      try wait()
      try takeSignals()
      serve()
    }
    manager.noteStopping()
  }

  private static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }

  /// How long nothing needs to be done unless something happens; nil for ever.
  private func nextDeadline() -> Instant? {
    var deadline = earlier(inlets.deadline, manager.deadline)
    deadline = earlier(deadline, screens.nextDeadline())
    return deadline
  }

  private func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  private mutating func wait() throws(StartError) {
    poll.watch(PollSlot(rawValue: 0), signals.descriptor)
    watchDisplay()
    inlets.watch(in: &poll, from: Loop.firstInletSlot)
    var timeout: Int64?
    if hasMoreRequests {
      timeout = 0
    } else if let deadline = nextDeadline() {
      timeout = (deadline - Loop.now).nanoseconds
    }
    do throws(SystemError) {
      _ = try poll.wait(timeoutNanoseconds: timeout)
    } catch {
      throw StartError("waiting is impossible", error)
    }
  }

  private mutating func watchDisplay() {
    poll.ignore(PollSlot(rawValue: 1))
    for screen in screens.list {
      guard let number = screen.presenter.output.kms?.descriptorNumber else { continue }
      poll.watch(PollSlot(rawValue: 1), number: number)
    }
  }

  private mutating func takeSignals() throws(StartError) {
    guard !poll[PollSlot(rawValue: 0)].isEmpty else { return }
    do throws(SystemError) {
      while try signals.next() != nil { isLeaving = true }
    } catch {
      throw StartError("signals cannot be read", error)
    }
  }

  /// Ready is who shows something on each screen that there is, or listens where there is none: a
  /// machine without a display must not wait for one.
  private mutating func tellManager(at now: Instant) {
    if screens.areLit { manager.noteReady(at: now) }
    manager.noteAlive(at: now)
    guard manager.wantsStatus, let status = screens.status(at: now) else { return }
    manager.noteStatus(status, at: now)
  }
}

extension Loop {
  /// Obeys what the clients ask for, but only so much of it between two looks at the displays.
  private mutating func serve() {
    let now = Loop.now
    inlets.serve(poll, from: Loop.firstInletSlot, at: now)
    hasMoreRequests = false
    for _ in 0..<Loop.linesPerTurn {
      guard let inquiry = inlets.next(at: now) else { return }
      switch inquiry {
      case .request(.command(let command)): obey(command, at: now)
      case .request(.status): answerStatus(at: now)
      case .request(.snapshot): pictures.answer(&inlets, screens, at: now)
      case .request(.quit): quit(at: now)
      case .request(.deactivate), .request(.reactivate): inlets.reply("ok", at: now)
      case .request(.hasActiveTerminal): answerTerminal(at: now)
      case .answered: continue
      }
    }
    hasMoreRequests = true
  }

  private mutating func obey(_ command: Command, at now: Instant) {
    screens.apply(command, at: now)
    inlets.reply("ok", at: now)
  }

  private mutating func quit(at now: Instant) {
    isLeaving = true
    obey(.quit, at: now)
  }

  /// A picture in memory has no terminal, and that of a display is in the foreground while it shows.
  private mutating func answerTerminal(at now: Instant) {
    var hasTerminal = false
    for screen in screens.list where screen.presenter.output.kms != nil { hasTerminal = true }
    inlets.reply(hasTerminal ? "ok" : "error: the picture is on no terminal", at: now)
  }

  private mutating func answerStatus(at now: Instant) {
    guard let status = screens.status(at: now) else { return }
    var line = StatusLine(status, screens.story.configuration)
    line.append(first: screens)
    line.append(clients: inlets.clientCount, dropped: inlets.droppedCount)
    line.append(others: screens, messageCount: status.message.count)
    line.append(message: status.message)
    let text = line.text
    inlets.reply(text.bytes, at: now)
  }
}
