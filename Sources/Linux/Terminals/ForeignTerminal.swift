// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A virtual terminal that another program has put into process-controlled mode, as compositors do.
///
/// Corresponds to `VT_GETMODE` and `VT_GETSTATE`.
package struct ForeignTerminal: ~Copyable {
  private let descriptor: FileDescriptor

  /// The terminal's state.
  package enum State: Sendable {
    /// No other program controls it.
    case free
    /// Another program controls it, and it is active.
    case active
    /// Another program controls it, and another terminal is active.
    case left
  }

  /// Opens a terminal; nil where that fails.
  package init?(opening path: borrowing Path) {
    let number = unsafe path.withCString { name in unsafe cl_terminal_open(name) }
    if number < 0 { return nil }
    descriptor = FileDescriptor(adopting: number)
  }

  /// The terminal's state now.
  package var state: State {
    var mode = vt_mode()
    // The address is of a local, valid during the call.
    guard unsafe cl_terminal_mode(descriptor.number, &mode) == 0, mode.mode == CChar(VT_PROCESS)
    else { return .free }
    let shown = cl_terminal_shown(descriptor.number)
    return shown < 0 || shown == cl_terminal_number(descriptor.number) ? .active : .left
  }
}
