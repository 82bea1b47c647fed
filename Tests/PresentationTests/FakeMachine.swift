// SPDX-License-Identifier: Apache-2.0

import Animations
import KMS
import Linux
import Motion
import OutputConfiguration
import Scanout

@testable import Presentation
import Text

/// The state of a fake machine, and the calls to it.
final class World {
  /// The cards by their numbers.
  var cards: [UInt32: FakeDevice] = [:]
  /// The error when a card is opened.
  var openErrors: [UInt32: KMSError] = [:]
  /// How often each card was opened.
  var openCounts: [UInt32: Int] = [:]
  /// The pending uevents.
  var uevents: [Uevent] = []
  var ueventError: SystemError?
  var canOpenUevents = true
  var hasResumed = false
  /// Whether an output cannot be added, by the number of its connector.
  var showErrors: [UInt32: KMSError] = [:]
  /// Whether a framebuffer device was asked for at the last scan.
  var wantsFramebuffer: Bool?
  var scanCount = 0
  /// The duration in milliseconds of each call that may wait for a card.
  var callMilliseconds = 0
  private var sinceStep = 0
  /// The most milliseconds from one step to the next.
  private(set) var longestStep = 0

  /// A call that may wait for a card.
  func call() {
    sinceStep += callMilliseconds
    longestStep = max(longestStep, sinceStep)
  }

  func beginStep() { sinceStep = 0 }
}

/// Is notified between the steps of a device manager.
struct FakeObserver: StepObserver, ~Copyable {
  private let world: World

  /// A turn of the loop is a step, too.
  init(_ world: World) {
    self.world = world
    world.beginStep()
  }

  mutating func beginStep() { world.beginStep() }
  mutating func beginModeset() { world.beginStep() }
}

final class FakeDevice: ManagedDevice {
  let number: UInt32?
  let path: Path
  let descriptorNumber: CInt = -1
  // The world has it.
  unowned let world: World
  var isMaster = false
  var mayNotAsk = false
  var hasAskedDisplays = true
  var readFailureCount = 0
  /// How many lower modes each display has.
  var lowerModeCount = 0
  var refusedCount = 0
  var losesModeAtSuspend = false
  /// Whether another program is DRM master.
  var hasOtherMaster = false
  var masterAttempts = 0
  var connectors: [Connector] = []
  var scanError: KMSError?
  var eventErrors: [KMSError?] = []
  var restoreCount = 0

  init(_ number: UInt32, in world: World) {
    (self.number, self.world) = (number, world)
    path = Path("/dev/dri/card0")
  }

  func becomeMaster() throws(KMSError) -> Bool {
    masterAttempts += 1
    isMaster = !hasOtherMaster
    return isMaster
  }

  func recordLostMaster() { isMaster = false }
  func dropMaster() { isMaster = false }
  func restore() {
    world.call()
    restoreCount += 1
  }

  func scan(_ rules: borrowing OutputRules) throws(KMSError) -> DisplayScan {
    world.call()
    world.scanCount += 1
    if let scanError { throw scanError }
    return DisplayScan(
      connectors: connectors, crtcs: [CRTCID(rawValue: 40), CRTCID(rawValue: 41)], planes: nil,
      rules: rules)
  }

  func refuseMode(of pipe: DisplayPipe) -> Bool {
    refusedCount += 1
    return refusedCount <= lowerModeCount
  }

  func nextEvent() throws(KMSError) -> FlipEvent? {
    if eventErrors.isEmpty { return nil }
    if let error = eventErrors.removeFirst() { throw error }
    return nil
  }
}

struct FakeMachine: ManagedMachine, ~Copyable {
  let world: World
  var hasUeventSource = false

  init(_ world: World) { self.world = world }

  func watch<let capacity: Int>(
    in poll: inout Poll<capacity>, from first: Int, uevents isWatched: Bool
  ) {}

  mutating func openUeventSource() throws(SystemError) {
    if !world.canOpenUevents { throw SystemError(.socket, errno: 1) }
    hasUeventSource = true
  }

  mutating func closeUeventSource() { hasUeventSource = false }

  mutating func nextUevent() throws(SystemError) -> Uevent? {
    if let error = world.ueventError { throw error }
    return world.uevents.isEmpty ? nil : world.uevents.removeFirst()
  }

  mutating func hasResumed() -> Bool { world.hasResumed }

  var presentCards: UInt64 {
    [UInt32](world.cards.keys).reduce(into: 0) { $0 |= 1 << UInt64($1) }
      | [UInt32](world.openErrors.keys).reduce(into: 0) { $0 |= 1 << UInt64($1) }
  }

  mutating func open(_ path: borrowing Path, number: UInt32?) throws(KMSError) -> FakeDevice {
    let number = number ?? 0
    if world.openErrors[number] == nil && world.cards[number] == nil { throw .nothing }
    world.call()
    if let error = world.openErrors[number] { throw error }
    guard let device = world.cards[number] else { throw .nothing }
    world.openCounts[number, default: 0] += 1
    return device
  }
}

final class FakeOutput: ManagedOutput {
  var name = InlineText<32>()
  let device: FakeDevice?
  var pipe: DisplayPipe?
  var isBlank = true
  var isSuspended = false
  /// How often it may stall and be restarted.
  var stallsLeft = 2
  /// For each restart on a pipe, whether that was to switch the display off first.
  var pipeRestarts: [Bool] = []
  var restartCount = 0

  init(_ device: FakeDevice, _ pipe: DisplayPipe) {
    (self.device, self.pipe) = (device, pipe)
  }

  func countStall() -> Bool {
    stallsLeft -= 1
    return stallsLeft >= 0
  }

  func restart() { restartCount += 1 }

  func restart(on pipe: DisplayPipe, switchingOff: Bool) {
    device?.world.call()
    pipeRestarts.append(switchingOff)
    isSuspended = false
  }
}

/// A log without a reader.
struct FakeLog: DeviceLog {
  var isVerbose: Bool { false }
  func write(_ name: Span<UInt8>, _ text: Span<UInt8>, _ priority: LogPriority) {}
  func text(of error: StageError) -> LongText { LongText() }
}

struct FakeOutputs: ManagedOutputs, ~Copyable {
  typealias OutputLog = FakeLog
  let world: World
  var list: [FakeOutput] = []

  init(_ world: World) { self.world = world }

  var allPresented: Bool { !list.contains { $0.isBlank && !$0.isSuspended } }

  func showAny(on device: FakeDevice) -> Bool {
    list.contains { $0.device === device && !$0.isBlank }
  }

  mutating func deliver(_ event: FlipEvent, of device: FakeDevice) {}

  mutating func show(
    on pipe: DisplayPipe, of device: FakeDevice, _ options: borrowing OutputOptions
  ) throws(KMSError) {
    world.call()
    if let error = world.showErrors[pipe.connector.id.rawValue] { throw error }
    for output in list where output.pipe?.connector.id == pipe.connector.id {
      if output.isSuspended { output.restart(on: pipe, switchingOff: false) }
      return
    }
    list.append(FakeOutput(device, pipe))
  }

  mutating func fitFramebuffer(isWanted: Bool, _ options: borrowing OutputOptions) -> Bool {
    world.call()
    world.wantsFramebuffer = isWanted
    return true
  }

  mutating func keep(on device: FakeDevice, only pipes: [DisplayPipe]) {
    world.call()
    list.removeAll { output in
      output.device === device && !pipes.contains { $0.connector.id == output.pipe?.connector.id }
    }
  }

  mutating func removeAll(on device: FakeDevice) { list.removeAll { $0.device === device } }
  mutating func remove(_ output: FakeOutput) { list.removeAll { $0 === output } }
  mutating func logFailure(_ connector: Connector, _ failure: KMSError) {}
  mutating func logFailure(
    _ connector: Connector, _ reason: DisplayPlan.UnlitReason, _ failure: inout KMSError
  ) {}
  mutating func clearFailure(_ connector: Connector) {}
}

/// A connector with a display.
func connector(_ id: UInt32) -> Connector {
  Connector(
    id: ConnectorID(rawValue: id), kind: .hdmi, number: id, connection: .connected,
    isNonDesktop: false, sizeInMillimetres: nil,
    modes: [
      Mode(
        width: 800, height: 600, clockInKilohertz: 40_000, horizontalTotal: 1056,
        verticalTotal: 628)
    ], possibleCRTCs: CRTCMask(rawValue: 0b11), crtc: nil)
}

/// A uevent about a device of a subsystem.
func uevent(
  _ action: String, _ name: String, of subsystem: String = "drm", hotplug: Bool = false
) -> Uevent {
  let text =
    "\(action)@/devices/pci0/\(subsystem)/\(name)\0ACTION=\(action)\0SUBSYSTEM=\(subsystem)\0"
    + (hotplug ? "HOTPLUG=1\0" : "")
  // The message built above is complete.
  // swift-format-ignore: NeverForceUnwrap
  return Uevent(Array(text.utf8).span)!
}
