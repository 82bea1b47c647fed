// SPDX-License-Identifier: Apache-2.0

import CLinux

/// One end of a nonblocking connection between two processes.
package struct UnixStream: ~Copyable, Sendable {
  /// The socket, to poll.
  package let descriptor: FileDescriptor

  /// Takes over a connected, nonblocking stream socket.
  package init(adopting descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Connects to a listener at a path, or after `@` to a name in the abstract namespace.
  ///
  /// A padded abstract name is followed by zeros to the longest length. `EAGAIN` while the listener's
  /// backlog is full.
  package init(connectingTo address: Span<UInt8>, isPadded: Bool = false) throws(SystemError) {
    let socket = FileDescriptor(adopting: try retrying(.socket) { cl_unix_socket(0) })
    let number = socket.number
    try unsafe address.withUnsafeBufferPointer { name throws(SystemError) in
      _ = try retrying(.connect) {
        unsafe cl_unix_connect_as(number, name.baseAddress, name.count, isPadded ? 1 : 0)
      }
    }
    descriptor = socket
  }

  /// A connected pair.
  package static func pair() throws(SystemError) -> StreamPair {
    var first: CInt = -1
    var second: CInt = -1
    // Both addresses are of locals, valid during the call.
    _ = try retrying(.socket) { unsafe cl_unix_pair(&first, &second) }
    return StreamPair(
      first: UnixStream(adopting: FileDescriptor(adopting: first)),
      second: UnixStream(adopting: FileDescriptor(adopting: second)))
  }

  /// The credentials of the other end, as the kernel recorded them at connect time.
  ///
  /// Corresponds to `SO_PEERCRED`.
  package func peer() throws(SystemError) -> PeerCredentials {
    var peer = cl_credentials()
    let number = descriptor.number
    _ = try retrying(.credentials) { unsafe cl_peer(number, &peer) }
    return PeerCredentials(processID: peer.process, userID: peer.user, groupID: peer.group)
  }

  /// Whether the peer process is in this process's namespaces.
  ///
  /// This is read from `/proc`. Where there is no `/proc`, the result is `here`.
  package func origin(of peer: PeerCredentials) -> PeerOrigin {
    let answer = cl_is_peer_neighbour(descriptor.number, peer.processID)
    return answer < 0 ? .gone : answer == 0 ? .elsewhere : .here
  }

  /// Whether a group is among the other end's supplementary groups.
  ///
  /// False before Linux 4.13, which does not report them. Corresponds to `SO_PEERGROUPS`.
  package func peerIsMember(ofGroup group: UInt32) -> Bool {
    cl_peer_is_member(descriptor.number, group) != 0
  }

  /// Reads the available bytes, up to the size of the buffer; a descriptor that comes along is
  /// closed.
  package func receive(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Transfer {
    try descriptor.read(into: &buffer)
  }

  /// Returns the descriptor and gives it up.
  package consuming func takeDescriptor() -> FileDescriptor { descriptor }

  /// Sends as many bytes as fit now; never raises `SIGPIPE`.
  package func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer {
    try UnixStream.send(bytes, over: descriptor)
  }

  /// Sends as many bytes as fit now over a socket; never raises `SIGPIPE`.
  package static func send(
    _ bytes: Span<UInt8>, over descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> Transfer {
    let number = descriptor.number
    return try unsafe bytes.withUnsafeBytes { bytes throws(SystemError) in
      let start = bytes.baseAddress
      let count = bytes.count
      return try Transfer.writing(.send) { unsafe cl_send(number, start, count) }
    }
  }

  /// Sends bytes, at least one, and a descriptor with the first of them.
  ///
  /// When it returns `bytes`, the descriptor has been sent, even if not all bytes have. Corresponds
  /// to `SCM_RIGHTS`.
  package func send(
    _ bytes: Span<UInt8>, passing passed: borrowing FileDescriptor
  ) throws(SystemError) -> Transfer {
    try UnixStream.send(bytes, passing: passed, over: descriptor)
  }

  /// Sends bytes over a socket, at least one, and a descriptor with the first of them.
  package static func send(
    _ bytes: Span<UInt8>, passing passed: borrowing FileDescriptor,
    over descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> Transfer {
    precondition(!bytes.isEmpty, "A descriptor needs a byte to travel with.")
    let number = descriptor.number
    let passedNumber = passed.number
    return try unsafe bytes.withUnsafeBytes { bytes throws(SystemError) in
      let start = bytes.baseAddress
      let count = bytes.count
      return try Transfer.writing(.send) {
        unsafe cl_send_descriptor(number, start, count, passedNumber)
      }
    }
  }

  /// Reads the available bytes, and receives a descriptor that comes along.
  package func receiveWithDescriptor(
    into buffer: inout MutableSpan<UInt8>
  ) throws(SystemError) -> Received {
    let number = descriptor.number
    var passed: CInt = -1
    let transfer = try unsafe buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      let start = bytes.baseAddress
      let count = bytes.count
      return try Transfer.reading(.receive, asked: count) {
        unsafe cl_receive_descriptor(number, start, count, &passed)
      }
    }
    return Received(
      transfer: transfer, descriptor: passed < 0 ? nil : FileDescriptor(adopting: passed))
  }
}

/// The result of one read of a stream.
package struct Received: ~Copyable, Sendable {
  /// The number of bytes.
  package let transfer: Transfer
  /// The descriptor that came along, if any.
  package var descriptor: FileDescriptor?

  /// Returns the descriptor.
  package consuming func takeDescriptor() -> FileDescriptor? { descriptor }
}

/// Two ends of one connection.
package struct StreamPair: ~Copyable, Sendable {
  /// One end.
  package var first: UnixStream
  /// The other end.
  package var second: UnixStream
}

/// The credentials of the other end of a connection.
package struct PeerCredentials: Equatable, Sendable {
  /// The process that connected.
  package let processID: Int32
  /// Its effective user.
  package let userID: UInt32
  /// Its effective group.
  package let groupID: UInt32
}

/// The namespaces of a process, compared with the program's own.
package enum PeerOrigin: Sendable {
  /// In the same PID and user namespaces.
  case here
  /// In a PID or user namespace of its own, as in a container.
  case elsewhere
  /// It has ended, so that its namespaces are unknown.
  case gone
}
