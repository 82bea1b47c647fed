// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import KMS
import Motion
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
  private static var firstEndpointSlot: Int { 2 + DisplayManager.slotCount }

  let deviceManager: DisplayManager?
  let endpoints: Endpoints
  private var budget = FrameBudget()
  /// Whether received requests may still wait to be handled, as at the start.
  private var hasMoreRequests = true
  var isLeaving = false
  /// When to serve the endpoints without an event; nil for never.
  private var endpointDeadline: Instant?

  var outputs: OutputStages
  var terminal = Terminal()
  var handover: Handover
  private let signals: SignalDescriptor
  var watchdogs = Watchdogs()
  private var snapshots = SnapshotHandler()
  private var confinement = Confinement()
  private var themeClock = ThemeClock(MachineClock())
  private var poll = Poll<320>()
  private let processors: ProcessorTime?

  /// Takes over all parts.
  init(
    _ outputs: consuming OutputStages, _ deviceManager: DisplayManager?,
    _ endpoints: Endpoints,
    _ signals: consuming SignalDescriptor, _ options: borrowing Options
  ) {
    self.outputs = outputs
    handover = Handover(timeout: options.handoverTimeout)
    self.deviceManager = deviceManager
    self.endpoints = endpoints
    processors = options.pacesEndless ? ProcessorTime() : nil
    self.signals = signals
  }

  var now: Instant {
    mutating get { .now }
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
    if let deviceManager {
      let ready = DeviceReadiness(poll, from: 1, cardCount: deviceManager.devices.count)
      deviceManager.foreignTerminal = terminal.foreignState()
      deviceManager.serve(ready, &outputs, options, &watchdogs, at: now)
    }
    terminal.setGraphical(outputs.onFramebuffer != nil || coversTerminal(options))
  }

  /// Whether the options name the terminal and a card shows the splash.
  ///
  /// The terminal is activated before the first frame, and its empty text would be visible until then.
  /// It stays in graphics mode: the change to text mode takes the display from the card's master
  /// (`FB_ACTIVATE_KD_TEXT`).
  private func coversTerminal(_ options: borrowing Options) -> Bool {
    options.terminal != nil && deviceManager?.devices.isEmpty == false
  }

  mutating func takeTerminal(_ options: borrowing Options) {
    guard deviceManager != nil && options.takesTerminal else { return }
    terminal.take(options.terminal, isGraphical: coversTerminal(options))
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

  /// Draws each output's next frame if it has changed; a failure affects that output alone.
  mutating func show(at now: Instant) {
    if themeClock.update(
      isNeeded: outputs.hasClock, hasJumped: !poll[Loop.clockSlot].isEmpty, at: now)
    {
      outputs.set(themeClock.shown, at: now)
    }
    outputs.makeImages(at: now)
    let areAwaited = !outputs.holdsFirstFrames(at: now) && outputs.awaitOthers()
    showEach(at: now)
    if areAwaited {
      watchdogs.beginModeset()
      outputs.commitTogether()
      showEach(at: now)
    }
    outputs.advance(at: now)
    if budget.isDue(at: now) { limitFrames(at: now) }
  }

  private mutating func showEach(at now: Instant) {
    for output in outputs.list {
      // Drivers without atomic commits block while a mode is set, and some others too.
      if output.mayWait { watchdogs.beginModeset() } else { watchdogs.beginStep() }
      do throws(OutputFailure) {
        try outputs.show(output, at: now)
      } catch {
        if deviceManager == nil { outputs.remove(output) }
        watchdogs.beginModeset()
        deviceManager?.handle(error, of: output, &outputs, at: now)
      }
    }
  }

  /// Limits the frame rate on a busy machine.
  private mutating func limitFrames(at now: Instant) {
    switch processors {
    case .some(let processors):
      let frameCount = outputs.drawnFrameCount
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

  /// When the next turn is due without an event; nil for never.
  private mutating func nextDeadline() -> Instant? {
    endpointDeadline = endpoints.deadline
    var deadline = Instant.earlier(endpointDeadline, watchdogs.manager.deadline)
    deadline = Instant.earlier(deadline, deviceManager?.deadline)
    deadline = Instant.earlier(deadline, handover.deadline)
    deadline = Instant.earlier(deadline, leaveDeadline)
    return Instant.earlier(deadline, outputs.nextDeadline())
  }

  mutating func wait() throws(BootstrapError) {
    poll.watch(PollSlot(rawValue: 0), signals.descriptor)
    deviceManager?.watch(in: &poll, from: 1)
    themeClock.watch(in: &poll, Loop.clockSlot)
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
          change(signal, at: .now)
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
    defer { handover.forgetCancellation() }
    // Most turns are only for a frame.
    let isDue = endpointDeadline.map { now >= $0 } ?? false
    let isLit = outputs.showAny
    if isLit == endpoints.isLit && !hasMoreRequests && !isDue
      && !poll.hasEvents(from: Loop.firstEndpointSlot)
    {
      return
    }
    endpoints.isLit = isLit
    endpoints.serve(poll, from: Loop.firstEndpointSlot, at: now)
    if endpoints.takeTick() { outputs.repeatFields() }
    hasMoreRequests = false
    for _ in 0..<Loop.linesPerTurn {
      guard let event = endpoints.next(at: now) else {
        endpoints.followEvent(at: now, isNone: true)
        return
      }
      endpoints.followEvent(at: now, isNone: false)
      outputs.change(mode: endpoints.mode, at: now, &watchdogs)
      switch event {
      case .command(let command): obey(command, at: now)
      case .request(let request, let client): answer(request, of: client, at: now)
      case .answered: continue
      }
    }
    hasMoreRequests = true
  }

  private mutating func answer(_ request: Request, of client: ClientHandle, at now: Instant) {
    switch request {
    case .command(let command):
      obey(command, at: now)
      endpoints.reply("ok", to: client, at: now)
    case .status: answerStatus(of: client, at: now)
    case .subscribe: endpoints.subscribe(client, at: now)
    case .snapshot: answerSnapshot(of: client, at: now)
    case .hasActiveTerminal: answerTerminal(of: client, at: now)
    case .theme(let name):
      let reply = outputs.change(theme: name.utf8, at: now, &watchdogs)
      endpoints.reply(reply.bytes, to: client, at: now)
    case .changeRoot(let directory):
      Endpoints.changeRoot(to: directory.utf8)
      confinement.recordRootChange()
      themeClock.recordRootChange()
      endpoints.reply("ok", to: client, at: now)
    case .mode: endpoints.reply("ok", to: client, at: now)
    case .quit, .deactivate, .reactivate: leave(request, of: client, at: now)
    }
  }

  mutating func obey(_ command: Command, at now: Instant) {
    outputs.apply(command, at: now)
    // A typed secret has been in many stack frames.
    if case .prompt(nil) = command { SecretMemory.wipeStack() }
  }

  /// Replies whether the virtual terminal is active; without one, whether a display is in use.
  private mutating func answerTerminal(of client: ClientHandle, at now: Instant) {
    var isShown = terminal.isShown ?? true
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
