// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import FlipbookClient
import Foundation
import Testing

/// The installer runs in a process of its own, and this process sees what the daemon shows.
@Suite struct InstallerTests {
  private let daemon: Daemon
  private let folder: URL

  init() throws {
    daemon = try Daemon()
    folder = daemon.folder.appending(path: "from")
    for (name, size) in [("a/kernel", 70_000), ("b/firmware", 20_000), ("readme", 10_000)] {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(repeating: 0x41, count: size).write(to: file)
    }
  }

  /// Runs the installer, and returns its exit status and the lines of its standard error.
  private func install(
    from source: URL, socket: String? = nil
  ) throws -> (status: Int32, errors: String) {
    let installer = Process()
    installer.executableURL = try program("installer")
    installer.arguments = [source.path, daemon.folder.appending(path: "to").path]
    installer.environment = ["FLIPBOOK_SOCKET": socket ?? daemon.socket]
    let errors = Pipe()
    installer.standardError = errors
    try installer.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    installer.waitUntilExit()
    return (installer.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test func `files are copied and the display shows it`() throws {
    let updates = try DaemonConnection(to: daemon.socket).subscribe()
    #expect(try install(from: folder) == (0, ""))
    let copied = daemon.folder.appending(path: "to/b/firmware")
    #expect(try Data(contentsOf: copied).count == 20_000)
    var connection = try DaemonConnection(to: daemon.socket)
    let status = try connection.status()
    #expect(status.percent == 100 && status.message == "")
    #expect(status["display"] == "memory" && status["nothing"] == nil)
    try connection.send(.quit(retainsFrame: false))
    var percentages: [Fixed] = []
    for update in updates {
      if let percent = try update.get().percent { percentages.append(percent.value) }
    }
    #expect(percentages.first == 0 && percentages.last == 100)
    #expect(percentages == percentages.sorted())
  }

  @Test func `a failure is shown with its reason`() throws {
    let result = try install(from: daemon.folder.appending(path: "missing"))
    #expect(result.status == 1 && !result.errors.isEmpty)
    var connection = try DaemonConnection(to: daemon.socket)
    let status = try connection.status()
    #expect(status["failed"] == "yes")
    #expect(result.errors == "installer: \(status.message)\n")
    try connection.send(.reset)
    #expect(try connection.status()["failed"] == nil)
  }

  @Test func `without a daemon the files are copied`() throws {
    let result = try install(from: folder, socket: "/nonexistent/flipbook.sock")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "installer: no daemon at /nonexistent/flipbook.sock: no such file or directory; going on without\n"
    )
  }
}
