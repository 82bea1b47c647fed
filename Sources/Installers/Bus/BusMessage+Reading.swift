// SPDX-License-Identifier: Apache-2.0

import CSystemd

extension BusMessage {
  /// Copies a complete sd-bus message, which must be valid during the call.
  package init(copying message: OpaquePointer) {
    var type: UInt8 = 0
    _ = unsafe sd_bus_message_get_type(message, &type)
    switch type {
    case 2: kind = .reply
    case 3:
      // The error belongs to the message.
      let error = unsafe sd_bus_message_get_error(message)
      kind = .error(unsafe BusMessage.text(error?.pointee.name))
    case 4: kind = .signal
    default: kind = .other
    }
    // It stays 0 where the message is not a reply.
    _ = unsafe sd_bus_message_get_reply_cookie(message, &answered)
    sender = unsafe BusMessage.text(sd_bus_message_get_sender(message))
    path = unsafe BusMessage.text(sd_bus_message_get_path(message))
    interface = unsafe BusMessage.text(sd_bus_message_get_interface(message))
    member = unsafe BusMessage.text(sd_bus_message_get_member(message))
    body = unsafe BusMessage.values(message)
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    // A string of sd-bus is UTF-8 with a zero at its end.
    return unsafe String(cString: pointer)
  }

  /// The values up to the end of the message or of the entered container.
  private static func values(_ message: OpaquePointer) -> [BusValue] {
    var values: [BusValue] = []
    while unsafe sd_bus_message_at_end(message, 0) == 0, let value = unsafe value(message) {
      values.append(value)
    }
    return values
  }

  /// The next value; nil at the end, and for a type that is not needed (a descriptor).
  private static func value(_ message: OpaquePointer) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
      var pointer: UnsafePointer<CChar>?
      guard unsafe sd_bus_message_read_basic(message, type, &pointer) > 0 else { return nil }
      return .text(unsafe text(pointer))
    case UInt8(ascii: "v"), UInt8(ascii: "a"), UInt8(ascii: "r"), UInt8(ascii: "e"):
      guard unsafe sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
      let inside = unsafe values(message)
      guard unsafe sd_bus_message_exit_container(message) >= 0 else { return nil }
      return UInt8(bitPattern: type) == UInt8(ascii: "v") ? inside.first : .list(inside)
    case let basic: return unsafe number(message, type, basic)
    }
  }

  private static func number(
    _ message: OpaquePointer, _ type: CChar, _ basic: UInt8
  ) -> BusValue? {
    // Room for the largest type; smaller ones are at its beginning.
    var bits: UInt64 = 0
    guard basic != UInt8(ascii: "h"), unsafe sd_bus_message_read_basic(message, type, &bits) > 0
    else { return nil }
    let word = UInt32(truncatingIfNeeded: UInt64(littleEndian: bits))
    switch basic {
    case UInt8(ascii: "y"): return .integer(Int64(UInt8(truncatingIfNeeded: word)))
    case UInt8(ascii: "n"): return .integer(Int64(Int16(truncatingIfNeeded: word)))
    case UInt8(ascii: "q"): return .integer(Int64(UInt16(truncatingIfNeeded: word)))
    case UInt8(ascii: "i"), UInt8(ascii: "b"): return .integer(Int64(Int32(bitPattern: word)))
    case UInt8(ascii: "u"): return .integer(Int64(word))
    case UInt8(ascii: "x"): return .integer(Int64(bitPattern: bits))
    case UInt8(ascii: "t"): return .integer(Int64(clamping: bits))
    case UInt8(ascii: "d"): return .number(Double(bitPattern: bits))
    default: return nil
    }
  }
}
