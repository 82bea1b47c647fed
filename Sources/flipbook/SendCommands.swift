// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import Images
import ToolSupport
import ArgumentParser
import Control
import FlipbookClient

/// A subcommand that sends one command to the daemon.
protocol SendCommand: ParsableCommand {
  var connection: SocketOptions { get }

  /// The line for the daemon.
  var line: String { get }
}

extension SendCommand {
  /// Checks the line before it connects, then sends it.
  func run() throws {
    let request: Request
    do {
      request = try Request.parse(Array(line.printable.utf8).span)
    } catch {
      throw ToolError.usage(error.line)
    }
    var daemon = try DaemonConnection(connection)
    try daemon.send(request)
  }
}

/// `flipbook progress`.
struct ProgressCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "progress", abstract: "Report how much is done, or that it is unknown.")

  @Argument(help: "A percentage of 0 or more, such as 42.5, or 'unknown'.")
  var percent: String

  @Option(help: ArgumentHelp("Which of several rings, from the outer one inwards.", valueName: "N"))
  var channel = 1

  @OptionGroup var connection: SocketOptions

  var line: String { channel == 1 ? "progress \(percent)" : "progress/\(channel) \(percent)" }
}

/// `flipbook message`.
struct MessageCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "message", abstract: "Show a line of text; none removes it.")

  @Argument(help: "The text.")
  var text: [String] = []

  @Option(
    help: ArgumentHelp(
      "Which of a theme's messages, 1 to 4; other looks show the first.", valueName: "N"))
  var slot = 1

  @OptionGroup var connection: SocketOptions

  var line: String {
    (slot == 1 ? "message " : "message/\(slot) ") + text.joined(separator: " ")
  }
}

/// `flipbook eta`.
struct EtaCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "eta", abstract: "Report the estimated remaining time, which status prints.")

  @Argument(help: "A number of seconds, or 'unknown'.")
  var seconds: String

  @OptionGroup var connection: SocketOptions

  var line: String { "eta \(seconds)" }
}

/// `flipbook start`.
struct StartCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Report that something begins.")

  @OptionGroup var connection: SocketOptions

  var line: String { "start" }
}

/// `flipbook done`.
struct DoneCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Report that all is done.")

  @OptionGroup var connection: SocketOptions

  var line: String { "done" }
}

/// `flipbook fail`.
struct FailCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "fail", abstract: "Report a failure; only a reset changes what is shown then.")

  @OptionGroup var connection: SocketOptions

  var line: String { "fail" }
}

/// `flipbook reset`.
struct ResetCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Go back to the beginning.")

  @OptionGroup var connection: SocketOptions

  var line: String { "reset" }
}

/// `flipbook mode`.
struct ModeCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "mode", abstract: "Report what the machine is doing.")

  @Argument(
    help: """
      boot-up, shutdown, reboot, updates, system-upgrade, firmware-upgrade or system-reset.
      """)
  var mode: String

  @OptionGroup var connection: SocketOptions

  var line: String { "mode \(mode)" }
}

/// `flipbook details`.
struct DetailsCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "details",
    abstract: "Show the console in place of the splash, or the splash again.")

  @Argument(help: "on or off; without it the other one, as Esc does.")
  var state: String?

  @OptionGroup var connection: SocketOptions

  var line: String { state.map { "details \($0)" } ?? "details" }
}

/// `flipbook has-active-terminal`.
struct HasActiveTerminalCommand: SendCommand {
  static let configuration = CommandConfiguration(
    commandName: "has-active-terminal",
    abstract: "Succeed where the splash is on the active terminal.")

  @OptionGroup var connection: SocketOptions

  var line: String { "has-active-terminal" }
}
