// SPDX-License-Identifier: Apache-2.0

import Text

extension BusMessage {
  /// Parses one whole message.
  ///
  /// A message with too many values, or with values nested too deep, has an empty body.
  package init(parsing bytes: Span<UInt8>) throws(BusReader.Fault) {
    guard bytes.count >= 16 else { throw .malformed }
    self.init()
    var cursor = try BusCursor(messageHeader: bytes)
    cursor.position = 12
    let length = try cursor.word(bytes)
    guard length <= UInt32(truncatingIfNeeded: bytes.count - 16) else { throw .malformed }
    cursor.end = 16 + Int(length)
    var signature = LongText()
    var error = LongText()
    while cursor.position < cursor.end {
      try cursor.align(to: 8)
      let code = try cursor.number(bytes, size: 1)
      let type = LongText(bytes.extracting(try cursor.text(bytes, lengthSize: 1)))
      let values = try cursor.values(bytes, type.bytes)
      guard values.count == 1 else { throw .malformed }
      let text = values[0].text ?? LongText()
      switch code {
      case 1: path = text
      case 2: interface = text
      case 3: member = text
      case 4: error = text
      case 5: answered = UInt32(truncatingIfNeeded: values[0].integer ?? 0)
      case 7: sender = text
      case 8: signature = text
      default: break
      }
    }
    switch bytes[1] {
    case 2: kind = .reply
    case 3: kind = .error(error)
    case 4: kind = .signal
    default: kind = .other
    }
    cursor.end = bytes.count
    try cursor.align(to: 8)
    let values = try cursor.values(bytes, signature.bytes)
    if !cursor.isIncomplete { body = values }
  }
}
