// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// A line of text for the stage: at most 255 bytes of UTF-8, held inline.
public struct Message: Equatable, Sendable {
  /// The most bytes that a message can have.
  package static var capacity: Int { 255 }

  private var bytes: InlineArray<255, UInt8>

  /// The number of bytes, at most `capacity`.
  package private(set) var count: Int

  /// Makes the empty message, which shows nothing.
  package init() {
    bytes = InlineArray(repeating: 0)
    count = 0
  }

  /// Takes a text; nil when it has more than 255 bytes.
  public init?(_ text: Span<UInt8>) {
    guard text.count <= Message.capacity else { return nil }
    self.init(truncating: text)
  }

  /// Takes as many whole characters from the start of a text as fit.
  ///
  /// A text that is no valid UTF-8 is taken as it is: what draws it copes with that.
  public init(truncating text: Span<UInt8>) {
    self.init()
    var end = min(text.count, Message.capacity)
    if end < text.count {
      // A continuation byte behind the cut: its character began before it and goes as a whole.
      while end > 0 && text[end].continuesCharacter { end -= 1 }
    }
    for index in 0..<end { bytes[index] = text[index] }
    count = end
  }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { count == 0 }

  /// The text in UTF-8.
  public var utf8: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { bytes.span.extracting(first: count) }
  }

  /// Compares byte by byte.
  public static func == (a: Message, b: Message) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.bytes[index] != b.bytes[index] { return false }
    return true
  }
}
