package import Animations

/// One request of Plymouth's protocol.
package struct PlymouthRequest {
  /// What is asked for, a letter or a sign.
  package let code: UInt8

  /// The argument up to its first zero; nil where there is none.
  package let argument: Message?

  /// Puts a request together.
  package init(code: UInt8, argument: Message?) {
    self.code = code
    self.argument = argument
  }
}

/// The first bytes of replies.
enum PlymouthReply {
  /// It is done.
  static let done: UInt8 = 0x06
  /// It is not, or there is no such thing.
  static let refused: UInt8 = 0x15
  /// An answer that a person gave: its size in four bytes, least first, and its bytes.
  static let answer: UInt8 = 0x02
  /// Several answers: their size in four bytes, and each with a zero after it.
  static let answers: UInt8 = 0x09
  /// Nobody can be asked.
  static let noAnswer: UInt8 = 0x05
}
