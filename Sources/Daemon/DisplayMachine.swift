// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import KMS
import Linux
import Motion

/// The machine that runs the daemon: its cards, the kernel's uevents and the suspend detector.
struct DisplayMachine: ~Copyable {
  private var uevents: UeventSocket?
  /// Whether paths are lessors' sockets.
  private let isLease: Bool
  /// The connection to the lessor; when it ends, the lessor revokes the lease.
  private var lessor: FileDescriptor?
  private var suspendDetector = SuspendDetector(JumpClocks())

  init(_ options: borrowing Options) { isLease = options.isLease }
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

  var presentCards: UInt64 { Card<LibDRM>.presentNumbers }

  mutating func open(
    _ path: borrowing Path, number: UInt32?
  ) throws(KMSError) -> DisplayDevice {
    let device = isLease ? try lease(path) : try DisplayDevice.open(path, number: number)
    Log.note(opened: device)
    return device
  }

  private mutating func lease(_ path: borrowing Path) throws(KMSError) -> DisplayDevice {
    let lease: FileDescriptor
    do throws(SystemError) {
      lease = try descriptor(of: path)
    } catch {
      throw KMSError(.noLease, .open, errno: error.errno)
    }
    return try DisplayDevice.take(lease, path)
  }

  private mutating func descriptor(
    of lease: borrowing Path
  ) throws(SystemError) -> FileDescriptor {
    guard let number = lease.bytes.unsignedNumber else {
      let lent = try FileDescriptor(lentBy: lease.bytes, keeping: &lessor)
      // Events are read until there are none.
      try lent.setNonblocking()
      return lent
    }
    let inherited = try FileDescriptor(duplicating: CInt(clamping: number))
    try inherited.setNonblocking()
    return inherited
  }
}

/// The device manager of the product.
typealias DisplayManager = DeviceManager<DisplayMachine, OutputStages>

/// A card of the machine.
typealias DisplayDevice = KMS.DisplayDevice<LibDRM>

extension KMS.DisplayDevice: ManagedDevice where Kernel == LibDRM {
  var descriptorNumber: CInt { card.kernel.pollNumber }
}
