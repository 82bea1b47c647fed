// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A request that the kernel refused: what was tried, and the kernel's reason.
package struct SystemError: Error, Equatable, Sendable {
  /// What was tried.
  package enum Operation: Equatable, Sendable {
    case open, read, write, duplicate, configure, map, poll
    case timer, signals, memoryFile, terminal, framebuffer
    case path, socket, bind, listen, accept, connect, send, receive, credentials
  }

  /// Why it failed, as the kernel numbers it.
  // First, so that a register that both come back in has no gap to be masked out.
  package let errno: CInt

  /// What was tried.
  package let operation: Operation

  /// Puts an operation and its errno together.
  package init(_ operation: Operation, errno: CInt) {
    self.operation = operation
    self.errno = errno
  }

  /// Whether the same request may succeed later with nothing else changed.
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
  /// Throws what the last call into the C library failed of, unless a signal interrupted it.
  @inline(never)
  package static func throwLast(_ operation: Operation) throws(SystemError) {
    let error = last(operation)
    if error.errno != EINTR { throw error }
  }
}

/// Repeats a call while a signal interrupts it: the one place that knows of `EINTR`.
///
/// Returns what the call returned when that is not negative.
@inline(__always)
package func retrying<Value: FixedWidthInteger & SignedInteger>(
  _ operation: SystemError.Operation, _ call: () -> Value
) throws(SystemError) -> Value {
  while true {
    let value = call()
    if value >= 0 { return value }
    try SystemError.throwLast(operation)
  }
}
