// SPDX-License-Identifier: Apache-2.0

/// What a daemon sends back for a request of Plymouth's protocol.
package enum PlymouthReply: Equatable, Sendable {
  /// The request is done.
  case done
  /// The request failed, or there is no such request.
  case refused
  /// There is no keyboard to answer at: the client has to ask by itself.
  case noAnswer
  /// A person's answer: its range.
  case answer(Range<Int>)
  /// Several answers, with a zero after each: their range.
  case answers(Range<Int>)

  /// The most bytes that an answer may have; a larger size is an error.
  package static var largestAnswer: Int { 16 << 10 }

  /// The bytes before an answer: its kind, and its size in four bytes, least first.
  package static var headSize: Int { 5 }

  /// Parses a reply at the beginning of bytes, and returns how many bytes it has.
  ///
  /// Nil while it is incomplete. Throws where it is no reply.
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
  /// An error without details.
  package init() {}
}

/// The first bytes of replies.
enum PlymouthReplyCode {
  /// The request is done.
  static let done: UInt8 = 0x06
  /// The request failed, or there is no such request.
  static let refused: UInt8 = 0x15
  /// A person's answer: its size in four bytes, least first, and its bytes.
  static let answer: UInt8 = 0x02
  /// Several answers: their size in four bytes, and each with a zero after it.
  static let answers: UInt8 = 0x09
  /// There is no answer.
  static let noAnswer: UInt8 = 0x05
}
