// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import ToolSupport
import ArgumentParser
import FlipbookClient

/// `flipbook status`.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print what the daemon shows and what was reported to it.")

  @Flag(help: "As a JSON object instead of a line for each key.")
  var json = false

  @OptionGroup var connection: SocketOptions

  func run() throws {
    var daemon = try DaemonConnection(connection)
    let status = try daemon.status()
    let lines = status.fields.map { "\($0.key.escaped)=\($0.value.escaped)\n" }
    try Files.say(json ? status.json + "\n" : lines.joined())
  }
}
