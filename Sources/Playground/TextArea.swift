// SPDX-License-Identifier: Apache-2.0

import Text

/// The memory through which a page and the module exchange text.
struct TextArea: ~Copyable {
  /// The size in bytes: more than any command may have.
  static var size: Int { 1024 }

  private var storage = [UInt8](repeating: 0, count: TextArea.size)

  /// The address of the area.
  var address: UInt {
    // Only the number is used. The memory never moves, because nothing is appended.
    unsafe storage.span.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  /// The first bytes of the area; at most all of them.
  @_lifetime(borrow self)
  func bytes(_ length: Int) -> Span<UInt8> {
    storage.span.extracting(first: length)
  }

  /// Writes a text for the page; returns its length.
  mutating func write(_ text: Span<UInt8>) -> UInt32 {
    let count = min(text.count, TextArea.size)
    for index in 0..<count { storage[index] = text[index] }
    return UInt32(clamping: count)
  }

  /// Fills it with zeros, as it may have been typed.
  mutating func wipe() {
    for index in 0..<TextArea.size { storage[index] = 0 }
  }

  /// Writes a text that is part of the program; returns its length.
  mutating func write(_ text: StaticString) -> UInt32 { write(text.bytes) }
}
