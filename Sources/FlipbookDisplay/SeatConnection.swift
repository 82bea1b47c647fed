// SPDX-License-Identifier: Apache-2.0

package import Linux

/// What a display asks of a seat: functions of another module, which links a library for it.
///
/// A seat's manager, such as seatd or logind, opens devices for a program that may not open them itself, and drops its DRM
/// master when the user switches to another session.
package struct SeatConnection {
  /// A change that the manager reports.
  package enum Event: Equatable, Sendable {
    /// Devices may be opened and used.
    case enabled
    /// Devices must not be used any more; `acknowledge` confirms it.
    case disabled
  }

  /// The descriptor that is readable when there are events.
  let descriptor: CInt
  /// Reads the events that have come; it never waits.
  let events: () throws(SystemError) -> [Event]
  /// Confirms that no device is used any more.
  let acknowledge: () throws(SystemError) -> Void
  /// Opens a card.
  let open: (borrowing Path) throws(SystemError) -> LentCard

  /// A connection of these functions; it ends when they are released.
  package init(
    descriptor: CInt, events: @escaping () throws(SystemError) -> [Event],
    acknowledge: @escaping () throws(SystemError) -> Void,
    open: @escaping (borrowing Path) throws(SystemError) -> LentCard
  ) {
    (self.descriptor, self.events) = (descriptor, events)
    (self.acknowledge, self.open) = (acknowledge, open)
  }
}

/// A card that a seat's manager has opened, until it is released.
package final class LentCard {
  /// The open card; the display has a duplicate.
  let descriptor: FileDescriptor
  private let giveBack: () -> Void

  /// A card that `giveBack` returns to the manager, while the descriptor is still open.
  package init(_ descriptor: consuming FileDescriptor, giveBack: @escaping () -> Void) {
    self.descriptor = descriptor
    self.giveBack = giveBack
  }

  deinit { giveBack() }
}
