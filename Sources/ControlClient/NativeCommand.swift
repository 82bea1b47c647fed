// SPDX-License-Identifier: Apache-2.0

import Text

/// A command of `flipbookctl`.
package enum NativeCommand: Int, Keyword {
  case progress, message, eta, start, done, fail, reset
  case status, subscribe, hasActiveTerminal, deactivate, reactivate, quit, theme, mode
  case details, waitForFrame, rememberBoot

  /// The words, which are the daemon's too, but for the last two.
  package static var words: StaticString {
    """
    progress message eta start done fail reset \
    status subscribe has-active-terminal deactivate reactivate quit theme mode \
    details wait-for-frame remember-boot
    """
  }

  /// The most arguments of the command.
  var argumentLimit: Int {
    switch self {
    case .progress, .eta, .theme, .mode, .details, .rememberBoot: 1
    case .message: .max
    case .start, .done, .fail, .reset, .status, .subscribe, .hasActiveTerminal, .deactivate,
      .reactivate, .quit, .waitForFrame:
      0
    }
  }
}
