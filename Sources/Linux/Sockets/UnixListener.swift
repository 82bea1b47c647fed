// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A listening Unix stream socket.
///
/// `deinit` removes its file, unless another file has replaced it.
@usableFromInline
package struct UnixListener: ~Copyable, Sendable {
  /// The socket, to poll: readable when a connection waits to be accepted.
  package let descriptor: FileDescriptor
  private let address: Path
  private let inode: UInt64

  /// Listens at a path, or after `@` at a name in the abstract namespace.
  ///
  /// A socket file without a listener is replaced. A socket with one, or any other kind of file, is
  /// left alone: `EADDRINUSE`. The file has the given permissions from its first moment. A padded
  /// abstract name is followed by zeros to the longest length, as in old programs.
  package init(
    at address: Span<UInt8>, mode: UInt32, backlog: Int = 16, isPadded: Bool = false
  ) throws(SystemError) {
    let path = try Path(address)
    let socket = FileDescriptor(adopting: try retrying(.socket) { cl_unix_socket(0) })
    do {
      try UnixListener.bind(socket, to: address, mode: mode, isPadded: isPadded)
    } catch {
      guard error.errno == EADDRINUSE, UnixListener.isAbandoned(address) else { throw error }
      try UnixListener.remove(address)
      try UnixListener.bind(socket, to: address, mode: mode, isPadded: isPadded)
    }
    let number = socket.number
    do throws(SystemError) {
      _ = try retrying(.listen) { cl_unix_listen(number, CInt(backlog)) }
    } catch {
      try? UnixListener.remove(address)
      throw error
    }
    inode = unsafe address.withUnsafeBufferPointer { name in
      unsafe cl_unix_inode(name.baseAddress, name.count)
    }
    self.address = path
    descriptor = socket
  }

  /// Takes over a socket that listens already, such as one from the service manager.
  ///
  /// Its file stays after `deinit`. New clients see this process at the other end, not the creator.
  /// `ENOTSOCK` for anything else.
  package init(adopting number: CInt, backlog: Int = 128) throws(SystemError) {
    descriptor = try UnixListener.adopted(number, backlog)
    address = Path("@")
    inode = 0
  }

  /// Gives the socket's file to a group; an abstract name has no file, and nothing happens.
  ///
  /// `EEXIST` where another file has replaced it; that file is left alone.
  package func give(toGroup group: UInt32) throws(SystemError) {
    let path = address
    try unsafe path.bytes.withUnsafeBufferPointer { name throws(SystemError) in
      _ = try retrying(.configure) {
        unsafe cl_unix_give_group(name.baseAddress, name.count, group)
      }
    }
  }

  deinit {
    guard inode != 0 else { return }
    // The check keeps the file of a successor that has already bound the same path.
    let path = address
    let ours = inode
    unsafe path.bytes.withUnsafeBufferPointer { name in
      if unsafe cl_unix_inode(name.baseAddress, name.count) == ours {
        // A file that cannot be removed stays: the next listener replaces a socket without one.
        _ = unsafe cl_unix_unlink(name.baseAddress, name.count)
      }
    }
  }

  /// Accepts the next connection, if one waits; it is nonblocking.
  ///
  /// Corresponds to `accept4`.
  package func accept() throws(SystemError) -> UnixStream? {
    let number = descriptor.number
    do {
      let client = try retrying(.accept) { cl_unix_accept(number) }
      return UnixStream(adopting: FileDescriptor(adopting: client))
    } catch {
      // A client that has disconnected before it was accepted is ignored.
      if error.errno == EAGAIN || error.errno == ECONNABORTED { return nil }
      throw error
    }
  }

  private static func adopted(
    _ number: CInt, _ backlog: Int
  ) throws(SystemError) -> FileDescriptor {
    guard cl_is_unix_listener(number) != 0 else { throw SystemError(.socket, errno: ENOTSOCK) }
    let descriptor = FileDescriptor(adopting: number)
    _ = try retrying(.configure) { cl_set_close_on_exec(number) }
    try descriptor.setNonblocking()
    // Again: the kernel records the listening process (SO_PEERCRED) at each call.
    _ = try retrying(.listen) { cl_unix_listen(number, CInt(backlog)) }
    return descriptor
  }

  private static func bind(
    _ socket: borrowing FileDescriptor, to address: Span<UInt8>, mode: UInt32, isPadded: Bool
  ) throws(SystemError) {
    let number = socket.number
    try unsafe address.withUnsafeBufferPointer { name throws(SystemError) in
      // The kernel copies a socket's own permissions to its file, less the process's umask
      // (unix_bind_bsd). So the file never has too many, and no other file is changed.
      _ = try retrying(.bind) { fchmod(number, mode) }
      _ = try retrying(.bind) {
        unsafe cl_unix_bind_as(number, name.baseAddress, name.count, isPadded ? 1 : 0)
      }
      do throws(SystemError) {
        _ = try retrying(.bind) { unsafe cl_unix_unmask(name.baseAddress, name.count, mode) }
      } catch {
        // No other code would remove the file that was created just now.
        _ = unsafe cl_unix_unlink(name.baseAddress, name.count)
        throw error
      }
    }
  }

  /// The credentials of the process that listens on an address, as the kernel reports them to clients.
  ///
  /// `ECONNREFUSED` where none listens; `EAGAIN` where the backlog is full, so that it is unknown.
  package static func holder(
    of address: Span<UInt8>, isPadded: Bool = false
  ) throws(SystemError) -> PeerCredentials {
    try UnixStream(connectingTo: address, isPadded: isPadded).peer()
  }

  /// Whether there is a socket file without a listener.
  private static func isAbandoned(_ address: Span<UInt8>) -> Bool {
    do {
      _ = try UnixStream(connectingTo: address)
      return false
    } catch {
      return error.errno == ECONNREFUSED
    }
  }

  private static func remove(_ address: Span<UInt8>) throws(SystemError) {
    try unsafe address.withUnsafeBufferPointer { name throws(SystemError) in
      _ = try retrying(.bind) { unsafe cl_unix_unlink(name.baseAddress, name.count) }
    }
  }
}
