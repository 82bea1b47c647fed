// SPDX-License-Identifier: Apache-2.0

/// A short text in UTF-8, built up from parts, with inline storage.
///
/// Text beyond the capacity is cut off at a character boundary, and `isTruncated` is set; nothing is
/// ever allocated. Functions that are not inlined save 7,700 bytes of the daemon, which has hundreds of calls.
package struct InlineText<let capacity: Int>: Sendable {
  /// How many bytes are in use, at most `capacity`.
  package private(set) var count = 0
  /// Whether some text did not fit.
  package private(set) var isTruncated = false
  private var storage = InlineArray<capacity, UInt8>(repeating: 0)

  /// An empty text.
  package init() {}

  /// The text's bytes.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.extracting(first: count) }
  }

  /// Makes the text empty again.
  package mutating func removeAll() {
    count = 0
    isTruncated = false
  }

  /// Keeps only the first bytes, and clears `isTruncated`.
  package mutating func removeAll(after kept: Int) {
    count = min(count, kept)
    isTruncated = false
  }

  /// Appends one byte; for ASCII only: a cut must not split a character.
  package mutating func append(byte: UInt8) {
    guard count < capacity, !isTruncated else {
      isTruncated = true
      return
    }
    storage[count] = byte
    count += 1
  }

  /// Appends a literal.
  package mutating func append(_ text: StaticString) {
    append(text.bytes)
  }

  /// Appends bytes that are UTF-8 already.
  @inline(never)
  package mutating func append(_ text: Span<UInt8>) {
    guard !isTruncated else { return }
    var room = storage.mutableSpan
    let kept = copyCharacters(of: text, to: &room, at: count)
    count += kept
    isTruncated = kept < text.count
  }

  /// Appends a whole number in decimal.
  package mutating func append(_ number: Int) { append(Int64(number)) }

  /// Appends a whole number in decimal.
  @inline(never)
  package mutating func append(_ number: Int64) {
    // By elements, not by a span (compiler-workarounds.md: span-of-temporary).
    let digits = Digits(number)
    for index in digits.first..<20 { append(byte: digits.bytes[index]) }
  }

  /// Appends untrusted bytes in a form that is safe for one line of a log: in quotes, at most 32 of
  /// them, with `?` for each byte that is not printable ASCII.
  @inline(never)
  package mutating func append(quoting text: Span<UInt8>) {
    append(byte: UInt8(ascii: "'"))
    for index in 0..<min(text.count, 32) {
      let byte = text[index]
      append(byte: 0x20...0x7E ~= byte ? byte : UInt8(ascii: "?"))
    }
    append(text.count > 32 ? "…'" : "'")
  }
}

/// Copies the whole characters of a text that fit from a position on, and returns their number of bytes.
///
/// It is one function for all capacities.
@inline(never)
private func copyCharacters(
  of text: Span<UInt8>, to room: inout MutableSpan<UInt8>, at position: Int
) -> Int {
  let count = text.longestCharacterPrefix(of: room.count - position)
  for index in 0..<count { room[position + index] = text[index] }
  return count
}

/// A whole number in decimal.
private struct Digits {
  /// Right-aligned; at most a sign and 19 digits.
  private(set) var bytes = InlineArray<20, UInt8>(repeating: 0)
  private(set) var first = 20

  @inline(never)
  init(_ number: Int64) {
    var rest = number.magnitude
    repeat {
      first -= 1
      bytes[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if number < 0 {
      first -= 1
      bytes[first] = UInt8(ascii: "-")
    }
  }
}
