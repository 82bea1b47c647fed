// SPDX-License-Identifier: Apache-2.0

/// A text in UTF-8 on the heap, built up from parts, such as the line of an error.
///
/// A copy is one word. An `InlineText` would copy all of its bytes each time an error is rethrown.
package struct LongText: Sendable {
  private var storage: [UInt8] = []

  /// An empty text.
  package init() {}

  /// The text's bytes.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span }
  }

  /// Appends bytes that are UTF-8 already.
  package mutating func append(_ text: Span<UInt8>) {
    for index in 0..<text.count { storage.append(text[index]) }
  }

  /// Appends a literal.
  package mutating func append(_ text: StaticString) { append(text.bytes) }

  /// Appends a whole number in decimal.
  package mutating func append(_ number: Int64) {
    var digits = InlineText<32>()
    digits.append(number)
    append(digits.bytes)
  }

  /// Appends untrusted bytes as `InlineText` does: in quotes, and safe for one line of a log.
  package mutating func append(quoting text: Span<UInt8>) {
    // Two quotes, 32 characters and an ellipsis of three bytes.
    var quoted = InlineText<64>()
    quoted.append(quoting: text)
    append(quoted.bytes)
  }
}
