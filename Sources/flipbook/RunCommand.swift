// SPDX-License-Identifier: Apache-2.0

import Followers
import Installers
import ToolSupport
import ArgumentParser

/// `flipbook run`: starts an installer and follows it.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a command, show its progress, and end with its exit status.",
    usage: "flipbook run [<options>] -- <command> [<argument> ...]",
    discussion: """
      apt and apt-get are followed by their APT::Status-Fd, dpkg by its --status-fd. Other commands \
      get a NOTIFY_SOCKET, where STATUS= is the message and X_SYSUPDATE_PROGRESS= the progress, as \
      of systemd-sysupdate; without these only their end is known. Shows a failure where the \
      command ends with anything but 0. Without a daemon the command runs all the same.
      """)

  @OptionGroup var follow: FollowOptions

  @Argument(parsing: .captureForPassthrough, help: "The command and its arguments.")
  var command: [String] = []

  func run() throws {
    try refuseOptions()
    let words = command.first == "--" ? Array(command.dropFirst()) : command
    guard !words.isEmpty else { throw ToolError.usage("no command to run") }
    let status = try InstallerRun(
      InstallerCommand(words), model: ProgressModel(showsRemaining: follow.eta)
    ).run(client: follow.client())
    throw ExitCode(status)
  }

  /// Refuses options before `--`: they are for this program, but the parser takes them for the
  /// command's.
  private func refuseOptions() throws {
    switch command.first {
    case "--help", "-h": throw CleanExit.helpRequest(self)
    case "--version": throw CleanExit.message(Tool.configuration.version)
    case .some(let word) where word.hasPrefix("-") && word != "--":
      throw ToolError.usage("unknown option '\(word)'; a command may have options after --")
    default: break
    }
  }
}
