// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Linux

/// A daemon's reply to a question, in memory for secrets: it is read into it and sent on from it.
package struct SecretReply: ~Copyable {
  /// The content of the daemon's reply.
  package enum Content: Equatable {
    /// It is incomplete.
    case unfinished
    /// A typed answer, or recent passwords.
    case answer
    /// The person refused.
    case refusal
    /// The daemon has no keyboard, or no passwords.
    case nothing
    /// The client has no permission.
    case notAllowed
    /// It is not a valid reply.
    case malformed
  }

  private static let headSize = 5
  private static let size = 4096

  private var memory: SecretMemory
  private var count = 0
  // The bytes to send; their first byte replaces the last byte of the head.
  private var outgoing: Range<Int>?

  /// No byte has been received.
  package init() throws(SystemError) {
    memory = try SecretMemory(size: SecretReply.size)
  }

  /// Reads the available bytes.
  package mutating func read(_ descriptor: borrowing FileDescriptor) throws(SystemError) -> Transfer
  {
    let transfer = try memory.read(descriptor, into: count..<SecretReply.size)
    if case .bytes(let more) = transfer { count += more }
    return transfer
  }

  /// The content of the bytes so far.
  package var content: Content {
    guard count > 0 else { return .unfinished }
    switch memory[0] {
    case 0x05: return .nothing
    case 0x15: return .notAllowed
    case 0x02, 0x09:
      guard count >= SecretReply.headSize else { return .unfinished }
      guard answerSize <= SecretReply.size - SecretReply.headSize else { return .malformed }
      guard count >= SecretReply.headSize + answerSize else { return .unfinished }
      // A single byte 03 is Control-C.
      let isRefusal = memory[0] == 2 && answerSize == 1 && memory[SecretReply.headSize] == 3
      return isRefusal ? .refusal : .answer
    default: return .malformed
    }
  }

  private var answerSize: Int {
    (1...4).reduce(0) { $0 | Int(memory[$1]) << (8 * ($1 - 1)) }
  }

  /// Sends `+` and the answer to a socket, or `-` for a refusal; call it again after a failure.
  package mutating func pass(to socket: String) throws(SystemError) {
    let range = outgoing ?? prepared()
    outgoing = range
    try DatagramNotify(to: Array(socket.utf8).span).send(memory.bytes.extracting(range))
  }

  private mutating func prepared() -> Range<Int> {
    let isAnswer = content == .answer
    let end = SecretReply.headSize + (isAnswer ? answerSize : 0)
    let start = SecretReply.headSize - 1
    memory[start] = isAnswer ? UInt8(ascii: "+") : UInt8(ascii: "-")
    return start..<end
  }

  /// Wipes all of it.
  package mutating func clear() {
    memory.wipe(0..<SecretReply.size)
    count = 0
    outgoing = nil
  }
}
