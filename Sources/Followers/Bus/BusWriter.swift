// SPDX-License-Identifier: Apache-2.0

package import Text

/// Writes method calls as D-Bus messages, in little endian.
package enum BusWriter {
  /// Appends a call with its serial number.
  ///
  /// The call does not start a service that is not running.
  package static func append(_ call: BusCall, serial: UInt32, to stream: inout LongText) {
    var body = LongText()
    for argument in call.arguments { append(text: argument, to: &body) }
    var message = LongText()
    // Little endian, a method call, NO_AUTO_START, version 1 of the protocol.
    for byte: UInt8 in [UInt8(ascii: "l"), 1, 2, 1] { message.append(byte: byte) }
    append(UInt32(truncatingIfNeeded: body.count), to: &message)
    append(serial, to: &message)
    var fields = LongText()
    append(field: 1, UInt8(ascii: "o"), call.path, to: &fields)
    append(field: 2, UInt8(ascii: "s"), call.interface, to: &fields)
    append(field: 3, UInt8(ascii: "s"), call.member, to: &fields)
    append(field: 6, UInt8(ascii: "s"), call.destination, to: &fields)
    if !call.arguments.isEmpty {
      pad(&fields, to: 8)
      for byte: UInt8 in [8, 1, UInt8(ascii: "g"), 0] { fields.append(byte: byte) }
      fields.append(byte: UInt8(truncatingIfNeeded: call.arguments.count))
      for _ in call.arguments { fields.append("s") }
      fields.append(byte: 0)
    }
    append(UInt32(truncatingIfNeeded: fields.count), to: &message)
    // The array of fields begins at a multiple of 8 already.
    message.append(contentsOf: fields)
    pad(&message, to: 8)
    message.append(contentsOf: body)
    stream.append(contentsOf: message)
  }

  private static func append(
    field code: UInt8, _ type: UInt8, _ value: LongText, to fields: inout LongText
  ) {
    pad(&fields, to: 8)
    for byte: UInt8 in [code, 1, type, 0] { fields.append(byte: byte) }
    append(text: value, to: &fields)
  }

  private static func append(text: LongText, to message: inout LongText) {
    pad(&message, to: 4)
    append(UInt32(truncatingIfNeeded: text.count), to: &message)
    message.append(contentsOf: text)
    message.append(byte: 0)
  }

  private static func append(_ number: UInt32, to message: inout LongText) {
    for shift: UInt32 in [0, 8, 16, 24] {
      message.append(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func pad(_ message: inout LongText, to alignment: Int) {
    while message.count % alignment != 0 { message.append(byte: 0) }
  }
}
