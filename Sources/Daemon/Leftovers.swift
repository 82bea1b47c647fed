// SPDX-License-Identifier: Apache-2.0

import Control
import Linux

/// What a daemon that was killed has left behind.
package enum Leftovers {
  /// Removes its pid file, and puts right the terminal that is shown.
  ///
  /// Does nothing while a daemon lives: the terminal is its own. Also when there was nothing to do it has
  /// succeeded.
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
