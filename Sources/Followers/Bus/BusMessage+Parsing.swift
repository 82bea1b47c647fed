// SPDX-License-Identifier: Apache-2.0

import Text

extension BusMessage {
  /// Parses one whole message.
  ///
  /// A message with too many values, or with values nested too deep, has an empty body.
  package init(parsing bytes: Span<UInt8>) throws(BusReader.Fault) {
    let header = try Header(bytes)
    var cursor = header.body
    let values = try cursor.values(bytes, bytes.extracting(header[.signature]))
    let kind: Kind =
      switch bytes[1] {
      case 2: .reply
      case 3: .error(LongText(bytes.extracting(header[.error])))
      case 4: .signal
      default: .other
      }
    self.init(
      kind: kind, replySerial: header.replySerial,
      sender: LongText(bytes.extracting(header[.sender])),
      path: LongText(bytes.extracting(header[.path])),
      interface: LongText(bytes.extracting(header[.interface])),
      member: LongText(bytes.extracting(header[.member])),
      body: cursor.isIncomplete ? [] : values)
  }

  /// The fields of a message by their places, so that nothing is copied of a malformed one.
  private struct Header {
    /// The protocol's numbers of the fields with a text.
    enum Field: Int {
      case path = 1
      case interface, member, error
      case sender = 7
      case signature
    }

    private(set) var replySerial: UInt32 = 0
    /// The body's first byte.
    private(set) var body: BusCursor
    private var texts = InlineArray<9, Range<Int>>(repeating: 0..<0)

    /// A field's place; empty without the field.
    subscript(field: Field) -> Range<Int> { texts[field.rawValue] }

    init(_ bytes: Span<UInt8>) throws(BusReader.Fault) {
      guard bytes.count >= 16 else { throw .malformed }
      var cursor = try BusCursor(messageHeader: bytes)
      cursor.position = 12
      let length = try cursor.word(bytes)
      guard length <= UInt32(truncatingIfNeeded: bytes.count - 16) else { throw .malformed }
      cursor.end = 16 + Int(length)
      while cursor.position < cursor.end {
        try cursor.align(to: 8)
        let code = try cursor.number(bytes, size: 1)
        let signature = try cursor.text(bytes, lengthSize: 1)
        let type = signature.count == 1 ? bytes[signature.lowerBound] : 0
        switch (code, type) {
        case (1, UInt8(ascii: "o")), (2...4, UInt8(ascii: "s")), (7, UInt8(ascii: "s")):
          texts[Int(code)] = try cursor.text(bytes, lengthSize: 4)
        case (8, UInt8(ascii: "g")): texts[8] = try cursor.text(bytes, lengthSize: 1)
        case (5, UInt8(ascii: "u")): replySerial = try cursor.word(bytes)
        case (1...5, _), (7...8, _): throw .malformed
        default: _ = try cursor.values(bytes, bytes.extracting(signature))
        }
      }
      guard !cursor.isIncomplete else { throw .malformed }
      cursor.end = bytes.count
      try cursor.align(to: 8)
      body = cursor
    }
  }
}
