// SPDX-License-Identifier: Apache-2.0

import KMS
package import Motion
import Scanout
package import Linux
import Text

extension DeviceManager where Machine: ~Copyable, Outputs: ~Copyable {
  /// Opens new cards, probes the connectors of all, and adds and removes output stages to match.
  func scan(
    _ outputs: inout Outputs, _ options: borrowing OutputOptions,
    _ observer: inout some StepObserver & ~Copyable, at now: Instant
  ) {
    // The scan after the suspension finds changes during it.
    if !suspendReasons.isEmpty { return }
    var failure = KMSError.nothing
    observer.beginStep()
    openCards(options, &failure, &observer, at: now)
    var index = 0
    while index < devices.count {
      let device = devices[index]
      observer.beginStep()
      do throws(KMSError) {
        if device.isMaster || foreignTerminal == .free, try device.becomeMaster() {
          try fit(&outputs, to: device, options, &observer, at: now, &failure)
        } else {
          failure.yield(to: .notMaster)
          log.report(device.path.bytes, "another program is DRM master")
          suspend(device, &outputs, at: now)
        }
        index += 1
      } catch {
        failure.yield(to: error)
        if error.kind == .lostDevice {
          lose(device, &outputs)
          rescan(at: now)
        } else {
          retryLater(at: now)
          index += 1
        }
      }
    }
    observer.beginStep()
    let wantsFramebuffer =
      options.framebuffer != nil || devices.isEmpty && options.device == nil
    if !outputs.fitFramebuffer(isWanted: wantsFramebuffer, options) { retryLater(at: now) }
    if outputs.allPresented { resetBackoff() }
    if hasNoUeventSource { retryLater(at: now) }
    logFailure(failure, isDark: outputs.list.isEmpty, options)
  }

  /// Opens the cards that are not open yet, except those without modesetting.
  private func openCards(
    _ options: borrowing OutputOptions, _ failure: inout KMSError,
    _ observer: inout some StepObserver & ~Copyable, at now: Instant
  ) {
    if options.framebuffer != nil { return }
    if let path = options.device {
      if devices.isEmpty { open(path, number: nil, &failure, options, &observer, at: now) }
      return
    }
    var path = Path("/dev/dri/card")
    let prefix = path.bytes.count
    let present = machine.presentCards
    for number in Card<LibDRM>.numbers
    where present >> number & 1 != 0 && !devices.contains(where: { $0.number == number }) {
      guard devices.count < DeviceManager.cardLimit else { return }
      guard (try? path.append(decimal: number)) != nil else { continue }
      open(path, number: number, &failure, options, &observer, at: now)
      path.removeLast(path.bytes.count - prefix)
    }
  }

  private func open(
    _ path: borrowing Path, number: UInt32?, _ failure: inout KMSError,
    _ options: borrowing OutputOptions, _ observer: inout some StepObserver & ~Copyable,
    at now: Instant
  ) {
    do throws(KMSError) {
      devices.append(try machine.open(path, number: number))
      observer.beginStep()
    } catch {
      failure.yield(to: error)
      // Most numbers that are tried belong to no card.
      if error.kind != .noDevice { observer.beginStep() }
      // No uevent reports a lessor.
      if options.isLease { return retryLater(at: now) }
      switch error.kind {
      // A uevent reports a change of that.
      case .noDevice, .notDisplay, .noDumbBuffers: break
      // With another card in use, missing permission means that this card is reserved for another
      // program.
      case .noPermission where !devices.isEmpty: break
      case .noLease, .noPermission, .noConnector, .switchedOff, .noMode, .noCRTC, .noPlane,
        .noBandwidth, .otherMaster, .lostDevice, .stalled, .noMemory, .refused, .other:
        retryLater(at: now)
      }
    }
  }

  /// Matches a card's output stages to its connected displays.
  private func fit(
    _ outputs: inout Outputs, to device: Machine.Device, _ options: borrowing OutputOptions,
    _ observer: inout some StepObserver & ~Copyable, at now: Instant, _ failure: inout KMSError
  ) throws(KMSError) {
    let scan = try device.scan(options.rules)
    log.report(scan, of: device.path, isForced: device.hasAskedDisplays)
    if scan.pipes.isEmpty && scan.unlit.isEmpty {
      failure.yield(to: KMSError(.noConnector, .connector))
    }
    // The kernel switches a display off with its framebuffer, and waits for that.
    observer.beginModeset()
    outputs.keep(on: device, only: scan.pipes)
    for pipe in scan.pipes {
      observer.beginStep()
      do throws(KMSError) {
        try outputs.show(on: pipe, of: device, options)
      } catch {
        if error.kind == .lostDevice || error.kind == .otherMaster { throw error }
        failure.yield(to: error)
        outputs.logFailure(pipe.connector, error)
        retryLater(at: now)
      }
    }
    for (connector, reason) in scan.unlit {
      outputs.logFailure(connector, reason, &failure)
    }
  }

  /// Logs why there is no output at all, once per error.
  private func logFailure(_ failure: KMSError, isDark: Bool, _ options: borrowing OutputOptions) {
    if !isDark {
      loggedFailure = nil
      return
    }
    if loggedFailure == failure { return }
    loggedFailure = failure
    if let path = options.device {
      return log.write(path.bytes, OutputFailure.kms(failure).line.bytes)
    }
    log.write(("" as StaticString).bytes, .kms(failure))
  }
}

extension DeviceManager where Machine: ~Copyable, Outputs: ~Copyable {
  /// Handles the failure of an output stage: by its kind the output is restarted, suspended or removed.
  package func handle(
    _ error: OutputFailure, of output: Outputs.Output, _ outputs: inout Outputs, at now: Instant
  ) {
    log.report(output.name.bytes, error)
    guard case .kms(let failure) = error, let device = output.device else {
      let name = output.name
      log.write(name.bytes, error)
      outputs.remove(output)
      return retryLater(at: now)
    }
    switch failure.kind {
    case .lostDevice:
      lose(device, &outputs)
      rescan(at: now)
    case .otherMaster:
      device.recordLostMaster()
      suspend(device, &outputs, at: now)
    case .stalled where output.countStall():
      output.restart()
    case .noDevice, .noLease, .notDisplay, .noDumbBuffers, .noPermission, .noConnector,
      .switchedOff, .noMode, .noCRTC, .noPlane, .noBandwidth, .stalled, .noMemory, .refused,
      .other:
      if let connector = output.pipe?.connector {
        // A failure after a success is logged again.
        if !output.isBlank { outputs.clearFailure(connector) }
        outputs.logFailure(connector, failure)
      }
      outputs.remove(output)
      let isRefused = output.isBlank && failure.kind == .refused
      if isRefused, let pipe = output.pipe, device.refuseMode(of: pipe) {
        let name = output.name
        log.write(name.bytes, ("trying a mode with fewer pixels" as StaticString).bytes)
        scanAgain(at: now)
      } else if isRefused {
        // The configuration may have changed since the scan.
        rescan(at: now)
      } else {
        retryLater(at: now)
      }
    }
  }

  /// Releases a card that was removed, with its output stages.
  ///
  /// A uevent reports its replacement; retries look for one too, in case there are no uevents.
  func lose(_ device: Machine.Device, _ outputs: inout Outputs) {
    if outputs.showAny(on: device) {
      let path = device.path
      log.write(path.bytes, ("device removed" as StaticString).bytes, .info)
    }
    outputs.removeAll(on: device)
    for index in devices.indices where devices[index] === device {
      devices.remove(at: index)
      return
    }
  }

  /// Closes all cards with their output stages; the next scan opens them again.
  package func closeCards(_ outputs: inout Outputs) {
    for device in devices { outputs.removeAll(on: device) }
    devices.removeAll(keepingCapacity: true)
  }

  /// Whether the card at a path is open.
  package func hasCard(_ path: Path) -> Bool { devices.contains { $0.path == path } }

  /// Suspends a card's output stages until the daemon is its master again.
  private func suspend(
    _ device: Machine.Device, _ outputs: inout Outputs, at now: Instant
  ) {
    for output in outputs.list where output.device === device { output.isSuspended = true }
    waitForMaster(at: now)
  }
}

extension TimeSource {
  /// The kernel's monotonic clock.
  static var monotonic: TimeSource { TimeSource { .now } }
}

extension Instant {
  /// The current monotonic time.
  package static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }
}
