// SPDX-License-Identifier: Apache-2.0

internal import Linux

/// A command of Plymouth's client.
package enum PlymouthCommand: UInt8 {
  case changeMode, systemUpdate, update, updateRootFS, showSplash, hideSplash
  case askForPassword, askQuestion, displayMessage, hideMessage, watchKeystroke, ignoreKeystroke
  case pauseProgress, unpauseProgress, reportError, deactivate, reactivate, reload, quit

  /// The command of a word.
  init?(_ word: Span<UInt8>) {
    var number: UInt8 = 0
    while let command = PlymouthCommand(rawValue: number) {
      if word.isEqual(to: command.name) {
        self = command
        return
      }
      number += 1
    }
    guard word.isEqual(to: "message") else { return nil }
    self = .displayMessage
  }

  /// The word.
  package var name: StaticString {
    switch self {
    case .changeMode: "change-mode"
    case .systemUpdate: "system-update"
    case .update: "update"
    case .updateRootFS: "update-root-fs"
    case .showSplash: "show-splash"
    case .hideSplash: "hide-splash"
    case .askForPassword: "ask-for-password"
    case .askQuestion: "ask-question"
    case .displayMessage: "display-message"
    case .hideMessage: "hide-message"
    case .watchKeystroke: "watch-keystroke"
    case .ignoreKeystroke: "ignore-keystroke"
    case .pauseProgress: "pause-progress"
    case .unpauseProgress: "unpause-progress"
    case .reportError: "report-error"
    case .deactivate: "deactivate"
    case .reactivate: "reactivate"
    case .reload: "reload"
    case .quit: "quit"
    }
  }
}
