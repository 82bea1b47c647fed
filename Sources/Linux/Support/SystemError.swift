// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A failed system call: the operation and the errno.
package struct SystemError: Error, Equatable, Sendable {
  /// The kind of call.
  package enum Operation: Equatable, Sendable {
    case open, read, write, duplicate, configure, map, poll
    case timer, signals, memoryFile, terminal, framebuffer
    case path, socket, bind, listen, accept, connect, send, receive, credentials
  }

  /// The kernel's errno.
  // First, so that a register that returns both needs no mask.
  package let errno: CInt

  /// The operation that failed.
  package let operation: Operation

  /// An error of an operation and its errno.
  package init(_ operation: Operation, errno: CInt) {
    self.operation = operation
    self.errno = errno
  }

  /// Whether the same call may succeed later with nothing else changed.
  package var isTransient: Bool {
    switch errno {
    case EAGAIN, EINTR, EBUSY, ENOBUFS, ENOMEM, EMFILE, ENFILE, ECONNABORTED: true
    default: false
    }
  }

  /// The failure of the last call into the C library.
  package static func last(_ operation: Operation) -> SystemError {
    SystemError(operation, errno: cl_errno())
  }
}

extension SystemError {
  /// Throws the failure of the last call into the C library, unless a signal interrupted it.
  package static func throwLast(_ operation: Operation) throws(SystemError) {
    let error = last(operation)
    if error.errno != EINTR { throw error }
  }
}

/// Repeats a call while a signal interrupts it: the only place that handles `EINTR`.
///
/// Returns the call's result when that is not negative.
package func retrying<Value: FixedWidthInteger & SignedInteger>(
  _ operation: SystemError.Operation, _ call: () -> Value
) throws(SystemError) -> Value {
  while true {
    let value = call()
    if value >= 0 { return value }
    try SystemError.throwLast(operation)
  }
}
