// SPDX-License-Identifier: Apache-2.0

/// The first byte of a request of Plymouth's protocol: the kind of request.
package enum PlymouthCode: UInt8 {
  /// `P`: check whether the daemon runs.
  case ping = 0x50
  /// `U`: a milestone of the boot, such as a unit's name.
  case update = 0x55
  /// `C`: what the machine is doing; see `MachineMode`.
  case changeMode = 0x43
  /// `u`: the percentage of an update.
  case systemUpdate = 0x75
  /// `S`: the root file system can be written.
  case systemInitialized = 0x53
  /// `R`: the directory that is the root directory from now on.
  case newRoot = 0x52
  /// `$`: show the splash.
  case showSplash = 0x24
  /// `H`: give the display up.
  case hideSplash = 0x48
  /// `*`: ask for a password; the text is its prompt.
  case password = 0x2A
  /// `c`: the recent passwords.
  case cachedPasswords = 0x63
  /// `W`: a question with a visible answer; the text is its prompt.
  case question = 0x57
  /// `M`: a message to show; an empty text hides it.
  case showMessage = 0x4D
  /// `m`: a message to hide.
  case hideMessage = 0x6D
  /// `K`: wait for one key of a set, or for any key without a text.
  case keystroke = 0x4B
  /// `L`: cancels such a watch.
  case ignoreKeystroke = 0x4C
  /// `A`: pause the progress.
  case pauseProgress = 0x41
  /// `a`: continue the progress.
  case unpauseProgress = 0x61
  /// `V`: check whether the splash is on the active virtual terminal.
  case hasActiveTerminal = 0x56
  /// `!`: something has failed.
  case error = 0x21
  /// `D`: give the display up until `r`.
  case deactivate = 0x44
  /// `r`: take the display back.
  case reactivate = 0x72
  /// `Q`: ends the daemon; with a text of the byte 01 the last frame stays.
  case quit = 0x51
  /// `l`: reload the theme.
  case reload = 0x6C
}
