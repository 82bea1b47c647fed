// SPDX-License-Identifier: Apache-2.0

/// A line of text for the stage: at most 255 bytes of UTF-8, on the heap and shared by its copies.
///
/// Creating one allocates, and traps where there is no memory; copying one, as frames do, does not.
public struct Message: Equatable, Sendable {
  /// The largest number of bytes in a message.
  package static var capacity: Int { 255 }

  private var bytes: [UInt8] = []

  /// The empty message, which shows nothing.
  package init() {}

  /// The number of bytes, at most `capacity`.
  package var count: Int { bytes.count }

  /// A message of a text; nil if it has more than 255 bytes.
  public init?(_ text: Span<UInt8>) {
    guard text.count <= Message.capacity else { return nil }
    self.init(truncating: text)
  }

  /// A message of as many whole characters from the start of a text as fit.
  ///
  /// Malformed UTF-8 is kept: the drawing code handles it.
  public init(truncating text: Span<UInt8>) {
    let end = text.longestCharacterPrefix(of: Message.capacity)
    guard end > 0 else { return }
    bytes = [UInt8](repeating: 0, count: end)
    for index in 0..<end { bytes[index] = text[index] }
  }

  /// Whether it is empty.
  package var isEmpty: Bool { count == 0 }

  /// The text in UTF-8.
  public var utf8: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { bytes.span }
  }

  /// Whether all bytes are equal.
  public static func == (a: Message, b: Message) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.bytes[index] != b.bytes[index] { return false }
    return true
  }
}

extension Message: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A message of a literal; one of more than 255 bytes is cut between characters.
  public init(stringLiteral text: StaticString) {
    self.init(truncating: text.bytes)
  }

  /// A message of a string; one of more than 255 bytes is cut between characters.
  public init(_ text: String) {
    var line = InlineText<256>()
    for byte in text.utf8.prefix(256) { line.append(byte: byte) }
    self.init(truncating: line.bytes)
  }

  /// The text; malformed UTF-8 becomes U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
