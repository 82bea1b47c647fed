// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Linux

/// An option of Plymouth's client, before any command or of one.
package enum PlymouthOption: UInt8 {
  // Those that take a value come first; see `takesValue`.
  case newRoot, ignoreKeystroke, update
  case progress, status, newRootDirectory, command, prompt, numberOfTries, text, keys
  case help, debug, splashPluginPath, quit, ping, hasActiveTerminal, systemInitialized
  case showSplash, hideSplash, askForPassword, details, wait
  case bootUp, shutdown, reboot, updates, systemUpgrade, firmwareUpgrade, systemReset
  case readWrite, dontPauseProgress, retainSplash

  /// The option of a name without its dashes, before any command (nil) or of one.
  init?(_ name: Span<UInt8>, of command: PlymouthCommand?) {
    var number: UInt8 = 0
    while let option = PlymouthOption(rawValue: number) {
      if option.belongs(to: command), name.isEqual(to: option.name) {
        self = option
        return
      }
      number += 1
    }
    return nil
  }

  /// Whether a value stands behind `=` or in the next word.
  var takesValue: Bool { rawValue <= PlymouthOption.keys.rawValue }

  /// The name without its dashes.
  package var name: StaticString {
    switch self {
    case .newRoot: "newroot"
    case .ignoreKeystroke: "ignore-keystroke"
    case .update: "update"
    case .progress: "progress"
    case .status: "status"
    case .newRootDirectory: "new-root-dir"
    case .command: "command"
    case .prompt: "prompt"
    case .numberOfTries: "number-of-tries"
    case .text: "text"
    case .keys: "keys"
    case .help: "help"
    case .debug: "debug"
    case .splashPluginPath: "get-splash-plugin-path"
    case .quit: "quit"
    case .ping: "ping"
    case .hasActiveTerminal: "has-active-vt"
    case .systemInitialized: "sysinit"
    case .showSplash: "show-splash"
    case .hideSplash: "hide-splash"
    case .askForPassword: "ask-for-password"
    case .details: "details"
    case .wait: "wait"
    case .bootUp, .shutdown, .reboot, .updates, .systemUpgrade, .firmwareUpgrade, .systemReset:
      PlymouthMode.all[Int(rawValue - PlymouthOption.bootUp.rawValue)].name
    case .readWrite: "read-write"
    case .dontPauseProgress: "dont-pause-progress"
    case .retainSplash: "retain-splash"
    }
  }

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
    case .bootUp, .shutdown, .reboot, .updates, .systemUpgrade, .firmwareUpgrade, .systemReset:
      command == .changeMode
    case .retainSplash: command == .quit
    }
  }
}
