// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The signals of a virtual terminal, for a library in a process with threads of its own.
///
/// `SignalDescriptor` needs the signals to be blocked in all threads. Here a handler writes each signal to a pipe, whichever
/// thread it interrupts. There is at most one at a time in a process. Destroy the terminal first: its signals would end the
/// process otherwise.
@usableFromInline
package struct TerminalSignals: ~Copyable {
  /// The descriptor to poll: readable when a signal has come.
  package let descriptor: FileDescriptor
  /// The end that the handler writes to.
  private let writer: FileDescriptor

  /// Installs the handlers; `EBUSY` where there are some already.
  package init() throws(SystemError) {
    var ends: (CInt, CInt) = (-1, -1)
    // The addresses are of locals, valid during the call.
    _ = try retrying(.signals) { unsafe cl_terminal_signals_open(&ends.0, &ends.1) }
    descriptor = FileDescriptor(adopting: ends.0)
    writer = FileDescriptor(adopting: ends.1)
  }

  deinit { cl_terminal_signals_close() }

  /// The next signal, if any, as a set of one.
  package func next() -> Signals? {
    let number = cl_terminal_signals_read(descriptor.number)
    return number > 0 ? Signals(rawValue: 1 << UInt64(number)) : nil
  }
}
