// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import ArgumentParser

/// `flipbook quit`.
struct QuitCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit", abstract: "Have the daemon leave.",
    discussion: """
      With --retain the last frame stays on the display until another program draws there, or until \
      the daemon's --handover-timeout is over; the answer comes then, and --timeout does not count.
      """)

  @Flag(help: "Leave the last frame for the program that draws next.")
  var retain = false

  @OptionGroup var connection: SocketOptions

  var line: String { retain ? "quit --retain" : "quit" }
}

/// `flipbook deactivate`.
struct DeactivateCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "deactivate",
    abstract: "Have the daemon freeze the frame and give the display up.",
    discussion: "When it ends with status 0 another program can take the display.")

  @OptionGroup var connection: SocketOptions

  var line: String { "deactivate" }
}

/// `flipbook reactivate`.
struct ReactivateCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "reactivate", abstract: "Have the daemon take the display back.")

  @OptionGroup var connection: SocketOptions

  var line: String { "reactivate" }
}
