// SPDX-License-Identifier: Apache-2.0

import Text

/// A connector's name, as in the kernel: `HDMI-A-1`, `eDP-1`, `Virtual-1`.
///
/// Capital and small letters count as equal. A fixed buffer; nothing is allocated.
package struct ConnectorName: Equatable, Sendable {
  /// The longest name in bytes.
  package static var capacity: Int { 32 }

  private var text = InlineText<32>()

  /// Copies a name of 1 to 32 letters, digits, `-` and `_`; nil for anything else.
  package init?(_ text: Span<UInt8>) {
    guard 1...ConnectorName.capacity ~= text.count else { return nil }
    for index in text.indices {
      guard text[index].isNamePart else { return nil }
    }
    self.text.append(text)
  }

  /// Builds a name from a kind of connector and its number among that kind.
  package init(_ kind: StaticString, number: UInt32) {
    // A dash and ten digits must still fit behind the kind.
    let letters = kind.bytes
    text.append(letters.extracting(first: min(letters.count, ConnectorName.capacity - 11)))
    text.append(byte: UInt8(ascii: "-"))
    text.append(Int64(number))
  }

  /// The name's bytes.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.bytes }
  }

  /// Whether two names are equal, ignoring case.
  package static func == (a: ConnectorName, b: ConnectorName) -> Bool {
    guard a.text.count == b.text.count else { return false }
    for index in 0..<a.text.count where a.bytes[index].lowercased != b.bytes[index].lowercased {
      return false
    }
    return true
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
