// SPDX-License-Identifier: Apache-2.0

/// An animation's short label, in ASCII, stored inline.
///
/// `InlineText<4>` is no replacement: on ARM its bytes were those of a copy that had gone.
struct LabelText: Equatable {
  private var bytes: InlineArray<8, UInt8> = InlineArray(repeating: 0)
  private var count = 0

  /// A whole percentage from 0 to 100, such as `42%`.
  static func percent(_ percent: Int) -> LabelText {
    var text = LabelText()
    if percent >= 100 { text.append(UInt8(ascii: "0") + UInt8(percent / 100)) }
    if percent >= 10 { text.append(UInt8(ascii: "0") + UInt8(percent / 10 % 10)) }
    text.append(UInt8(ascii: "0") + UInt8(percent % 10))
    text.append(UInt8(ascii: "%"))
    return text
  }

  private init() {}

  private mutating func append(_ letter: UInt8) {
    bytes[count] = letter
    count += 1
  }

  /// The text in UTF-8.
  var utf8: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { bytes.span.extracting(first: count) }
  }

  static func == (a: LabelText, b: LabelText) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.bytes[index] != b.bytes[index] { return false }
    return true
  }
}
