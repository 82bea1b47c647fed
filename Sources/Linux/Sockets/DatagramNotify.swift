// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Reports the program's state to a service manager, one datagram per message.
///
/// The address is a path, or a name in the abstract namespace after `@`. Corresponds to `sd_notify`.
package struct DatagramNotify: ~Copyable {
  private let socket: FileDescriptor
  private let address: Path

  /// Creates a sender; nothing is sent yet, and the receiver need not exist.
  package init(to address: Span<UInt8>) throws(SystemError) {
    let path = try Path(address)
    socket = FileDescriptor(adopting: try retrying(.socket) { cl_unix_socket(1) })
    self.address = path
  }

  /// Sends one message, and with it a descriptor unless its number is negative; `EAGAIN` where the
  /// receiver does not keep up.
  ///
  /// Corresponds to `sd_pid_notify_with_fds`.
  package func send(_ message: Span<UInt8>, passing passed: CInt = -1) throws(SystemError) {
    let number = socket.number
    let name = address.bytes
    // Both ranges belong to spans that live through the call.
    try unsafe name.withUnsafeBufferPointer { name throws(SystemError) in
      try unsafe message.withUnsafeBufferPointer { message throws(SystemError) in
        _ = try retrying(.send) {
          unsafe cl_unix_send_to(
            number, name.baseAddress, name.count, message.baseAddress, message.count, passed)
        }
      }
    }
  }
}
