// SPDX-License-Identifier: Apache-2.0

import Animations
import CLinux
import Control
import KMS
import Motion
import Presentation
import Scanout
import Linux
import Stage
import Text

/// The program's only loop: polls, serves devices and clients, and draws the outputs with a changed
/// frame.
///
/// It waits without a timeout while all outputs are idle and no reply is pending. A frame allocates
/// nothing. All methods that a frame uses are `mutating`, whether they change state or not
/// (compiler-workarounds.md: immutable-self).
struct Loop: LoopParts, ~Copyable {
  /// The largest number of client events per turn, whether requests or not.
  private static var linesPerTurn: Int { 64 }

  /// The shortest wait before which memory is released.
  ///
  /// It is longer than a frame, and shorter than the interval at which Caps Lock is read during a
  /// password prompt.
  private static var restNanoseconds: Int64 { 400_000_000 }

  /// The poll slots of the theme's clock, and the first of the endpoints.
  private static var clockSlot: PollSlot { PollSlot(rawValue: 1 + DisplayManager.slotCount) }
  private static var firstConsoleSlot: Int { 2 + DisplayManager.slotCount }
  private static var firstEndpointSlot: Int { firstConsoleSlot + ConsoleView.slotCount }

  let endpoints: Endpoints
  private var budget = FrameBudget()
  /// Whether received requests may still wait to be handled, as at the start.
  private var hasMoreRequests = true
  var isLeaving = false
  /// When to serve the endpoints without an event; nil for never.
  private var endpointDeadline: Instant?

  /// The displays, with the outputs, the terminal and the hand-over.
  var displays: DisplaySession<ThemedStage>
  private let signals: SignalDescriptor
  var watchdogs = Watchdogs()
  private var snapshots = SnapshotHandler()
  private var confinement = Confinement()
  private var themeClock = ThemeClock(MachineClock())
  var boot: BootEstimation
  private var poll = Poll<320>()
  /// The console behind the splash; nil where it is not taken.
  let console: ConsoleView?
  private let processors: ProcessorTime?

  /// Takes over all parts.
  init(
    _ outputs: consuming OutputStages, _ deviceManager: DisplayManager?,
    _ endpoints: Endpoints,
    _ signals: consuming SignalDescriptor, _ console: ConsoleView?, _ options: borrowing Options
  ) {
    displays = DisplaySession(
      outputs, deviceManager, handoverTimeout: options.handoverTimeout,
      hasGivenTerminal: options.terminal != nil)
    self.endpoints = endpoints
    processors = options.pacesEndless ? ProcessorTime() : nil
    boot = BootEstimation(options, at: .now)
    self.signals = signals
    self.console = console
    if options.showsConsole { console?.show(true, on: self.outputs) }
  }

  var now: Instant {
    mutating get { .now }
  }

  /// The outputs.
  var outputs: OutputStages {
    _read { yield displays.outputs }
    _modify { yield &displays.outputs }
  }

  /// The device manager; nil where the outputs are in memory.
  var deviceManager: DisplayManager? {
    get { displays.deviceManager }
  }

  mutating func hasReachedFrameLimit(_ options: borrowing Options) -> Bool {
    outputs.presentedFrameCount >= options.frameLimit
  }

  mutating func recordWork(at now: Instant) { watchdogs.own.recordWork(at: now) }

  mutating func openEndpoints(_ options: borrowing Options, at now: Instant) {
    guard endpoints.socketsAreDue(at: now) else { return }
    endpoints.openMissing(options, watchdogs.manager, at: now)
  }

  mutating func notifyReady(at now: Instant) { watchdogs.manager.notifyReady(at: now) }

  mutating func serveDevices(_ options: borrowing Options, at now: Instant) {
    displays.serve(poll, from: 1, options.outputs, &watchdogs, at: now)
  }

  mutating func takeTerminal(_ options: borrowing Options) {
    guard deviceManager != nil && options.takesTerminal else { return }
    if displays.takeTerminal(options.terminal) { return }
    guard let path = options.terminal else { return }
    // A kernel without virtual terminals is not an error.
    let priority = VirtualTerminal.active() == nil ? Log.Priority.info : .warning
    let reason: StaticString = "--tty: cannot take the terminal; going on without"
    Log.write(path.bytes, reason.bytes, priority)
  }

  mutating func confine(_ options: borrowing Options) {
    confinement.narrow(
      opensSockets: endpoints.lacksSockets, usesDevices: deviceManager != nil,
      hasCard: deviceManager.map { !$0.devices.isEmpty } ?? false, options)
  }

  mutating func sendLastStatus(at now: Instant) {
    if endpoints.wantsStatus, let status = outputs.status(at: now) {
      endpoints.sendLastStatus(status, at: now)
    }
  }

  mutating func restore() {
    watchdogs.manager.notifyStopping()
    deviceManager?.restore(&watchdogs)
  }

  /// Draws each output's next frame if it has changed.
  mutating func show(at now: Instant) {
    if themeClock.update(
      isNeeded: outputs.hasClock, hasJumped: !poll[Loop.clockSlot].isEmpty, at: now)
    {
      outputs.set(themeClock.shown, at: now)
    }
    if let command = boot.command(
      isSuppressed: endpoints.reportsProgress || !outputs.showsProgress, isAsking: outputs.isAsking,
      at: now)
    {
      outputs.apply(command, at: now)
    }
    console?.setShowsFailure(outputs.showsFailure)
    if let failure = console?.takeFailure(), outputs.message(in: 1).isEmpty {
      apply(.message(failure), at: now)
    }
    console?.update(outputs, at: now)
    displays.show(at: now, &watchdogs)
    if budget.isDue(at: now) { limitFrames(at: now) }
  }

  /// Limits the frame rate on a busy machine.
  private mutating func limitFrames(at now: Instant) {
    switch processors {
    case .some(let processors):
      let frameCount = displays.outputs.drawnFrameCount
      let used = ProcessorTime.ownNanoseconds
      let sums = processors.idleNanoseconds().map {
        FrameBudget.Sums(used: used, idle: $0, frameCount: frameCount)
      }
      budget.update(sums, at: now)
      let rate = budget.framesPerSecond.map { max(1, $0 / max(1, outputs.list.count)) }
      for output in outputs.list { output.affordableRate = rate }
    case .none: return
    }
  }

  /// When the next turn is due without an event; nil for never.
  private mutating func nextDeadline() -> Instant? {
    endpointDeadline = endpoints.deadline
    var deadline = Instant.earlier(endpointDeadline, watchdogs.manager.deadline)
    deadline = Instant.earlier(deadline, leaveDeadline)
    deadline = Instant.earlier(deadline, boot.deadline)
    deadline = Instant.earlier(deadline, console?.deadline)
    return Instant.earlier(deadline, displays.nextDeadline())
  }

  mutating func wait() throws(BootstrapError) {
    poll.watch(PollSlot(rawValue: 0), signals.descriptor)
    displays.watch(in: &poll, from: 1)
    themeClock.watch(in: &poll, Loop.clockSlot)
    console?.watch(in: &poll, from: Loop.firstConsoleSlot)
    endpoints.watch(in: &poll, from: Loop.firstEndpointSlot)
    var timeout: Int64?
    // When a display becomes visible or invisible, pending prompts are affected.
    if hasMoreRequests || outputs.areMaking || outputs.showAny != endpoints.isLit {
      timeout = 0
    } else if let deadline = nextDeadline() {
      timeout = (deadline - Instant.now).nanoseconds
      watchdogs.own.recordSleep(until: deadline)
    } else {
      watchdogs.own.recordSleep(until: nil)
    }
    // Between frames the next frame would fault it in again; when idle it is 188 KB of 3 MB. A pending
    // flip completes long before its timeout.
    if timeout.map({ $0 > Loop.restNanoseconds }) ?? true, !outputs.areBusy { cl_release_stack() }
    do throws(SystemError) {
      _ = try poll.wait(timeoutNanoseconds: timeout)
    } catch {
      var problem = BootstrapError("poll failed: ")
      problem.line.append(error.reason)
      throw problem
    }
  }

  mutating func handleSignals() throws(BootstrapError) {
    guard !poll[PollSlot(rawValue: 0)].isEmpty else { return }
    do throws(SystemError) {
      while let signal = try signals.next() {
        if signal == .terminalRelease || signal == .terminalAcquire {
          displays.change(signal, at: .now)
        } else {
          isLeaving = true
        }
      }
    } catch {
      throw BootstrapError("signals cannot be read", error)
    }
  }

  mutating func notifyManager(at now: Instant) {
    if endpoints.wantsStatus, let status = outputs.status(at: now) {
      endpoints.sendStatus(status, at: now)
    }
    if outputs.allPresented && outputs.showAny { console?.begin() }
    if outputs.allPresented { deviceManager?.recordLit(at: now) }
    watchdogs.manager.notifyReady(at: now)
    watchdogs.manager.notifyAlive(at: now)
    guard watchdogs.manager.wantsStatus, let status = outputs.status(at: now) else { return }
    watchdogs.manager.sendStatus(status, at: now)
  }
}

extension Loop {
  /// Handles the clients' requests, up to `linesPerTurn` of them.
  mutating func serveClients() {
    let now = Instant.now
    defer { displays.handover.forgetCancellation() }
    // Most turns are only for a frame.
    console?.serve(poll, from: Loop.firstConsoleSlot, at: now)
    let isDue = endpointDeadline.map { now >= $0 } ?? false
    let isLit = outputs.showAny
    if isLit == endpoints.isLit && !hasMoreRequests && !isDue
      && !poll.hasEvents(from: Loop.firstEndpointSlot)
    {
      return
    }
    endpoints.isLit = isLit
    endpoints.watchesEscape = console != nil
    endpoints.onScreenInput.display = outputs.onScreenDisplay
    defer { outputs.set(keyboard: endpoints.onScreenInput.face) }
    endpoints.serve(poll, from: Loop.firstEndpointSlot, at: now)
    if endpoints.takeTick() { outputs.repeatFields() }
    if endpoints.takeEscape(), let console { console.show(!console.isShown, on: outputs) }
    hasMoreRequests = false
    for _ in 0..<Loop.linesPerTurn {
      guard let event = endpoints.next(at: now) else {
        endpoints.followEvent(at: now, isNone: true)
        return
      }
      endpoints.followEvent(at: now, isNone: false)
      if let unit = endpoints.takeUnit() { boot.record(unit.utf8, at: now) }
      if endpoints.takeInitialization() { console?.writeFile() }
      displays.outputs.change(mode: endpoints.mode, at: now, &watchdogs)
      switch event {
      case .command(let command): apply(command, at: now)
      case .request(let request, let client): answer(request, of: client, at: now)
      case .answered: continue
      }
    }
    hasMoreRequests = true
  }

  private mutating func answer(_ request: Request, of client: ClientHandle, at now: Instant) {
    switch request {
    case .command(let command):
      apply(command, at: now)
      endpoints.reply("ok", to: client, at: now)
    case .status: answerStatus(of: client, at: now)
    case .subscribe: endpoints.subscribe(client, at: now)
    case .snapshot: answerSnapshot(of: client, at: now)
    case .hasActiveTerminal: answerTerminal(of: client, at: now)
    case .theme(let name):
      let reply = displays.outputs.change(theme: name.utf8, at: now, &watchdogs)
      endpoints.reply(reply.bytes, to: client, at: now)
    case .changeRoot(let directory):
      Endpoints.changeRoot(to: directory.utf8)
      boot.recordRootChange()
      confinement.recordRootChange()
      console?.changeRoot(to: directory.utf8)
      themeClock.recordRootChange()
      endpoints.reply("ok", to: client, at: now)
    case .details(let isShown):
      guard let console else {
        return endpoints.reply("error: details: the console is not taken", to: client, at: now)
      }
      console.show(isShown ?? !console.isShown, on: outputs)
      endpoints.reply("ok", to: client, at: now)
    case .mode: endpoints.reply("ok", to: client, at: now)
    case .quit, .deactivate, .reactivate: leave(request, of: client, at: now)
    }
  }

  mutating func apply(_ command: Command, at now: Instant) {
    outputs.apply(command, at: now)
    boot.follow(command)
    // A typed secret has been in many stack frames.
    if case .prompt(nil) = command { SecretMemory.wipeStack() }
  }

  /// Replies whether the virtual terminal is active; without one, whether a display is in use.
  private mutating func answerTerminal(of client: ClientHandle, at now: Instant) {
    var isShown = displays.terminal.isShown ?? true
    if !outputs.list.contains(where: { $0.presenter.output.memory == nil && !$0.isSuspended }) {
      isShown = false
    }
    endpoints.reply(isShown ? "ok" : "error: not on the active VT", to: client, at: now)
  }

  private mutating func answerSnapshot(of client: ClientHandle, at now: Instant) {
    let source = outputs.list.first
    var showsPrompt = false
    if let source { showsPrompt = outputs.showsPrompt(on: source) }
    switch snapshots.reply(
      from: source, showsPrompt: showsPrompt, at: now, clock: { .now })
    {
    case .error(let text): endpoints.reply(text, to: client, at: now)
    case .deferred(let time): endpoints.deferRequest(.snapshot, of: client, until: time)
    case .image(let size, let file):
      var text = InlineText<64>()
      text.append("ok ")
      text.append(size.width)
      text.append(" ")
      text.append(size.height)
      text.append(" ")
      text.append(size.width * 4)
      text.append(" XRGB8888")
      endpoints.reply(text.bytes, passing: file, to: client, at: now)
    }
  }

  private mutating func answerStatus(of client: ClientHandle, at now: Instant) {
    guard let status = outputs.status(at: now) else { return }
    var line = StatusLine(status, outputs.animation)
    line.append(theme: outputs.theme)
    line.append(endpoints.mode)
    line.append(first: outputs)
    line.append(clients: endpoints.clientCount, dropped: endpoints.droppedCount)
    line.append(others: outputs, beside: status.message)
    line.append(slotsOf: outputs, beside: status.message)
    line.append(message: status.message)
    endpoints.reply(line.bytes, to: client, at: now)
  }
}
