// SPDX-License-Identifier: Apache-2.0

import Linux

/// The files and terminal settings that a killed daemon has left behind.
package enum Leftovers {
  /// Removes its PID file, and restores the active terminal.
  ///
  /// Does nothing while a daemon runs: the terminal is that daemon's. Succeeds also when there was
  /// nothing to do.
  package static func remove(_ options: borrowing Options) -> ExitStatus {
    if ListeningSockets.isHeld(options) { return .success }
    let path = options.protocols.pidFile ?? Path("/run/plymouth/pid")
    if let number = PIDFile.number(in: path) {
      if let process = RunningProcess(number), ListeningSockets.isSplash(process) {
        return .success
      }
      PIDFile.remove(path)
    }
    if let shown = VirtualTerminal.active() {
      _ = VirtualTerminal.restore(shown)
      TerminalKeyboard.repair(shown)
    }
    if case .given(let terminal) = options.protocols.keyboard { TerminalKeyboard.repair(terminal) }
    return .success
  }
}
