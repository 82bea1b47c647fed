// SPDX-License-Identifier: Apache-2.0

import FixedPoint
package import KMS
package import Linux
import Text

/// Opens a card by its path.
package typealias CardOpener = (borrowing Path) throws(SystemError) -> FileDescriptor

/// The machine that runs the program: its cards, the kernel's uevents and the suspend detector.
package struct DisplayMachine<OutputLog: DeviceLog>: ~Copyable {
  private let log: OutputLog
  /// Opens cards in another program, which has the permission; nil where the kernel opens them.
  private let openCard: CardOpener?
  private var uevents: UeventSocket?
  /// Whether paths are lessors' sockets.
  private let isLease: Bool
  /// The connection to the lessor; when it ends, the lessor revokes the lease.
  private var lessor: FileDescriptor?
  private var suspendDetector = SuspendDetector(JumpClocks())

  /// Opens nothing yet; cards are opened by `openCard`, or where that is nil by the kernel.
  package init(
    _ options: borrowing OutputOptions, log: OutputLog, openCard: CardOpener? = nil
  ) {
    isLease = options.isLease
    self.log = log
    self.openCard = openCard
  }
}

extension DisplayMachine: ManagedMachine {
  package func watch<let capacity: Int>(
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

  package var hasUeventSource: Bool { uevents != nil }

  package mutating func openUeventSource() throws(SystemError) { uevents = try UeventSocket() }

  package mutating func closeUeventSource() { uevents = nil }

  package mutating func nextUevent() throws(SystemError) -> Uevent? { try uevents?.next() ?? nil }

  package mutating func hasResumed() -> Bool { suspendDetector.hasResumed() }

  package var presentCards: UInt64 { Card<LibDRM>.presentNumbers }

  package mutating func open(
    _ path: borrowing Path, number: UInt32?
  ) throws(KMSError) -> DisplayDevice {
    let device: DisplayDevice
    if isLease {
      device = try lease(path)
    } else if let openCard {
      device = try Self.lent(path, number: number, openCard)
    } else {
      device = try DisplayDevice.open(path, number: number)
    }
    log.report(opened: device)
    return device
  }

  private static func lent(
    _ path: borrowing Path, number: UInt32?, _ open: CardOpener
  ) throws(KMSError) -> DisplayDevice {
    let card: FileDescriptor
    do throws(SystemError) {
      card = try open(path)
    } catch {
      throw KMSError(.open, errno: error.errno)
    }
    return try DisplayDevice.adopt(card, path, number: number)
  }

  private mutating func lease(_ path: borrowing Path) throws(KMSError) -> DisplayDevice {
    let lease: FileDescriptor
    do throws(SystemError) {
      lease = try descriptor(of: path)
    } catch {
      throw KMSError(.noLease, .open, errno: error.errno)
    }
    return try DisplayDevice.adopt(lease, path, number: nil)
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

/// A card of the machine.
package typealias DisplayDevice = KMS.DisplayDevice<LibDRM>

extension KMS.DisplayDevice: ManagedDevice where Kernel == LibDRM {
  package var descriptorNumber: CInt { card.kernel.pollNumber }
}
