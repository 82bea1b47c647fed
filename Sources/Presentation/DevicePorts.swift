// SPDX-License-Identifier: Apache-2.0

package import KMS
package import Linux
package import OutputConfiguration
package import Text

/// The device manager's interface to a card; `DisplayDevice` in the product.
package protocol ManagedDevice: AnyObject {
  /// Its number, as in `/dev/dri/card0`; nil for one that was opened by another path.
  var number: UInt32? { get }
  /// The path that it was opened by.
  var path: Path { get }
  /// The number of the descriptor that is readable when there are events.
  var descriptorNumber: CInt { get }
  /// Whether this client is DRM master.
  var isMaster: Bool { get }
  /// Whether requesting DRM master is not permitted.
  var mayNotAsk: Bool { get }
  /// Whether its connectors have been probed, beyond the kernel's cached results.
  var hasAskedDisplays: Bool { get }
  /// Whether displays come back from suspend only when their mode is set once more.
  var losesModeAtSuspend: Bool { get }
  /// How many times in a row reading its events has failed.
  var readFailureCount: Int { get set }
  /// Tries to become DRM master; returns whether it is.
  func becomeMaster() throws(KMSError) -> Bool
  /// Records that another client is DRM master.
  func recordLostMaster()
  /// Drops DRM master.
  func dropMaster()
  /// Probes all connectors, and plans outputs for them.
  func scan(_ rules: borrowing OutputRules) throws(KMSError) -> DisplayScan
  /// Excludes a refused mode from later scans; false where no other is left.
  func refuseMode(of pipe: DisplayPipe) -> Bool
  /// The next page flip that the kernel reports; nil when there is none now.
  func nextEvent() throws(KMSError) -> FlipEvent?
  /// Restores the configuration that the card had before the daemon.
  func restore()
}

/// The device manager's interface to the machine, which opens cards and reports their changes;
/// `DisplayMachine` in the product.
package protocol ManagedMachine: ~Copyable {
  associatedtype Device: ManagedDevice
  /// Adds the uevent source if it `isWatched`, and the suspend detector to two slots of a poll set.
  func watch<let capacity: Int>(
    in poll: inout Poll<capacity>, from first: Int, uevents isWatched: Bool)
  /// Whether there is a uevent source.
  var hasUeventSource: Bool { get }
  /// Opens the uevent source.
  mutating func openUeventSource() throws(SystemError)
  /// Closes the uevent source, which has failed.
  mutating func closeUeventSource()
  /// The next uevent; nil when there is none now.
  mutating func nextUevent() throws(SystemError) -> Uevent?
  /// Whether the machine was suspended since the last call.
  mutating func hasResumed() -> Bool
  /// The numbers of the existing cards, as bits.
  var presentCards: UInt64 { get }
  /// Opens a card.
  mutating func open(_ path: borrowing Path, number: UInt32?) throws(KMSError) -> Device
}

/// The device manager's interface to an output of a device; `OutputStage` in the product.
package protocol ManagedOutput: AnyObject {
  associatedtype Device
  /// The connector's name, or `memory`.
  var name: InlineText<32> { get }
  /// The card of the output; nil for memory and framebuffer devices.
  var device: Device? { get }
  /// The pipe of the output; nil for memory and framebuffer devices.
  var pipe: DisplayPipe? { get }
  /// Whether no frame has been presented yet.
  var isBlank: Bool { get }
  /// Whether nothing is drawn or committed because another master has the card, or is about to.
  var isSuspended: Bool { get set }
  /// Counts a flip that did not complete; false when a restart is futile.
  func countStall() -> Bool
  /// Restarts after a flip that did not complete.
  func restart()
  /// Restarts on a pipe to the same display.
  func restart(on pipe: DisplayPipe, switchingOff: Bool)
}

/// The device manager's interface to all outputs; `OutputStages` in the product.
package protocol ManagedOutputs: ~Copyable {
  associatedtype Output: ManagedOutput
  /// Where failures are reported.
  associatedtype OutputLog: DeviceLog
  /// The outputs, oldest first.
  var list: [Output] { get }
  /// Whether every output that is not suspended has presented a frame.
  var allPresented: Bool { mutating get }
  /// Whether an output of a card has presented a frame.
  func showAny(on device: Output.Device) -> Bool
  /// Delivers a page-flip event to its output.
  mutating func deliver(_ event: FlipEvent, of device: Output.Device)
  /// Adds or updates the output of a display.
  mutating func show(
    on pipe: DisplayPipe, of device: Output.Device, _ options: borrowing OutputOptions
  ) throws(KMSError)
  /// Adds or removes an output on a framebuffer device; false where the caller must try again.
  mutating func fitFramebuffer(isWanted: Bool, _ options: borrowing OutputOptions) -> Bool
  /// Removes a card's outputs on connectors that are in none of the pipes.
  mutating func keep(on device: Output.Device, only pipes: [DisplayPipe])
  /// Removes all outputs of a card.
  mutating func removeAll(on device: Output.Device)
  /// Removes an output.
  mutating func remove(_ output: Output)
  /// Logs why a connector has no output, once per error.
  mutating func logFailure(_ connector: Connector, _ failure: KMSError)
  /// Logs why a connector is not in the plan, unless a rule switched it off.
  mutating func logFailure(
    _ connector: Connector, _ reason: DisplayPlan.UnlitReason, _ failure: inout KMSError)
  /// Clears a connector's logged failure after a success.
  mutating func clearFailure(_ connector: Connector)
}

extension OutputStage: ManagedOutput {}
extension OutputStages: ManagedOutputs where Source: ~Copyable {
  package typealias Output = OutputStage<Source.Content>
  package typealias OutputLog = Source.OutputLog
}

/// Why the outputs are suspended.
package struct SuspendReasons: OptionSet, Sendable {
  /// The reasons as bits.
  package let rawValue: UInt8

  /// The reasons of bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A client's request.
  package static let request = SuspendReasons(rawValue: 1)
  /// Another virtual terminal is active.
  package static let terminal = SuspendReasons(rawValue: 2)
}

/// The events that the poll reported to the device manager.
package struct DeviceReadiness {
  /// Whether a uevent can be read.
  var hasUevents = false
  /// Whether the wall clock has jumped, as it does at resume.
  var hasClockJumped = false
  /// A bit for each open card, by its index: whether it has events to read.
  var cards: UInt8 = 0
}

extension DeviceReadiness {
  /// The events of the poll slots from `first` on: uevents, the suspend detector, then the cards.
  package init<let capacity: Int>(_ poll: borrowing Poll<capacity>, from first: Int, cardCount: Int)
  {
    hasUevents = !poll[PollSlot(rawValue: first)].isEmpty
    hasClockJumped = !poll[PollSlot(rawValue: first + 1)].isEmpty
    for index in 0..<cardCount where !poll[PollSlot(rawValue: first + 2 + index)].isEmpty {
      cards |= 1 << UInt8(index)
    }
  }
}
