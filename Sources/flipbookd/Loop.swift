import Animations
import Control
import FixedPoint
import Motion
import Raster
import Scanout
import System

/// The program's one loop: wait, let the display and the clients have their say, draw what differs.
///
/// It waits without a timeout while the stage is still and nobody owes an answer. A frame allocates
/// nothing.
struct Loop<Target: LiveOutput & ~Copyable>: ~Copyable {
  /// How many lines are answered between two looks at the display, whether requests or not.
  private static var linesPerTurn: Int { 64 }

  private var presenter: Presenter<Target>
  private var stage: Stage
  private var inlets: Inlets
  private let signals: SignalDescriptor
  private var manager = ServiceManager()
  private var snapshots = SnapshotStore()
  private var poll = Poll<264>()
  private let frameLimit: Int

  // Before that no further snapshot is drawn.
  private var snapshotTime = Instant.zero

  // For which instant the last frame was drawn; nil until there is one.
  private var drawnFor: Instant?
  private var hasNews = true
  private var hasMoreRequests = false
  private var isLeaving = false
  private var hasComplained = false

  /// Takes over all parts.
  init(
    _ presenter: consuming Presenter<Target>, _ stage: consuming Stage,
    _ inlets: consuming Inlets, _ signals: consuming SignalDescriptor, frameLimit: Int
  ) {
    self.presenter = presenter
    self.stage = stage
    self.inlets = inlets
    self.signals = signals
    self.frameLimit = frameLimit
  }

  /// Runs until it is told to leave.
  mutating func run() throws(StartError) {
    while !isLeaving {
      try show(at: Loop.now)
      if presenter.presentedFrameCount >= frameLimit { break }
      try wait()
      try takeSignals()
      serve()
    }
    manager.noteStopping()
  }

  private static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }

  /// Has the display its say, and draws the next frame if that may differ from the last.
  private mutating func show(at now: Instant) throws(StartError) {
    do throws(Target.Failure) {
      try presenter.advance(at: now)
      if needsFrame(at: now), let target = presenter.beginFrame(at: now) {
        hasNews = false
        drawnFor = target
        stage.draw(at: target, into: &presenter.scene)
        try presenter.endFrame(at: now)
        if presenter.isIncomplete, !hasComplained {
          hasComplained = true
          Console.log("the picture lacks parts: there is more in it than there is room for")
        }
      }
    } catch {
      var problem = StartError("")
      problem.line = Target.describe(error)
      throw problem
    }
    tellManager(at: now)
  }

  /// Whether the frame of the next vblank may differ from the last that was drawn.
  private mutating func needsFrame(at now: Instant) -> Bool {
    guard !presenter.isBusy else { return false }
    guard let drawnFor, !hasNews, !presenter.needsFrame else { return true }
    // The vblank that the last frame was for is still to come: there is no other to draw for.
    if now < drawnFor, presenter.clock.lastVblank != nil { return false }
    switch stage.nextChange(after: drawnFor) {
    case .now: return true
    case .at(let instant): return now >= lead(instant)
    case .never: return false
    }
  }

  /// From when on the vblanks are of interest if something happens at an instant.
  private func lead(_ instant: Instant) -> Instant {
    instant - presenter.clock.period
  }

  /// How long nothing needs to be done unless something happens; nil for ever.
  private mutating func nextDeadline() -> Instant? {
    var deadline = earlier(inlets.deadline, manager.deadline)
    if presenter.isBusy {
      deadline = earlier(deadline, presenter.wakeTime)
    } else if hasNews {
      deadline = earlier(deadline, drawnFor ?? .zero)
    } else if let drawnFor {
      switch stage.nextChange(after: drawnFor) {
      case .now: deadline = earlier(deadline, drawnFor)
      case .at(let instant): deadline = earlier(deadline, max(drawnFor, lead(instant)))
      case .never: break
      }
    }
    return deadline
  }

  private func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  private mutating func wait() throws(StartError) {
    poll.watch(PollSlot(rawValue: 0), signals.descriptor)
    if let number = presenter.output.pollNumber {
      poll.watch(PollSlot(rawValue: 1), number: number)
    }
    inlets.watch(in: &poll, from: 2)
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
}

extension Loop where Target: ~Copyable {
  private mutating func takeSignals() throws(StartError) {
    guard !poll[PollSlot(rawValue: 0)].isEmpty else { return }
    do throws(SystemError) {
      while try signals.next() != nil { isLeaving = true }
    } catch {
      throw StartError("signals cannot be read", error)
    }
  }

  /// Obeys what the clients ask for, but only so much of it between two looks at the display.
  ///
  /// A snapshot is the one answer that takes long, perhaps longer than a frame: a new one is drawn
  /// every 100 ms at most, however many ask.
  private mutating func serve() {
    let now = Loop.now
    inlets.serve(poll, from: 2, at: now)
    hasMoreRequests = false
    for _ in 0..<Loop.linesPerTurn {
      guard let inquiry = inlets.next(at: now) else { return }
      switch inquiry {
      case .request(.command(let command)): obey(command, at: now)
      case .request(.status): answerStatus(at: now)
      case .request(.snapshot): answerSnapshot(at: now)
      case .request(.quit): quit(at: now)
      case .request(.deactivate), .request(.reactivate): inlets.reply("ok", at: now)
      case .request(.hasActiveTerminal): answerTerminal(at: now)
      case .answered: continue
      }
    }
    hasMoreRequests = true
  }

  private mutating func obey(_ command: Command, at now: Instant) {
    stage.apply(command, at: now)
    hasNews = true
    inlets.reply("ok", at: now)
  }

  private mutating func quit(at now: Instant) {
    isLeaving = true
    obey(.quit, at: now)
  }

  /// A picture in memory has no terminal, and that of a display is in the foreground while it shows.
  private mutating func answerTerminal(at now: Instant) {
    let hasTerminal = presenter.output.pollNumber != nil
    inlets.reply(hasTerminal ? "ok" : "error: the picture is on no terminal", at: now)
  }

  private mutating func answerStatus(at now: Instant) {
    guard let status = stage.status(at: now) else { return }
    var line = StatusLine(status, stage.configuration)
    line.append(
      frames: presenter.presentedFrameCount, missed: presenter.clock.missedVblankCount,
      size: presenter.output.sizeInPixels,
      refreshMillihertz: presenter.output.refreshMillihertz)
    line.append(scale: stage.configuration.scale)
    line.append(clients: inlets.clientCount, dropped: inlets.droppedCount)
    line.append(message: status.message)
    let text = line.text
    inlets.reply(text.bytes, at: now)
  }

  private mutating func answerSnapshot(at now: Instant) {
    let size = presenter.output.sizeInPixels
    if now < snapshotTime, !snapshots.holds(frame: presenter.committedFrameCount) {
      inlets.postpone(.snapshot, until: snapshotTime)
      return
    }
    do throws(SystemError) {
      guard let file = try snapshotFile(size), presenter.presentedFrameCount > 0 else {
        inlets.reply("error: snapshot: nothing has been shown yet", at: now)
        return
      }
      var text = InlineText<64>()
      text.append("ok ")
      text.append(size.width)
      text.append(" ")
      text.append(size.height)
      text.append(" ")
      text.append(size.width * 4)
      text.append(" XRGB8888")
      inlets.reply(text.bytes, passing: file, at: now)
    } catch {
      inlets.reply("error: snapshot: no memory for it", at: now)
    }
  }

  private mutating func snapshotFile(_ size: PixelSize) throws(SystemError) -> FileDescriptor? {
    let frame = presenter.committedFrameCount
    if let file = try snapshots.file(ofFrame: frame) { return file }
    defer { snapshotTime = Loop.now + .milliseconds(100) }
    return try snapshots.makeFile(ofFrame: frame, size: size) { pixels in
      _ = presenter.drawSnapshot(into: &pixels)
    }
  }

  private mutating func tellManager(at now: Instant) {
    guard presenter.presentedFrameCount > 0 else { return }
    manager.noteReady(at: now)
    manager.noteAlive(at: now)
    guard manager.wantsStatus, let status = stage.status(at: now) else { return }
    manager.noteStatus(status, at: now)
  }
}
