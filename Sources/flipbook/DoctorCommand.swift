// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import Doctor
import ToolSupport
import ArgumentParser

/// `flipbook doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Report which displays Flipbook would use on this machine, and why no others.",
    discussion: """
      Looks at all display devices without driving them, at the kernel's command line and at the \
      daemon. Run it as the user who runs the daemon. The exit status is 0 if something would be \
      shown, and 1 otherwise.
      """)

  @Flag(help: "As one JSON object.")
  var json = false

  @OptionGroup var connection: SocketOptions

  func run() throws {
    let report = MachineInspector.report(socket: connection.path, timeout: connection.timeout)
    try Files.say(json ? report.json.text() + "\n" : report.text)
    if report.litNames.isEmpty { throw ExitCode(1) }
  }
}
