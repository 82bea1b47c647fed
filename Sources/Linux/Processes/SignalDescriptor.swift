// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A set of signals.
package struct Signals: OptionSet, Sendable {
  /// Bit n is the kernel's signal n.
  package let rawValue: UInt64

  /// Takes a mask of the kernel's numbers.
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
  /// Left to the program (`SIGUSR1`).
  package static let user1 = Signals(rawValue: 1 << UInt64(SIGUSR1))
  /// A write to a pipe without a reader (`SIGPIPE`).
  package static let brokenPipe = Signals(rawValue: 1 << UInt64(SIGPIPE))

  /// Has the process ignore the signals from now on; programs that it starts inherit that.
  package func ignore() {
    for number in CInt(1)..<64 where rawValue >> UInt64(number) & 1 == 1 {
      // The kernel refuses only SIGKILL and SIGSTOP, and then nothing changes.
      cl_signal_ignore(number)
    }
  }
}

/// Signals as something to poll and read, instead of handlers that run at any moment.
///
/// While it lives its signals are blocked for the process; afterwards they act as before.
/// Corresponds to `signalfd`.
@usableFromInline
package struct SignalDescriptor: ~Copyable, Sendable {
  /// What to poll: readable when a signal has come.
  package let descriptor: FileDescriptor
  private let signals: Signals

  /// Blocks signals and has them reported here; make it before any other thread starts.
  package init(_ signals: Signals) throws(SystemError) {
    self.signals = signals
    descriptor = FileDescriptor(
      adopting: try retrying(.signals) { cl_signals_open(signals.rawValue) })
  }

  deinit {
    cl_signals_unblock(signals.rawValue)
  }

  /// Takes the next signal, if one has come; a set of one.
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
      // Those of a terminal mean nothing from anybody else.
      if !signals.isTerminal || isFromKernel != 0 { return signals }
    }
  }
}
