// SPDX-License-Identifier: Apache-2.0

import Text

/// An option of Plymouth's client, before any command or of one; those of `change-mode` are in `MachineMode`.
package enum PlymouthOption: Int, Keyword {
  // Options with a value come first; see `takesValue`.
  case newRoot, ignoreKeystroke, update
  case progress, status, newRootDirectory, command, prompt, numberOfTries, text, keys
  case help, debug, splashPluginPath, quit, ping, hasActiveTerminal, systemInitialized
  case showSplash, hideSplash, askForPassword, details, wait
  case readWrite, dontPauseProgress, retainSplash

  /// The names without their dashes.
  package static var words: StaticString {
    """
    newroot ignore-keystroke update \
    progress status new-root-dir command prompt number-of-tries text keys \
    help debug get-splash-plugin-path quit ping has-active-vt sysinit \
    show-splash hide-splash ask-for-password details wait \
    read-write dont-pause-progress retain-splash
    """
  }

  /// The option of a name without its dashes, before any command (nil) or of a command.
  init?(_ name: Span<UInt8>, of command: PlymouthCommand?) {
    guard let option = PlymouthOption(name), option.belongs(to: command) else { return nil }
    self = option
  }

  /// Whether it has a value, after `=` or in the next word.
  var takesValue: Bool { rawValue <= PlymouthOption.keys.rawValue }

  private func belongs(to command: PlymouthCommand?) -> Bool {
    switch self {
    case .newRoot, .ignoreKeystroke, .update, .help, .debug, .splashPluginPath, .quit, .ping,
      .hasActiveTerminal, .systemInitialized, .showSplash, .hideSplash, .askForPassword, .details,
      .wait:
      command == nil
    case .progress: command == .systemUpdate
    case .status: command == .update
    case .newRootDirectory, .readWrite: command == .updateRootFS
    case .command:
      command == .askForPassword || command == .askQuestion || command == .watchKeystroke
    case .prompt, .dontPauseProgress: command == .askForPassword || command == .askQuestion
    case .numberOfTries: command == .askForPassword
    case .text: command == .displayMessage || command == .hideMessage
    case .keys: command == .watchKeystroke || command == .ignoreKeystroke
    case .retainSplash: command == .quit
    }
  }
}
