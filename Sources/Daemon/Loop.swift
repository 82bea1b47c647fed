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
  private static var firstEndpointSlot: Int { 1 + DeviceManager.slotCount }

  var outputs: OutputStages
  let deviceManager: DeviceManager?
  var endpoints: Endpoints
  var terminal = Terminal()
  var handover: Handover
  private let signals: SignalDescriptor
  var manager = ServiceManager()
  private var watchdog = OwnWatchdog()
  private var snapshots = SnapshotHandler()
  private var poll = Poll<320>()
  private let processors: ProcessorTime?
  private var budget = FrameBudget()

  /// Whether clients may have more to say than was heard, as at the start.
  private var hasMoreRequests = true
  /// When something is to be done for clients although none says anything; nil for never.
  private var endpointDeadline: Instant?
  var isLeaving = false

  /// Takes over all parts.
  init(
    _ outputs: consuming OutputStages, _ deviceManager: DeviceManager?,
    _ endpoints: consuming Endpoints,
    _ signals: consuming SignalDescriptor, _ options: borrowing Options
  ) {
    self.outputs = outputs
    handover = Handover(timeout: options.handoverTimeout)
    self.deviceManager = deviceManager
    self.endpoints = endpoints
    processors = options.pacesEndless ? ProcessorTime() : nil
    self.signals = signals
  }

  /// Runs until it is told to leave.
  mutating func run(_ options: borrowing Options) throws(BootstrapError) {
    defer {
      manager.noteStopping()
      deviceManager?.restore()
    }
    watchdog.noteWork(at: .now)
    endpoints.openMissing(options, manager, at: .now)
    // Who waits for the service waits for its sockets, not for a display.
    manager.noteReady(at: .now)
    // What the options say of the machine's mode is in the first frame.
    serve()
    deviceManager?.serve(poll, from: 1, &outputs, options, at: .now)
    if deviceManager != nil && options.takesTerminal { terminal.take(options.terminal) }
    // Only now: a terminal may be the file of whoever logged in there last.
    if options.isSandboxed { Bootstrap.confine(options) }
    while !isLeaving {
      let now = Instant.now
      watchdog.noteWork(at: now)
      deviceManager?.serve(poll, from: 1, &outputs, options, at: now)
      terminal.setGraphical(outputs.onFramebuffer != nil)
      show(at: now)
      advanceHandover(at: now)
      endpoints.openMissing(options, manager, at: now)
      notifyManager(at: now)
      if outputs.presentedFrameCount >= options.frameLimit { break }
      try wait()
      try takeSignals()
      serve()
    }
    let now = Instant.now
    if endpoints.wantsStatus, let status = outputs.status(at: now) {
      endpoints.noteEnd(status, at: now)
    }
  }

  /// Has each screen draw what differs; its failure is no other's.
  private mutating func show(at now: Instant) {
    for output in outputs.list {
      // Each may set a mode, which may wait for a display that does not answer.
      watchdog.noteWork(at: .now)
      do throws(OutputFailure) {
        try output.show(at: now)
      } catch {
        if deviceManager == nil { outputs.remove(output) }
        deviceManager?.handle(error, of: output, &outputs, at: now)
      }
    }
    if budget.isDue(at: now) { limitFrames(at: now) }
  }

  /// Leaves a busy machine most of its processors' time.
  @inline(never)
  private mutating func limitFrames(at now: Instant) {
    switch processors {
    case .some(let processors):
      let frameCount = outputs.drawnFrameCount
      // The first frame of a buffer is a whole one, which says nothing about those to come.
      if frameCount <= 2 * outputs.list.count { return }
      let used = ProcessorTime.ownNanoseconds
      let sums = processors.idleNanoseconds().map {
        FrameBudget.Sums(used: used, idle: $0, frameCount: frameCount)
      }
      budget.note(sums, at: now)
      let rate = budget.framesPerSecond.map { max(1, $0 / max(1, outputs.list.count)) }
      for output in outputs.list { output.affordableRate = rate }
    case .none: return
    }
  }

  /// How long nothing needs to be done unless something happens; nil for ever.
  private mutating func nextDeadline() -> Instant? {
    endpointDeadline = endpoints.deadline
    var deadline = Instant.earlier(endpointDeadline, manager.deadline)
    deadline = Instant.earlier(deadline, deviceManager?.deadline)
    deadline = Instant.earlier(deadline, handover.deadline)
    return Instant.earlier(deadline, outputs.nextDeadline())
  }

  private mutating func wait() throws(BootstrapError) {
    poll.watch(PollSlot(rawValue: 0), signals.descriptor)
    deviceManager?.watch(in: &poll, from: 1)
    endpoints.watch(in: &poll, from: Loop.firstEndpointSlot)
    var timeout: Int64?
    // A display that has come or gone since the clients were served is news to who asks.
    if hasMoreRequests || outputs.showAny != endpoints.isLit {
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
      var problem = BootstrapError("poll failed: ")
      problem.line.append(error.reason)
      throw problem
    }
  }

  private mutating func takeSignals() throws(BootstrapError) {
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
      throw BootstrapError("signals cannot be read", error)
    }
  }

  private mutating func notifyManager(at now: Instant) {
    if endpoints.wantsStatus, let status = outputs.status(at: now) {
      endpoints.noteStatus(status, at: now)
    }
    if outputs.allPresented { deviceManager?.noteLit(at: now) }
    manager.noteReady(at: now)
    manager.noteAlive(at: now)
    guard manager.wantsStatus, let status = outputs.status(at: now) else { return }
    manager.noteStatus(status, at: now)
  }
}

extension Loop {
  /// Obeys what the clients ask for, but only so much of it between two looks at the displays.
  private mutating func serve() {
    let now = Instant.now
    defer { handover.forgetCancellation() }
    // Most turns are for a frame alone.
    let isDue = endpointDeadline.map { now >= $0 } ?? false
    let isLit = outputs.showAny
    if isLit == endpoints.isLit && !hasMoreRequests && !isDue
      && !poll.hasEvents(from: Loop.firstEndpointSlot)
    {
      return
    }
    endpoints.isLit = isLit
    endpoints.serve(poll, from: Loop.firstEndpointSlot, at: now)
    hasMoreRequests = false
    for _ in 0..<Loop.linesPerTurn {
      guard let event = endpoints.next(at: now) else { return }
      switch event {
      case .request(.command(let command)): obey(command, at: now)
      case .request(.status): answerStatus(at: now)
      case .request(.snapshot): snapshots.answer(&endpoints, outputs, at: now)
      case .request(.hasActiveTerminal): answerTerminal(at: now)
      case .request(let request): leave(request, at: now)
      case .answered: continue
      }
    }
    hasMoreRequests = true
  }

  mutating func obey(_ command: Command, at now: Instant) {
    outputs.apply(command, at: now)
    // What was typed for a question has been in many hands.
    if case .entry(let entry) = command, !entry.isOn { SecretMemory.wipeStack() }
    endpoints.reply("ok", at: now)
  }

  /// Says whether the terminal is shown; where there is none but a display, that is ours.
  private mutating func answerTerminal(at now: Instant) {
    var isShown = terminal.isShown ?? true
    if !outputs.list.contains(where: { $0.presenter.output.memory == nil && !$0.isSuspended }) {
      isShown = false
    }
    endpoints.reply(isShown ? "ok" : "error: not on the active VT", at: now)
  }

  private mutating func answerStatus(at now: Instant) {
    guard let status = outputs.status(at: now) else { return }
    var line = StatusLine(status, outputs.referenceStage.configuration)
    line.append(first: outputs)
    line.append(clients: endpoints.clientCount, dropped: endpoints.droppedCount)
    line.append(others: outputs, beside: status.message)
    line.append(message: status.message)
    let text = line.text
    endpoints.reply(text.bytes, at: now)
  }
}
