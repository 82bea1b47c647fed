// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Motion
import Presentation
import Text

/// The seat of a display: its connection, the cards that are lent, and the next attempt to connect.
///
/// A class, because the loop and the machine that opens cards share it.
final class Seat {
  /// A change that the loop has to follow.
  enum Change: Equatable {
    /// There is a new connection and its cards may be opened; those of an earlier one are lost.
    case connected
    /// The user has switched back to this session.
    case enabled
    /// The user has switched to another session.
    case disabled
    /// The connection has ended, or there is none: why.
    case failed(String)
  }

  /// Opens a seat.
  typealias Connector = @Sendable () throws(DisplayError) -> SeatConnection

  /// The interval between attempts to connect: no event reports that a manager runs, or that another program has left.
  private static var retryInterval: TimeSpan { .milliseconds(500) }

  private let connector: Connector
  private var connection: SeatConnection?
  private var lent: [(path: Path, card: LentCard)] = []
  /// When to connect next; nil while connected, and after `close`.
  private(set) var connectTime: Instant?
  /// Whether the events of a new connection are read without waiting for its descriptor.
  private var isNew = true
  private var isEnabled = false
  /// The last reported reason for having no connection.
  private var failure: String?

  /// Connects.
  init(_ connector: @escaping Connector) throws(DisplayError) {
    self.connector = connector
    connection = try connector()
  }

  /// Opens cards of the seat for a machine.
  var opener: CardOpener {
    { path throws(SystemError) in try self.open(path) }
  }

  /// The descriptor to poll; nil without a connection.
  var descriptor: CInt? { connection?.descriptor }

  /// Connects if that is due, and reads the events of the connection, for which the poll found `ready`.
  func serve(_ ready: PollEvents, at now: Instant) -> [Change] {
    var changes: [Change] = []
    if let time = connectTime, now >= time { changes = reconnect(at: now) }
    // A library may take the end of the connection for an empty read.
    if ready.hasAny(.hungUp, .failed, .invalid) {
      return lose("the connection to its manager has ended", at: now)
    }
    // The first events may have come with the connection: its descriptor is not readable then.
    guard let connection, isNew || !ready.isEmpty else { return changes }
    do throws(SystemError) {
      try read(connection, &changes)
    } catch {
      changes += lose("cannot read its events: \(String(copying: error.reason.bytes))", at: now)
    }
    return changes
  }

  private func read(
    _ connection: SeatConnection, _ changes: inout [Change]
  ) throws(SystemError) {
    for event in try connection.events() {
      switch event {
      case .enabled:
        if !isEnabled { changes.append(isNew ? .connected : .enabled) }
        (isEnabled, isNew) = (true, false)
      case .disabled:
        if isEnabled { changes.append(.disabled) } else { try connection.acknowledge() }
        isEnabled = false
      }
    }
  }

  /// Confirms that no card is used, after the change `disabled`.
  func acknowledge() {
    // If the connection has ended, the next turn finds that.
    try? connection?.acknowledge()
  }

  /// Opens a card of the seat.
  func open(_ path: borrowing Path) throws(SystemError) -> FileDescriptor {
    guard let connection else { throw SystemError(.open, errno: ENOTCONN) }
    // The manager would return the old open file, also of a card that another has replaced.
    let name = copy path
    giveBack { $0 == name }
    let card = try connection.open(path)
    lent.append((name, card))
    let descriptor = try card.descriptor.duplicated()
    // Events are read until there are none.
    try descriptor.setNonblocking()
    return descriptor
  }

  /// Gives back the cards with matching paths.
  func giveBack(_ isUnused: (Path) -> Bool) { lent.removeAll { isUnused($0.path) } }

  /// Ends the connection, so that other programs can open the seat; frames stay on the displays.
  func close() {
    (lent, connection, connectTime) = ([], nil, nil)
    (isNew, isEnabled, failure) = (true, false, nil)
  }

  /// Connects again after `close`.
  func reopen(at now: Instant) {
    if connection == nil { connectTime = now }
  }

  private func reconnect(at now: Instant) -> [Change] {
    do throws(DisplayError) {
      connection = try connector()
      (connectTime, failure) = (nil, nil)
      return []
    } catch {
      connectTime = now + Self.retryInterval
      defer { failure = error.description }
      return failure == error.description ? [] : [.failed(error.description)]
    }
  }

  private func lose(_ reason: String, at now: Instant) -> [Change] {
    close()
    connectTime = now + Self.retryInterval
    return [.failed(reason)]
  }
}
