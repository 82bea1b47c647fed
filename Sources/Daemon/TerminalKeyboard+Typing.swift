// SPDX-License-Identifier: Apache-2.0

import Control
import Motion
import Linux

extension TerminalKeyboard {
  /// Passes typed bytes on to the clients; false where the terminal has been hung up.
  func pass(to clients: inout ClientTable, from source: Int, at now: Instant) -> Bool {
    var buffer = InlineArray<64, UInt8>(repeating: 0)
    var space = buffer.mutableSpan
    defer {
      var typed = buffer.mutableSpan
      typed.wipe()
    }
    do throws(SystemError) {
      switch try descriptor.read(into: &space) {
      case .bytes(let count):
        for index in 0..<count { clients.type(buffer[index], from: source, at: now) }
      case .wouldBlock: break
      case .end: return false
      }
      return true
    } catch {
      return error.isTransient
    }
  }
}
