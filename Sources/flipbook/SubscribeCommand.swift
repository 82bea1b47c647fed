// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import ToolSupport
import ArgumentParser
import FlipbookClient

/// `flipbook subscribe`.
struct SubscribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe",
    abstract: "Print a line for every change of the status, until the daemon ends.",
    discussion: """
      The first line is the present status. Each line is key=value words, the message in double \
      quotes, at most ten lines a second. The last one has state=quitting, when the daemon quits; \
      then the exit status is 0. Without it the daemon was killed, or has disconnected a reader \
      that was too slow, and the exit status is 3.
      """)

  @Flag(help: "A JSON object for each change.")
  var json = false

  @OptionGroup var connection: SocketOptions

  func run() throws {
    for update in try DaemonConnection(connection).subscribe() {
      let status = try update.get()
      let line = json ? status.json : String(copying: status.bytes).escaped
      try Files.say(line + "\n")
    }
  }
}
