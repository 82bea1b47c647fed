// SPDX-License-Identifier: Apache-2.0

import KMS
package import Motion
package import Linux
import Text

/// The machine's display devices: opens cards, holds DRM master, rescans after hotplug.
///
/// It scans at the start and on the kernel's uevents, whether udev runs or not. A failure is retried at
/// the next uevent and with back-off: after one second, then two, up to 30. While every output presents
/// frames it causes no wake-ups. It reads no clock: the time is passed in. A class, because the receive
/// buffer of the uevent socket must not be copied.
package final class DeviceManager<
  Machine: ManagedMachine & ~Copyable, Outputs: ManagedOutputs & ~Copyable
> where Outputs.Output.Device == Machine.Device {
  /// The largest number of cards at a time.
  package static var cardLimit: Int { 8 }

  /// How many poll slots it takes.
  package static var slotCount: Int { cardLimit + 2 }

  /// Opens cards and reports their changes.
  var machine: Machine

  let log: Outputs.OutputLog

  /// The open cards with modesetting; a card that was removed is dropped.
  package internal(set) var devices: [Machine.Device] = []

  /// The interval between attempts to become master: no event reports that another master left.
  private static var masterInterval: TimeSpan { .milliseconds(250) }

  private static var retryIntervals: (first: Int, last: Int) { (1_000, 30_000) }

  /// The delay between reads of the uevent socket during a burst: udev's coldplug causes one event per
  /// device, and a wake-up for each would cost a boot more than all frames of a second.
  private static var ueventInterval: TimeSpan { .milliseconds(5) }

  /// When to read the uevent socket next; nil while it is in the poll set.
  private var ueventTime: Instant?
  /// When to rescan; nil for none scheduled.
  private var scanTime: Instant?
  private var hasRescanned = false
  private var retryMilliseconds: Int
  private var masterTime: Instant?
  /// The state of a terminal that another program controls and this daemon would take otherwise.
  ///
  /// A compositor drops master when the user switches to a text console; the splash must not appear
  /// there.
  package var foreignTerminal = ForeignTerminal.State.free
  /// Whether DRM master was free at the last attempt while another program's terminal was active.
  private var wasMasterFree = false
  /// The reason for having no output that was logged last.
  var loggedFailure: KMSError?
  /// Why the outputs are suspended; empty while they are not.
  package private(set) var suspendReasons: SuspendReasons = []
  /// How many times the machine was suspended and has resumed.
  package private(set) var sleepCount = 0

  /// Opens the uevent socket before the first scan, so that no hotplug is missed.
  package init(_ machine: consuming Machine, log: Outputs.OutputLog, at now: Instant) {
    self.machine = machine
    self.log = log
    retryMilliseconds = DeviceManager.retryIntervals.first
    scanTime = now
    do throws(SystemError) {
      try self.machine.openUeventSource()
    } catch {
      logNoUevents("cannot open the uevent socket: ", error)
    }
    devices.reserveCapacity(DeviceManager.cardLimit)
  }

  /// When to call `serve` without an event; nil for never.
  package var deadline: Instant? {
    Instant.earlier(Instant.earlier(scanTime, masterTime), ueventTime)
  }

  /// Adds the uevent socket, the suspend detector and the cards to a poll set.
  package func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    for index in 0..<DeviceManager.slotCount { poll.ignore(PollSlot(rawValue: first + index)) }
    // During a burst, uevents are read at `ueventTime`.
    machine.watch(in: &poll, from: first, uevents: ueventTime == nil)
    for index in devices.indices {
      poll.watch(PollSlot(rawValue: first + 2 + index), number: devices[index].descriptorNumber)
    }
  }

  /// Reads the kernel's events that are `ready`, and rescans where that is due.
  ///
  /// `observer` is notified between steps that may wait for a card.
  package func serve(
    _ ready: DeviceReadiness, _ outputs: inout Outputs, _ options: borrowing OutputOptions,
    _ observer: inout some StepObserver & ~Copyable, at now: Instant
  ) {
    if ueventTime.map({ now >= $0 }) ?? ready.hasUevents {
      ueventTime = readUevents(at: now) ? now + DeviceManager.ueventInterval : nil
    }
    deliverFlips(ready, &outputs, at: now)
    if ready.hasClockJumped, machine.hasResumed() {
      sleepCount += 1
      restartAfterSuspend(&outputs, &observer)
      scanTime = now
    }
    if let time = masterTime, now >= time {
      masterTime = nil
      if takeMasters(&observer, at: now) { scanTime = now }
    }
    if let time = scanTime, now >= time {
      scanTime = nil
      scan(&outputs, options, &observer, at: now)
    }
  }

  /// Schedules a rescan after a failure, with exponential back-off.
  func retryLater(at now: Instant) {
    guard scanTime == nil else { return }
    scanTime = now + .milliseconds(retryMilliseconds)
    log.report("looking for displays again", after: .milliseconds(retryMilliseconds))
    retryMilliseconds = min(2 * retryMilliseconds, DeviceManager.retryIntervals.last)
  }

  /// Schedules a rescan for now.
  func scanAgain(at now: Instant) { scanTime = now }

  /// Schedules a rescan: immediately after the first failure since the last success, else with back-off.
  func rescan(at now: Instant) {
    if hasRescanned { return retryLater(at: now) }
    hasRescanned = true
    scanTime = now
  }

  /// After every output has presented a frame: connectors with only a cached probe get a forced one.
  package func recordLit(at now: Instant) {
    guard scanTime == nil, suspendReasons.isEmpty else { return }
    for device in devices where device.isMaster && !device.hasAskedDisplays { scanTime = now }
  }

  /// Whether there is no uevent socket, so that polling is the only way.
  var hasNoUeventSource: Bool { !machine.hasUeventSource }

  /// Schedules another attempt to become master.
  func waitForMaster(at now: Instant) {
    guard masterTime == nil else { return }
    masterTime = now + DeviceManager.masterInterval
    log.report("asking for DRM master again", after: DeviceManager.masterInterval)
  }

  /// Cancels the attempts to become master.
  func stopWaiting() { masterTime = nil }

  /// Resets the back-off after every output has presented a frame.
  func resetBackoff() {
    guard scanTime == nil else { return }
    retryMilliseconds = DeviceManager.retryIntervals.first
    hasRescanned = false
  }

  /// Drops master on all cards and suspends their outputs; their last frames stay.
  package func dropMaster(for reason: SuspendReasons, _ outputs: inout Outputs) {
    suspendReasons.insert(reason)
    for device in devices {
      log.report(device.path.bytes, "dropping DRM master")
      device.dropMaster()
    }
    for output in outputs.list { output.isSuspended = true }
    (masterTime, scanTime) = (nil, nil)
  }

  /// Removes a suspend reason; without any left, a rescan takes master again.
  package func resume(from reason: SuspendReasons, at now: Instant) {
    suspendReasons.remove(reason)
    if suspendReasons.isEmpty { scanTime = now }
  }

  /// Restores the state that each card had before the daemon.
  package func restore(_ observer: inout some StepObserver & ~Copyable) {
    for device in devices {
      observer.beginModeset()
      device.restore()
    }
  }

  /// Whether a uevent adds or removes a card, a framebuffer device or a display.
  ///
  /// A forced probe of all connectors may take long, so other events must not cause one, such as those
  /// of udev's coldplug for existing devices. With a card no framebuffer device is used.
  private func isOfInterest(_ event: Uevent) -> Bool {
    if event.action == .missed { return true }
    // A sound card is called card0, too.
    guard event.subsystem == .drm || event.subsystem == .graphics else { return false }
    if event.isHotplug { return true }
    guard event.action == .add || event.action == .remove else { return false }
    guard let number = event.number(after: "card") else {
      return devices.isEmpty && event.number(after: "fb") != nil
    }
    return event.action == .remove || !devices.contains { $0.number == number }
  }

  /// Logs why there are no uevents from now on.
  private func logNoUevents(_ what: StaticString, _ error: SystemError) {
    var line = InlineText<100>()
    line.append(what)
    line.append(error.reason)
    line.append("; polling for hotplug instead")
    log.write(("" as StaticString).bytes, line.bytes)
  }

  /// Reads pending uevents; true if there was one.
  private func readUevents(at now: Instant) -> Bool {
    var isAny = false
    do throws(SystemError) {
      // A flood of events must not delay a frame.
      for _ in 0..<64 {
        guard let event = try machine.nextUevent() else { return isAny }
        isAny = true
        if isOfInterest(event) {
          log.report(event.name, "uevent: displays may have changed")
          scanTime = now
          (retryMilliseconds, hasRescanned) = (DeviceManager.retryIntervals.first, false)
        }
      }
    } catch {
      machine.closeUeventSource()
      scanTime = now
      logNoUevents("cannot read the uevent socket: ", error)
    }
    return isAny
  }

  /// Delivers page-flip events to their outputs.
  private func deliverFlips(
    _ ready: DeviceReadiness, _ outputs: inout Outputs, at now: Instant
  ) {
    for index in devices.indices where ready.cards >> UInt8(index) & 1 != 0 {
      do throws(KMSError) {
        while let event = try devices[index].nextEvent() {
          outputs.deliver(event, of: devices[index])
        }
        devices[index].readFailureCount = 0
      } catch {
        // Poll reports the readable descriptor again; a card that fails three times in a row is lost.
        devices[index].readFailureCount += 1
        if error.kind != .lostDevice && devices[index].readFailureCount < 3 { continue }
        lose(devices[index], &outputs)
        retryLater(at: now)
        return
      }
    }
  }

  private func takeMasters(
    _ observer: inout some StepObserver & ~Copyable, at now: Instant
  ) -> Bool {
    if !suspendReasons.isEmpty { return false }
    var isAny = false
    let (wasFree, isLeft) = (wasMasterFree, foreignTerminal == .left)
    wasMasterFree = false
    for index in devices.indices where !devices[index].isMaster && !isLeft {
      observer.beginStep()
      if (try? devices[index].becomeMaster()) == true {
        // The other program drops it before it leaves the terminal. If it has not left by the next
        // attempt, it has ended.
        if foreignTerminal == .active && !wasFree {
          wasMasterFree = true
          devices[index].dropMaster()
        } else {
          isAny = true
        }
      }
      guard devices[index].mayNotAsk, !wasMasterFree else { continue }
      let (path, number) = (devices[index].path, devices[index].number)
      observer.beginStep()
      guard let again = try? machine.open(path, number: number) else { continue }
      devices[index] = again
      if (try? again.becomeMaster()) == true { isAny = true }
    }
    for device in devices where !device.isMaster {
      masterTime = now + DeviceManager.masterInterval
    }
    return isAny
  }

  /// Restarts all outputs: after suspend the driver's state may not match the hardware's.
  private func restartAfterSuspend(
    _ outputs: inout Outputs, _ observer: inout some StepObserver & ~Copyable
  ) {
    for output in outputs.list {
      guard let device = output.device, device.isMaster, let pipe = output.pipe else { continue }
      log.report(output.name.bytes, "restarting after suspend")
      observer.beginStep()
      output.restart(on: pipe, switchingOff: device.losesModeAtSuspend)
    }
  }
}
