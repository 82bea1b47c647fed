// SPDX-License-Identifier: Apache-2.0

import KMS
package import Linux
package import Motion

/// A stage on the displays of the machine, as one part of a loop: devices, outputs, the terminal and the hand-over.
///
/// The daemon's loop has it beside its clients; the library `FlipbookDisplay` has it alone. A turn is `serve`, `show` and
/// `advanceHandover`, then a wait for the descriptors until `nextDeadline`. All methods that a frame uses are
/// `mutating`, whether they change state or not (compiler-workarounds.md: immutable-self).
package struct DisplaySession<Source: StageSource & ~Copyable>: ~Copyable {
  /// The device manager of a session.
  package typealias Manager = DeviceManager<DisplayMachine<Source.OutputLog>, OutputStages<Source>>

  /// What a turn has changed about a hand-over.
  package enum HandoverEvent: Equatable {
    /// Nothing.
    case none
    /// Master is dropped, for a purpose.
    case dropped(Handover.Purpose)
    /// Another program's frames are on the displays.
    case takenOver
    /// Nobody has taken the displays over in time: the last frame stays where the kernel can.
    case abandoned
  }

  /// The displays of the machine; nil where the outputs are in memory.
  package let deviceManager: Manager?
  /// The outputs.
  package var outputs: OutputStages<Source>
  /// The virtual terminal that the stage replaces.
  package var terminal = Terminal()
  /// The hand-over to another program.
  package var handover: Handover
  /// Whether a terminal was given, which the stage covers.
  private let hasGivenTerminal: Bool

  /// Takes over the outputs, which may be none yet.
  ///
  /// - Parameters:
  ///   - outputs: outputs in memory, or none.
  ///   - deviceManager: the displays; nil for only outputs in memory.
  ///   - handoverTimeout: the time that the next program has for its first frame.
  ///   - hasGivenTerminal: whether the terminal is given, and not the active one.
  package init(
    _ outputs: consuming OutputStages<Source>, _ deviceManager: Manager?,
    handoverTimeout: TimeSpan, hasGivenTerminal: Bool
  ) {
    self.outputs = outputs
    self.deviceManager = deviceManager
    self.hasGivenTerminal = hasGivenTerminal
    handover = Handover(timeout: handoverTimeout)
  }

  /// Adds the descriptors of the displays to slots of a poll set from `first` on.
  package mutating func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    deviceManager?.watch(in: &poll, from: first)
  }

  /// Handles the kernel's events in those slots, and adds and removes outputs.
  package mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, _ options: borrowing OutputOptions,
    _ observer: inout some StepObserver & ~Copyable, at now: Instant
  ) {
    if let deviceManager {
      let ready = DeviceReadiness(poll, from: first, cardCount: deviceManager.devices.count)
      deviceManager.foreignTerminal = terminal.foreignState()
      deviceManager.serve(ready, &outputs, options, &observer, at: now)
    }
    terminal.setGraphical(outputs.onFramebuffer != nil || coversTerminal)
  }

  /// Whether the terminal is a given one and a card shows the stage.
  ///
  /// The terminal is activated before the first frame, and its empty text would be visible until then.
  /// It stays in graphics mode: the change to text mode takes the display from the card's master
  /// (`FB_ACTIVATE_KD_TEXT`).
  private var coversTerminal: Bool {
    hasGivenTerminal && deviceManager?.devices.isEmpty == false
  }

  /// Takes a given virtual terminal, or the active one; false where a given one cannot be taken.
  package mutating func takeTerminal(_ path: Path?) -> Bool {
    terminal.open(path, isGraphical: coversTerminal)
  }

  /// Draws each output's next frame if it has changed; a failure affects that output alone.
  package mutating func show(
    at now: Instant, _ observer: inout some StepObserver & ~Copyable
  ) {
    outputs.makeImages(at: now)
    let areAwaited = !outputs.holdsFirstFrames(at: now) && outputs.awaitOthers()
    showEach(at: now, &observer)
    if areAwaited {
      observer.beginModeset()
      outputs.commitTogether()
      showEach(at: now, &observer)
    }
    outputs.advance(at: now)
  }

  private mutating func showEach(
    at now: Instant, _ observer: inout some StepObserver & ~Copyable
  ) {
    for output in outputs.list {
      // Drivers without atomic commits block while a mode is set, and some others too.
      if output.mayWait { observer.beginModeset() } else { observer.beginStep() }
      do throws(OutputFailure) {
        try outputs.show(output, at: now)
      } catch {
        if deviceManager == nil { outputs.remove(output) }
        observer.beginModeset()
        deviceManager?.handle(error, of: output, &outputs, at: now)
      }
    }
  }

  /// Advances the hand-over.
  package mutating func advanceHandover(at now: Instant) -> HandoverEvent {
    if handover.isUnderWay { drain() }
    switch handover.step(isIdle: !outputs.areBusy, at: now) {
    case .nothing: return .none
    case .dropMaster(let purpose):
      deviceManager?.dropMaster(for: .request, &outputs)
      return .dropped(purpose)
    case .checkScanout(let isLast):
      guard isLast || !outputs.areShown else { return .none }
      let isAbandoned = outputs.areShown
      if isAbandoned {
        outputs.abandon()
        terminal.stay()
      } else {
        terminal.abandon()
      }
      handover.finish()
      return isAbandoned ? .abandoned : .takenOver
    }
  }

  /// Stops drawing while a hand-over is in progress, or draws again.
  package mutating func drain() {
    for output in outputs.list { output.isDraining = handover.isUnderWay }
  }

  /// Handles a switch of virtual terminals.
  package mutating func change(_ signal: Signals, at now: Instant) {
    if signal == .terminalRelease {
      deviceManager?.dropMaster(for: .terminal, &outputs)
      terminal.release()
    } else if signal == .terminalAcquire {
      terminal.acquire()
      deviceManager?.resume(from: .terminal, at: now)
    }
  }

  /// Closes all cards, which the next scan opens again; their last frames stay where the kernel can.
  package mutating func closeCards() {
    outputs.abandon()
    deviceManager?.closeCards(&outputs)
  }

  /// When the next turn is due without an event; nil for never.
  package mutating func nextDeadline() -> Instant? {
    let deadline = Instant.earlier(deviceManager?.deadline, handover.deadline)
    return Instant.earlier(deadline, outputs.nextDeadline())
  }
}
