// SPDX-License-Identifier: Apache-2.0

/// A connector's name, as in the kernel: `HDMI-A-1`, `eDP-1`, `Virtual-1`.
///
/// Capital and small letters count as equal. A fixed buffer; nothing is allocated.
package struct ConnectorName: Equatable, Sendable {
  /// The most bytes that a name has.
  package static var capacity: Int { 32 }

  private var storage = InlineArray<32, UInt8>(repeating: 0)
  private var count = 0

  /// Copies a name of 1 to 32 letters, digits, `-` and `_`; nil for anything else.
  package init?(_ text: Span<UInt8>) {
    guard 1...ConnectorName.capacity ~= text.count else { return nil }
    for index in text.indices {
      guard text[index].isNamePart else { return nil }
      append(text[index])
    }
  }

  /// Puts a name together from a sort of connector and which of its sort it is.
  package init(_ kind: StaticString, number: UInt32) {
    kind.withUTF8Buffer { letters in
      // The index is within the buffer. Ten digits and a dash still fit after it.
      for index in 0..<min(letters.count, ConnectorName.capacity - 11) {
        append(unsafe letters[index])
      }
    }
    append(UInt8(ascii: "-"))
    append(decimal: number)
  }

  /// The name's bytes.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.extracting(0..<count) }
  }

  /// Whether two names are the same but for capital and small letters.
  package static func == (a: ConnectorName, b: ConnectorName) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.storage[index].lowercased != b.storage[index].lowercased {
      return false
    }
    return true
  }

  private mutating func append(decimal number: UInt32) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func append(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }

  fileprivate var isNamePart: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercased
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}
