// SPDX-License-Identifier: Apache-2.0

import KMS
import Linux
import Motion

/// The machine that runs the daemon: its cards, the kernel's uevents and the suspend detector.
struct DisplayMachine: ~Copyable {
  private var uevents: UeventSocket?
  private var suspendDetector = SuspendDetector(JumpClocks())
}

extension DisplayMachine: ManagedMachine {
  func watch<let capacity: Int>(
    in poll: inout Poll<capacity>, from first: Int, uevents isWatched: Bool
  ) {
    if isWatched {
      switch uevents {
      case .some(let uevents): poll.watch(PollSlot(rawValue: first), uevents.descriptor)
      case .none: break
      }
    }
    suspendDetector.watch(in: &poll, PollSlot(rawValue: first + 1))
  }

  var hasUeventSource: Bool { uevents != nil }

  mutating func openUeventSource() throws(SystemError) { uevents = try UeventSocket() }

  mutating func closeUeventSource() { uevents = nil }

  mutating func nextUevent() throws(SystemError) -> Uevent? { try uevents?.next() ?? nil }

  mutating func hasResumed() -> Bool { suspendDetector.hasResumed() }

  mutating func open(
    _ path: borrowing Path, number: UInt32?
  ) throws(KMSError) -> DisplayDevice {
    let device = try DisplayDevice.open(path, number: number)
    Log.note(opened: device)
    return device
  }
}

/// The device manager of the product.
typealias DisplayManager = DeviceManager<DisplayMachine, OutputStages>

/// A card of the machine's.
typealias DisplayDevice = KMS.DisplayDevice<LibDRM>

extension KMS.DisplayDevice: ManagedDevice where Kernel == LibDRM {
  var descriptorNumber: CInt { card.kernel.pollNumber }
}
