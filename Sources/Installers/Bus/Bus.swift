// SPDX-License-Identifier: Apache-2.0

import CSystemd
package import Linux

/// A nonblocking connection to a D-Bus.
///
/// sd-bus queues messages in both directions; no callbacks are used here.
@safe package struct Bus: ~Copyable {
  /// The address of a bus.
  package struct Address: Equatable {
    /// The address in D-Bus's own form, such as `unix:path=/run/dbus/system_bus_socket`.
    package var text: String
    /// Whether a service listens there itself, without a message bus.
    package var isDirect = false

    /// An address in D-Bus's own form.
    package init(text: String, isDirect: Bool = false) {
      (self.text, self.isDirect) = (text, isDirect)
    }
  }

  // Owned: created by `init`, released by `deinit`, and used nowhere else.
  private let bus: OpaquePointer

  /// Starts to connect; calls may be sent at once.
  package init(connectingTo address: Address) throws(SystemError) {
    var made: OpaquePointer?
    try Bus.check(.socket, unsafe sd_bus_new(&made))
    guard let bus = unsafe made else { throw SystemError(.socket, errno: 12) }
    let result = unsafe Bus.start(bus, at: address)
    guard result >= 0 else {
      _ = unsafe sd_bus_unref(bus)
      throw SystemError(.connect, errno: -result)
    }
    unsafe self.bus = unsafe bus
  }

  private static func start(_ bus: OpaquePointer, at address: Address) -> CInt {
    // sd-bus copies the address.
    var result = unsafe sd_bus_set_address(bus, address.text)
    if result >= 0 { result = unsafe sd_bus_set_bus_client(bus, address.isDirect ? 0 : 1) }
    return result < 0 ? result : unsafe sd_bus_start(bus)
  }

  deinit {
    _ = unsafe sd_bus_close_unref(bus)
  }

  /// Watches for sd-bus's events in a poll's slot.
  package func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    let number = unsafe sd_bus_get_fd(bus)
    let events = unsafe sd_bus_get_events(bus)
    guard number >= 0, events >= 0 else {
      poll.ignore(slot)
      return
    }
    poll.watch(slot, number: number, for: PollEvents(rawValue: Int16(truncatingIfNeeded: events)))
  }

  /// When it has to continue without an event, by the monotonic clock in nanoseconds; nil for
  /// never.
  package var deadline: Int64? {
    var microseconds: UInt64 = 0
    // The address is of a local, valid during the call.
    guard unsafe sd_bus_get_timeout(bus, &microseconds) >= 0, microseconds < 1 << 53 else {
      return nil
    }
    return Int64(microseconds) * 1000
  }

  /// Sends a call, and returns the serial number that its reply will have.
  package func send(_ call: BusCall) throws(SystemError) -> UInt64 {
    var made: OpaquePointer?
    try Bus.check(
      .send,
      unsafe sd_bus_message_new_method_call(
        bus, &made, call.destination, call.path, call.interface, call.member))
    guard let message = unsafe made else { throw SystemError(.send, errno: 12) }
    // Sending takes a reference of its own.
    defer { _ = unsafe sd_bus_message_unref(message) }
    // The call must not start a service that is not running.
    try Bus.check(.send, unsafe sd_bus_message_set_auto_start(message, 0))
    let string = CChar(UInt8(ascii: "s"))
    for argument in call.arguments {
      try Bus.check(.send, unsafe sd_bus_message_append_basic(message, string, argument))
    }
    var number: UInt64 = 0
    try Bus.check(.send, unsafe sd_bus_send(bus, message, &number))
    return number
  }

  /// The next received message; nil when there is none now.
  package func next() throws(SystemError) -> BusMessage? {
    while true {
      var message: OpaquePointer?
      let result = unsafe sd_bus_process(bus, &message)
      try Bus.check(.receive, result)
      if let message = unsafe message {
        // Owned since the call above; the copy does not refer to it.
        defer { _ = unsafe sd_bus_message_unref(message) }
        return unsafe BusMessage(copying: message)
      }
      guard result > 0 else { return nil }
    }
  }

  /// sd-bus returns errors as negative numbers.
  private static func check(
    _ operation: SystemError.Operation, _ result: CInt
  ) throws(SystemError) {
    guard result < 0 else { return }
    throw SystemError(operation, errno: -result)
  }
}
