// SPDX-License-Identifier: Apache-2.0

import CLinux

extension UnixStream {
  /// Connects to a listener; waits while its backlog is full, and throws `EAGAIN` after the given time.
  ///
  /// A full backlog does not mean that the listener is gone: other clients may have been quicker. A
  /// padded abstract name is followed by zeros to the longest length, as in old programs.
  package init(
    connectingTo address: Span<UInt8>, isPadded: Bool = false, waitingNanoseconds: Int64
  ) throws(SystemError) {
    let socket = FileDescriptor(adopting: try retrying(.socket) { cl_unix_socket(0) })
    let number = socket.number
    try unsafe address.withUnsafeBufferPointer { name throws(SystemError) in
      _ = try retrying(.connect) {
        unsafe cl_unix_connect_waiting(
          number, name.baseAddress, name.count, isPadded ? 1 : 0, waitingNanoseconds)
      }
    }
    self.init(adopting: socket)
  }

  /// Whether root or the user of this process is at the other end.
  ///
  /// Any user can listen at a free abstract name, and must not receive what is meant for a splash.
  package var hasTrustedPeer: Bool {
    guard let peer = try? peer() else { return false }
    return peer.userID == 0 || peer.userID == geteuid()
  }
}
