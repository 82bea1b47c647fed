// SPDX-License-Identifier: Apache-2.0

internal import Linux

/// What a daemon sends back for a request of Plymouth's protocol.
package enum PlymouthReply: Equatable, Sendable {
  /// It is done.
  case done
  /// It is not, or there is no such request.
  case refused
  /// Nobody can be asked: the client is to ask by itself.
  case noAnswer
  /// What a person has typed: where it is.
  case answer(Range<Int>)
  /// Several answers, with a zero after each: where they are.
  case answers(Range<Int>)

  /// The most bytes that an answer may have; what claims more is no reply.
  package static var largestAnswer: Int { 16 << 10 }

  /// The bytes before an answer: its kind, and its size in four bytes, least first.
  package static var headSize: Int { 5 }

  /// Reads a reply at the beginning of bytes, and how many of them it has.
  ///
  /// Nil while it is not whole. Throws where it is no reply.
  package static func read(
    _ bytes: Span<UInt8>
  ) throws(PlymouthReplyError) -> (reply: PlymouthReply, size: Int)? {
    guard bytes.count > 0 else { return nil }
    switch bytes[0] {
    case PlymouthReplyCode.done: return (.done, 1)
    case PlymouthReplyCode.refused: return (.refused, 1)
    case PlymouthReplyCode.noAnswer: return (.noAnswer, 1)
    case PlymouthReplyCode.answer, PlymouthReplyCode.answers:
      guard bytes.count >= headSize else { return nil }
      var size: UInt32 = 0
      for index in 1..<headSize { size |= UInt32(bytes[index]) << UInt32(8 * (index - 1)) }
      guard size <= UInt32(largestAnswer) else { throw PlymouthReplyError() }
      let end = headSize + Int(size)
      guard bytes.count >= end else { return nil }
      let isOne = bytes[0] == PlymouthReplyCode.answer
      return (isOne ? .answer(headSize..<end) : .answers(headSize..<end), end)
    default: throw PlymouthReplyError()
    }
  }
}

/// The daemon has sent something that is no reply.
package struct PlymouthReplyError: Error, Equatable, Sendable {
  /// There is nothing more to say of it.
  package init() {}
}

/// The first bytes of replies.
enum PlymouthReplyCode {
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
