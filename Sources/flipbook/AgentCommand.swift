// SPDX-License-Identifier: Apache-2.0

import Agent
import ArgumentParser

/// `flipbook agent`.
struct AgentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: "Have the daemon ask for the passwords that systemd's units want.",
    discussion: """
      Answers the requests in systemd's folder, as systemd-tty-ask-password-agent does, by the \
      daemon's prompt: over Plymouth's socket, so as root. Ends at a signal. Needless where \
      systemd-ask-password-plymouth.path does the same, for which flipbookd's --pid-file has to be \
      /run/plymouth/pid.
      """)

  @Option(help: ArgumentHelp("Where the requests are.", valueName: "PATH"))
  var folder = "/run/systemd/ask-password"

  func run() throws {
    var agent = try PasswordAgent(folder: folder)
    try agent.run()
  }
}
