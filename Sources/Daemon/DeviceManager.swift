import Control
import KMS
import Motion
import Scanout
import Linux

/// The machine's display devices: which there are, whose master we are, what is to be looked at anew.
///
/// It looks for them at the start and whenever the kernel says that something has changed, whether
/// udev runs or not. What does not work is tried again: at the next such word, and after a second,
/// then two, up to half a minute. While all is well it wakes nobody. A class, because the kernel's
/// events need room that is not to be moved about.
final class DeviceManager {
  /// The most cards that are used at a time.
  static let cardLimit = 8

  /// How many poll slots it takes.
  static let slotCount = cardLimit + 2

  /// The cards that can show something; a card that is gone is no longer among them.
  var devices: [DisplayDevice] = []

  /// How long until the next try to become master: nobody tells when another master leaves.
  private static var masterInterval: Duration { .milliseconds(250) }

  private static var retryIntervals: (first: Int, last: Int) { (1_000, 30_000) }

  /// Between two looks at the kernel's events while there are more and more: udev's start makes one for
  /// each device, and to wake for every one would cost a boot more than all frames of a second.
  private static var ueventInterval: Duration { .milliseconds(5) }

  private var uevents: UeventSocket?
  /// When to look at the kernel's events again; nil while the poll tells.
  private var ueventTime: Instant?
  private var suspendDetector = SuspendDetector()
  /// When to look at everything anew; nil for when there is a reason.
  private var scanTime: Instant?
  private var hasRescanned = false
  private var retryMilliseconds = retryIntervals.first
  private var masterTime: Instant?
  /// How often in a row a card's events could not be read.
  private var unreadable = InlineArray<8, Int>(repeating: 0)
  /// Why there is nothing to show anything on, as it was told last.
  var loggedFailure: KMSError?
  /// And why a framebuffer device shows nothing.
  var loggedFramebufferFailure: SystemError?
  /// Why the displays are left to others for a while; empty while they are ours.
  private(set) var suspendReasons: SuspendReasons = []

  /// Begins to listen to the kernel; only after that is looked for cards, so that none is missed.
  init(at now: Instant) {
    do throws(SystemError) {
      uevents = try UeventSocket()
    } catch {
      DeviceManager.logNoUevents("cannot open the uevent socket: ", error)
    }
    scanTime = now
    devices.reserveCapacity(DeviceManager.cardLimit)
  }

  /// When there is something to do although nothing happens; nil for never.
  var deadline: Instant? {
    Instant.earlier(Instant.earlier(scanTime, masterTime), ueventTime)
  }

  /// Enters everything that tells of displays into a poll.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    for index in 0..<DeviceManager.slotCount { poll.ignore(PollSlot(rawValue: first + index)) }
    if ueventTime == nil, let number = uevents?.descriptor.number {
      poll.watch(PollSlot(rawValue: first), number: number)
    }
    suspendDetector.watch(in: &poll, PollSlot(rawValue: first + 1))
    for index in devices.indices {
      poll.watch(PollSlot(rawValue: first + 2 + index), devices[index].card.descriptor)
    }
  }

  /// Takes what the kernel has said, and does what is due.
  func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, _ outputs: inout OutputStages,
    _ options: borrowing Options, at now: Instant
  ) {
    if ueventTime.map({ now >= $0 }) ?? !poll[PollSlot(rawValue: first)].isEmpty {
      ueventTime = takeUevents(at: now) ? now + DeviceManager.ueventInterval : nil
    }
    takeFlips(poll, from: first + 2, &outputs)
    if suspendDetector.hasResumed(poll, PollSlot(rawValue: first + 1)) {
      restartAfterSuspend(&outputs)
      scanTime = now
    }
    if let time = masterTime, now >= time {
      masterTime = nil
      if takeMasters() { scanTime = now }
    }
    if let time = scanTime, now >= time {
      scanTime = nil
      scan(&outputs, options, at: now)
    }
  }

  /// Has everything looked at anew after a failure, each time a little later.
  func retryLater(at now: Instant) {
    guard scanTime == nil else { return }
    scanTime = now + .milliseconds(retryMilliseconds)
    retryMilliseconds = min(2 * retryMilliseconds, DeviceManager.retryIntervals.last)
  }

  /// Has everything looked at anew: at once after the first failure since all was well, then later.
  func rescan(at now: Instant) {
    if hasRescanned { return retryLater(at: now) }
    hasRescanned = true
    scanTime = now
  }

  /// All displays show something: those that only the kernel was asked about are asked themselves.
  func noteLit(at now: Instant) {
    guard scanTime == nil, suspendReasons.isEmpty else { return }
    for device in devices where device.isMaster && !device.hasAskedDisplays { scanTime = now }
  }

  /// Whether there is no uevent socket, so that polling is the only way.
  var hasNoUeventSource: Bool { uevents == nil }

  /// Has mastership tried for again in a while.
  func waitForMaster(at now: Instant) {
    if masterTime == nil { masterTime = now + DeviceManager.masterInterval }
  }

  /// Stops trying for mastership.
  func stopWaiting() { masterTime = nil }

  /// All displays show something: the next failure is a new one.
  func resetBackoff() {
    guard scanTime == nil else { return }
    retryMilliseconds = DeviceManager.retryIntervals.first
    hasRescanned = false
  }

  /// Lets others become master; the screens stay as they are.
  func dropMaster(for reason: SuspendReasons, _ outputs: inout OutputStages) {
    suspendReasons.insert(reason)
    for device in devices { device.dropMaster() }
    for output in outputs.list { output.isSuspended = true }
    (masterTime, scanTime) = (nil, nil)
  }

  /// Takes the displays again when no reason is left to leave them.
  func resume(from reason: SuspendReasons, at now: Instant) {
    suspendReasons.remove(reason)
    if suspendReasons.isEmpty { scanTime = now }
  }

  /// Shows on all cards what was there before us.
  func restore() {
    for device in devices { device.restore() }
  }

  /// Why the displays are left to others.
  struct SuspendReasons: OptionSet {
    let rawValue: UInt8

    /// A client asked for it.
    static let request = SuspendReasons(rawValue: 1)
    /// Another terminal is shown.
    static let terminal = SuspendReasons(rawValue: 2)
  }

  /// Whether cards or framebuffer devices come or go, or displays do.
  ///
  /// To ask all displays who they are may take long: other words are no reason for it.
  private static func isOfInterest(_ event: Uevent) -> Bool {
    if event.action == .missed || event.isHotplug { return true }
    guard event.action == .add || event.action == .remove else { return false }
    return event.number(after: "card") != nil || event.number(after: "fb") != nil
  }

  /// Says why no uevents come from now on, and what is done without them.
  private static func logNoUevents(_ what: StaticString, _ error: SystemError) {
    var line = InlineText<128>()
    line.append(what)
    line.append(error.reason)
    line.append("; polling for hotplug instead")
    Log.write(line.bytes)
  }

  /// Takes the kernel's events; whether there was one.
  private func takeUevents(at now: Instant) -> Bool {
    var isAny = false
    do throws(SystemError) {
      // A flood must not hold up the displays.
      for _ in 0..<64 {
        guard let event = try uevents?.next() ?? nil else { return isAny }
        isAny = true
        if DeviceManager.isOfInterest(event) {
          scanTime = now
          (retryMilliseconds, hasRescanned) = (DeviceManager.retryIntervals.first, false)
        }
      }
    } catch {
      uevents = nil
      scanTime = now
      DeviceManager.logNoUevents("cannot read the uevent socket: ", error)
    }
    return isAny
  }

  /// Hands page flips to the outputs that they are of.
  private func takeFlips<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, _ outputs: inout OutputStages
  ) {
    for index in devices.indices where !poll[PollSlot(rawValue: first + index)].isEmpty {
      do throws(KMSError) {
        while let event = try devices[index].nextEvent() {
          outputs.deliver(event, of: devices[index])
        }
        unreadable[index] = 0
      } catch {
        // Polling tells again that there is something to read; but not for ever.
        unreadable[index] += 1
        if error.kind != .lostDevice && unreadable[index] < 3 { continue }
        lose(devices[index], &outputs)
        retryLater(at: .now)
        return
      }
    }
  }

  private func takeMasters() -> Bool {
    if !suspendReasons.isEmpty { return false }
    var isAny = false
    for index in devices.indices where !devices[index].isMaster {
      if (try? devices[index].becomeMaster()) == true { isAny = true }
      guard devices[index].mayNotAsk else { continue }
      let (path, number) = (devices[index].path, devices[index].number)
      guard let again = try? DisplayDevice.open(path, number: number) else { continue }
      devices[index] = again
      if (try? again.becomeMaster()) == true { isAny = true }
    }
    for device in devices where !device.isMaster {
      masterTime = Instant.now + DeviceManager.masterInterval
    }
    return isAny
  }

  /// After suspend the drivers' idea of the displays may be wrong.
  private func restartAfterSuspend(_ outputs: inout OutputStages) {
    for output in outputs.list {
      guard let device = output.device, device.isMaster, let pipe = output.pipe else { continue }
      output.restart(on: pipe, switchingOff: device.losesModeAtSuspend)
    }
  }
}
