// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Testing

/// A service on a bus, with properties that it announces, and signals.
///
/// It is driven from the test's own thread: `serve` replies to the received calls.
@safe final class MockService {
  /// A property's value, or an argument.
  enum Value {
    case text(String), path(String), int(Int32), unsigned(UInt32), long(UInt64), double(Double)
    /// RAUC's (isi).
    case progress(Int32, String, Int32)
    /// An array of structures that have a signature.
    case structures(String, [[Value]])

    var signature: String {
      switch self {
      case .text: "s"
      case .path: "o"
      case .int: "i"
      case .unsigned: "u"
      case .long: "t"
      case .double: "d"
      case .progress: "(isi)"
      case .structures(let inside, _): "a(\(inside))"
      }
    }
  }

  /// What `Get` and `GetAll` return, by the object's path.
  var properties: [String: [(String, Value)]] = [:]
  /// The replies of other methods, by their names.
  var methods: [String: [Value]] = [:]
  /// The methods that were called so far.
  private(set) var calls: [String] = []

  private let bus: OpaquePointer

  init(_ name: String, on address: String) throws {
    var made: OpaquePointer?
    #expect(unsafe sd_bus_new(&made) >= 0)
    unsafe bus = try #require(unsafe made)
    #expect(unsafe sd_bus_set_address(bus, address) >= 0)
    #expect(unsafe sd_bus_set_bus_client(bus, 1) >= 0)
    #expect(unsafe sd_bus_start(bus) >= 0)
    #expect(unsafe sd_bus_request_name(bus, name, 0) >= 0)
  }

  deinit { _ = unsafe sd_bus_flush_close_unref(bus) }

  /// Answers what has come, and sends what is to go.
  func serve() {
    while true {
      var message: OpaquePointer?
      let result = unsafe sd_bus_process(bus, &message)
      if let message = unsafe message {
        unsafe answer(message)
        _ = unsafe sd_bus_message_unref(message)
      }
      if result <= 0 { break }
    }
    _ = unsafe sd_bus_flush(bus)
  }

  /// Sends a signal.
  func emit(_ path: String, _ interface: String, _ member: String, _ values: Value...) {
    var made: OpaquePointer?
    #expect(unsafe sd_bus_message_new_signal(bus, &made, path, interface, member) >= 0)
    let writer = unsafe MessageWriter(adopting: made)
    for value in values { writer.append(value) }
    writer.send()
    serve()
  }

  /// Changes properties and signals it.
  func change(_ path: String, _ interface: String, _ changes: [(String, Value)]) {
    for (name, value) in changes {
      properties[path, default: []].removeAll { $0.0 == name }
      properties[path, default: []].append((name, value))
    }
    var made: OpaquePointer?
    #expect(
      unsafe sd_bus_message_new_signal(
        bus, &made, path, "org.freedesktop.DBus.Properties", "PropertiesChanged") >= 0)
    let writer = unsafe MessageWriter(adopting: made)
    writer.append(.text(interface))
    writer.append(changes)
    writer.append(noTexts: ())
    writer.send()
    serve()
  }

  private func answer(_ message: OpaquePointer) {
    guard unsafe sd_bus_message_is_method_call(message, nil, nil) > 0 else { return }
    let member = unsafe MockService.text(sd_bus_message_get_member(message))
    let path = unsafe MockService.text(sd_bus_message_get_path(message))
    calls.append(member)
    var made: OpaquePointer?
    #expect(unsafe sd_bus_message_new_method_return(message, &made) >= 0)
    let reply = unsafe MessageWriter(adopting: made)
    let known = properties[path] ?? []
    switch member {
    case "GetAll": reply.append(known)
    case "Get":
      let property = unsafe MockService.secondText(message)
      if let value = known.first(where: { $0.0 == property })?.1 {
        reply.appendVariant(value)
      }
    default: for value in methods[member] ?? [] { reply.append(value) }
    }
    reply.send()
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    // A string of sd-bus has a zero at its end.
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }

  /// The second argument of a call with two texts.
  private static func secondText(_ message: OpaquePointer) -> String {
    var pointer: UnsafePointer<CChar>?
    for _ in 0..<2 {
      // The message owns its texts.
      _ = unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &pointer)
    }
    return unsafe text(pointer)
  }
}
