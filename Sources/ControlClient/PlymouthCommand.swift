// SPDX-License-Identifier: Apache-2.0

import Text

/// A command of Plymouth's client.
package enum PlymouthCommand: Int, Keyword {
  case changeMode, systemUpdate, update, updateRootFS, showSplash, hideSplash
  case askForPassword, askQuestion, displayMessage, hideMessage, watchKeystroke, ignoreKeystroke
  case pauseProgress, unpauseProgress, reportError, deactivate, reactivate, reload, quit

  /// The words, without `message`, an alias of `display-message`.
  package static var words: StaticString {
    """
    change-mode system-update update update-root-fs show-splash hide-splash \
    ask-for-password ask-question display-message hide-message watch-keystroke ignore-keystroke \
    pause-progress unpause-progress report-error deactivate reactivate reload quit
    """
  }

  /// The command of a word.
  init?(any word: Span<UInt8>) {
    if word.isEqual(to: "message") { self = .displayMessage } else { self.init(word) }
  }
}
