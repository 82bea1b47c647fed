// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A nonblocking socket that receives datagrams, each with the sender's user ID.
package struct DatagramReceiver: ~Copyable {
  /// The descriptor to poll: readable when there is a message.
  package let descriptor: FileDescriptor

  /// The result of a receive call.
  package enum Message: Equatable, Sendable {
    /// A datagram of this many bytes, from this user.
    case bytes(Int, userID: UInt32)
    /// No datagram is waiting.
    case nothing
  }

  /// Listens at a path, or after `@` at a name in the abstract namespace.
  ///
  /// Every local user can send to an abstract name, so check each sender.
  package init(at name: Span<UInt8>) throws(SystemError) {
    let socket = FileDescriptor(adopting: try retrying(.socket) { cl_unix_socket(1) })
    let number = socket.number
    // Before the bind, so that each message has credentials.
    _ = try retrying(.configure) { cl_pass_credentials(number) }
    // The name's bytes live through the call.
    try unsafe name.withUnsafeBufferPointer { name throws(SystemError) in
      _ = try retrying(.bind) { unsafe cl_unix_bind(number, name.baseAddress, name.count) }
    }
    descriptor = socket
  }

  /// Receives the next message; a longer one than the buffer is cut off.
  ///
  /// Corresponds to `SO_PASSCRED`; a message without credentials counts as from the overflow user.
  package func receive(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Message {
    let number = descriptor.number
    var sender = cl_credentials()
    do {
      // The kernel writes at most `count` bytes at `start`, which the span owns during the call.
      let count = try unsafe buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
        let start = bytes.baseAddress
        let count = bytes.count
        return try retrying(.receive) {
          unsafe cl_receive_credentials(number, start, count, &sender)
        }
      }
      return .bytes(count, userID: sender.process == 0 ? .max : sender.user)
    } catch {
      if error.errno == EAGAIN { return .nothing }
      throw error
    }
  }
}
