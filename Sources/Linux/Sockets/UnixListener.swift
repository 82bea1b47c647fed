// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A Unix stream socket that others connect to.
///
/// Its file is removed when it goes, unless somebody has put another in its place.
@usableFromInline
package struct UnixListener: ~Copyable, Sendable {
  /// The socket, to poll: readable when somebody waits to be accepted.
  package let descriptor: FileDescriptor
  private let address: Path
  private let inode: UInt64

  /// Listens at a path, or after `@` at a name in the abstract namespace.
  ///
  /// A socket file that nobody listens at any more is replaced; a living one, or any other kind of
  /// file, is left alone: `EADDRINUSE`. The file has the given permissions from its first moment.
  /// A padded abstract name is followed by zeros to the longest length, as old programs have it.
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

  /// Takes over a socket that listens already, such as one that the service manager has opened.
  ///
  /// Its file stays when this goes. Those who connect from now on see this process at its other end,
  /// not the one that made it. `ENOTSOCK` for anything else.
  package init(adopting number: CInt, backlog: Int = 128) throws(SystemError) {
    descriptor = try UnixListener.adopted(number, backlog)
    address = Path("@")
    inode = 0
  }

  /// Gives the socket's file to a group; an abstract name has no file, and nothing happens.
  ///
  /// `EEXIST` where something else has come in its place, which is left alone.
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
    // Without the check a successor that has already bound the same path would lose its file.
    let path = address
    let ours = inode
    unsafe path.bytes.withUnsafeBufferPointer { name in
      if unsafe cl_unix_inode(name.baseAddress, name.count) == ours {
        // Where it cannot be removed it stays, as an abandoned socket that the next one replaces.
        _ = unsafe cl_unix_unlink(name.baseAddress, name.count)
      }
    }
  }

  /// Takes the next connection, if somebody waits; it is nonblocking.
  ///
  /// Corresponds to `accept4`.
  package func accept() throws(SystemError) -> UnixStream? {
    let number = descriptor.number
    do {
      let client = try retrying(.accept) { cl_unix_accept(number) }
      return UnixStream(adopting: FileDescriptor(adopting: client))
    } catch {
      // Who has given up before being accepted is as good as nobody.
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
    // Again: the kernel notes who listens (SO_PEERCRED) with each call.
    _ = try retrying(.listen) { cl_unix_listen(number, CInt(backlog)) }
    return descriptor
  }

  private static func bind(
    _ socket: borrowing FileDescriptor, to address: Span<UInt8>, mode: UInt32, isPadded: Bool
  ) throws(SystemError) {
    let number = socket.number
    try unsafe address.withUnsafeBufferPointer { name throws(SystemError) in
      // The kernel takes a socket's own permissions for its file, less the process's mask
      // (unix_bind_bsd): it never has too many, and no other file is changed.
      _ = try retrying(.bind) { fchmod(number, mode) }
      _ = try retrying(.bind) {
        unsafe cl_unix_bind_as(number, name.baseAddress, name.count, isPadded ? 1 : 0)
      }
      do throws(SystemError) {
        _ = try retrying(.bind) { unsafe cl_unix_unmask(name.baseAddress, name.count, mode) }
      } catch {
        // Nobody else would remove the file that was made just now.
        _ = unsafe cl_unix_unlink(name.baseAddress, name.count)
        throw error
      }
    }
  }

  /// The credentials of the process that listens on an address, as the kernel reports them to clients.
  ///
  /// `ECONNREFUSED` where nobody does; `EAGAIN` where so many wait that it cannot be found out.
  package static func holder(
    of address: Span<UInt8>, isPadded: Bool = false
  ) throws(SystemError) -> PeerCredentials {
    try UnixStream(connectingTo: address, isPadded: isPadded).peer()
  }

  /// Whether there is a socket file with nobody behind it.
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
