// SPDX-License-Identifier: Apache-2.0

internal import Linux

/// A command of `flipbookctl`.
package enum NativeCommand: UInt8 {
  case progress, message, eta, start, done, fail, reset
  case status, subscribe, hasActiveTerminal, deactivate, reactivate, quit

  /// The command of a word.
  init?(_ word: Span<UInt8>) {
    var number: UInt8 = 0
    while let command = NativeCommand(rawValue: number) {
      if word.isEqual(to: command.name) {
        self = command
        return
      }
      number += 1
    }
    return nil
  }

  /// The word, which is also the daemon's.
  package var name: StaticString {
    switch self {
    case .progress: "progress"
    case .message: "message"
    case .eta: "eta"
    case .start: "start"
    case .done: "done"
    case .fail: "fail"
    case .reset: "reset"
    case .status: "status"
    case .subscribe: "subscribe"
    case .hasActiveTerminal: "has-active-terminal"
    case .deactivate: "deactivate"
    case .reactivate: "reactivate"
    case .quit: "quit"
    }
  }

  /// The most arguments that it takes.
  var argumentLimit: Int {
    switch self {
    case .progress, .eta: 1
    case .message: .max
    default: 0
    }
  }
}
