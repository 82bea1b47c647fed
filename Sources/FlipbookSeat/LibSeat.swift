// SPDX-License-Identifier: Apache-2.0

import CLinux
import CSeat
import FlipbookDisplay
import Linux

/// A seat that libseat has opened, closed by `deinit`.
@safe
final class LibSeat {
  private let seat: OpaquePointer
  private let listener: SeatListener

  private init(_ seat: OpaquePointer, _ listener: SeatListener) {
    unsafe self.seat = unsafe seat
    self.listener = listener
  }

  deinit {
    // If its manager has ended, this only frees memory.
    _ = unsafe libseat_close_seat(seat)
  }

  /// A connection to the seat of this process.
  static func connect() throws(DisplayError) -> SeatConnection {
    let listener = SeatListener()
    let seat = unsafe LibSeat(try SeatManager.open(listener), listener)
    return SeatConnection(
      descriptor: unsafe libseat_get_fd(seat.seat),
      events: { () throws(SystemError) in try seat.events() },
      acknowledge: { () throws(SystemError) in try seat.acknowledge() },
      open: { path throws(SystemError) in try seat.open(path) })
  }

  private func events() throws(SystemError) -> [SeatConnection.Event] {
    if unsafe libseat_dispatch(seat, 0) < 0 { throw SystemError.last(.receive) }
    return listener.takeAll()
  }

  private func acknowledge() throws(SystemError) {
    if unsafe libseat_disable_seat(seat) < 0 { throw SystemError.last(.send) }
  }

  private func open(_ path: borrowing Path) throws(SystemError) -> LentCard {
    var number: CInt = -1
    // The addresses are valid during the call.
    let id = unsafe path.withCString { name in
      unsafe libseat_open_device(seat, name, &number)
    }
    if id < 0 { throw SystemError.last(.open) }
    return LentCard(FileDescriptor(adopting: number)) {
      // If its manager has ended, the card is closed already.
      _ = unsafe libseat_close_device(self.seat, id)
    }
  }
}

/// The events that libseat reports during its calls.
@safe
final class SeatListener {
  private var events: [SeatConnection.Event] = []
  /// libseat keeps the address.
  private let functions: UnsafeMutablePointer<libseat_seat_listener>

  init() {
    unsafe functions = .allocate(capacity: 1)
    unsafe functions.initialize(
      to: libseat_seat_listener(
        enable_seat: { _, listener in unsafe SeatListener.append(.enabled, to: listener) },
        disable_seat: { _, listener in unsafe SeatListener.append(.disabled, to: listener) }))
  }

  deinit { unsafe functions.deallocate() }

  /// Opens a seat; nil with an errno.
  func open() -> OpaquePointer? {
    // The owner of the seat keeps the listener.
    unsafe libseat_open_seat(functions, Unmanaged.passUnretained(self).toOpaque())
  }

  func takeAll() -> [SeatConnection.Event] {
    defer { events = [] }
    return events
  }

  private static func append(
    _ event: SeatConnection.Event, to listener: UnsafeMutableRawPointer?
  ) {
    guard let listener = unsafe listener else { return }
    // It is what `open` has passed.
    unsafe Unmanaged<SeatListener>.fromOpaque(listener).takeUnretainedValue().events.append(event)
  }
}

/// The choice of a seat's manager.
///
/// libseat tries seatd, logind and, last, a manager of its own in a child of this process. Such a child is made without `exec`,
/// may never end in a program with threads, and would need root. Therefore one manager is chosen here.
enum SeatManager {
  private static var variable: String { "LIBSEAT_BACKEND" }
  private static var socketVariable: String { "SEATD_SOCK" }
  private static var defaultSocket: String { "/run/seatd.sock" }

  /// Opens the seat by the manager that the user has chosen, or else by a running manager.
  static func open(_ listener: SeatListener) throws(DisplayError) -> OpaquePointer {
    if let manager = value(of: variable) {
      return try unsafe open(listener, by: manager, "")
    }
    let socket = value(of: socketVariable) ?? defaultSocket
    var noSeatd = ""
    do throws(SystemError) {
      _ = try UnixStream(connectingTo: Array(socket.utf8).span)
    } catch {
      noSeatd = "no seatd at \(socket): \(words(of: error.errno)); "
    }
    let manager = noSeatd.isEmpty ? "seatd" : "logind"
    // The variable is there during the call alone: programs that are started later choose for themselves.
    _ = unsafe setenv(variable, manager, 1)
    defer { _ = unsafe unsetenv(variable) }
    return try unsafe open(listener, by: manager, noSeatd)
  }

  private static func open(
    _ listener: SeatListener, by manager: String, _ before: String
  ) throws(DisplayError) -> OpaquePointer {
    if let seat = unsafe listener.open() { return unsafe seat }
    let error = SystemError.last(.connect).errno
    throw DisplayError("cannot open a seat: \(before)\(manager): \(words(of: error))")
  }

  private static func value(of variable: String) -> String? {
    // The string is copied.
    unsafe getenv(variable).map { unsafe String(cString: $0) }
  }

  private static func words(of errno: CInt) -> String {
    // The string is copied.
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }
}
