// SPDX-License-Identifier: Apache-2.0

import Control
import Motion
import Linux

extension TerminalKeyboard {
  /// Passes typed bytes on to the clients; false where the terminal has been hung up.
  func pass(to clients: inout ClientTable, from source: Int, at now: Instant) -> Bool {
    var hasEscape = false
    return pass(to: &clients, from: source, escape: &hasEscape, at: now)
  }

  /// The same; `hasEscape` is set where the escape key was pressed, which is not passed on.
  ///
  /// A virtual terminal sends the whole sequence of a function key at once, so that ESC as the last byte is
  /// that key.
  func pass(
    to clients: inout ClientTable, from source: Int, escape hasEscape: inout Bool, at now: Instant
  ) -> Bool {
    var buffer = InlineArray<64, UInt8>(repeating: 0)
    var space = buffer.mutableSpan
    defer {
      var typed = buffer.mutableSpan
      typed.wipe()
    }
    do throws(SystemError) {
      switch try descriptor.read(into: &space) {
      case .bytes(let count):
        let isEscape = count < buffer.count && buffer[count - 1] == 0x1B
        if isEscape { hasEscape = true }
        for index in 0..<(isEscape ? count - 1 : count) {
          clients.type(buffer[index], from: source, at: now)
        }
      case .wouldBlock: break
      case .end: return false
      }
      return true
    } catch {
      return error.isTransient
    }
  }
}
