// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A request of Plymouth's protocol as it goes over the wire.
///
/// Without a text it is the code and 00. With a text it is the code, 02, the length of the text with
/// its zero in one byte, the text and the zero.
package struct PlymouthFrame: Sendable {
  /// The largest number of bytes in a text: one byte holds its length with the zero.
  package static var longestText: Int { 254 }

  private var storage: [UInt8]

  /// A request without a text.
  package init(_ code: PlymouthCode) {
    storage = [code.rawValue, 0]
  }

  /// A request with a text, which is cut between characters where it is too long.
  ///
  /// Plymouth's own client sends a wrong length for such a text, or aborts.
  package init(_ code: PlymouthCode, text: Span<UInt8>) {
    let length = text.longestCharacterPrefix(of: PlymouthFrame.longestText)
    storage = [UInt8](repeating: 0, count: 3 + length + 1)
    storage[0] = code.rawValue
    storage[1] = 2
    storage[2] = UInt8(length + 1)
    for index in 0..<length { storage[3 + index] = text[index] }
  }

  /// The bytes to send.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span }
  }
}
