// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A set of signals.
package struct Signals: OptionSet, Sendable {
  /// Bit n is the kernel's signal n.
  package let rawValue: UInt64

  /// A set from a mask of the kernel's numbers.
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// A polite request to end (`SIGTERM`).
  package static let terminate = Signals(rawValue: 1 << UInt64(SIGTERM))
  /// Control-C (`SIGINT`).
  package static let interrupt = Signals(rawValue: 1 << UInt64(SIGINT))
  /// The terminal is gone (`SIGHUP`).
  package static let hangUp = Signals(rawValue: 1 << UInt64(SIGHUP))
  /// A child ended (`SIGCHLD`).
  package static let child = Signals(rawValue: 1 << UInt64(SIGCHLD))
  /// For the program's own use (`SIGUSR1`).
  package static let user1 = Signals(rawValue: 1 << UInt64(SIGUSR1))
  /// A write to a pipe without a reader (`SIGPIPE`).
  package static let brokenPipe = Signals(rawValue: 1 << UInt64(SIGPIPE))

  /// Makes the process ignore the signals from now on; its child processes inherit that.
  package func ignore() {
    for number in CInt(1)..<64 where rawValue >> UInt64(number) & 1 == 1 {
      // The kernel refuses only SIGKILL and SIGSTOP, and then nothing changes.
      cl_signal_ignore(number)
    }
  }
}

/// Signals that are polled and read, instead of handlers that run at any moment.
///
/// Its signals are blocked for the process until `deinit`; afterwards they act as before.
/// Corresponds to `signalfd`.
@usableFromInline
package struct SignalDescriptor: ~Copyable, Sendable {
  /// The descriptor to poll: readable when a signal has come.
  package let descriptor: FileDescriptor
  private let signals: Signals

  /// Blocks signals and reports them here; create it before any other thread starts.
  package init(_ signals: Signals) throws(SystemError) {
    self.signals = signals
    descriptor = FileDescriptor(
      adopting: try retrying(.signals) { cl_signals_open(signals.rawValue) })
  }

  deinit {
    cl_signals_unblock(signals.rawValue)
  }

  /// Reads the next signal, if any, as a set of one.
  package func next() throws(SystemError) -> Signals? {
    let number = descriptor.number
    while true {
      var isFromKernel: CInt = 0
      // The address is of a local, valid during the call.
      let signal = try retrying(.signals) {
        unsafe cl_signals_read_origin(number, &isFromKernel)
      }
      if signal == 0 { return nil }
      let signals = Signals(rawValue: 1 << UInt64(signal))
      // The terminal signals count only if the kernel sent them.
      if !signals.isTerminal || isFromKernel != 0 { return signals }
    }
  }
}
