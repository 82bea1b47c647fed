// SPDX-License-Identifier: Apache-2.0

import FlipbookClient
import Foundation
import Glibc
import Testing

/// A program that was built beside the tests.
func program(_ name: String) throws -> URL {
  let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return URL(fileURLWithPath: own).deletingLastPathComponent().appending(path: name)
}

/// A daemon with an output in memory, and a folder for a test.
final class Daemon {
  let folder: URL
  let socket: String
  private let process = Process()

  /// Starts a daemon; it reads passwords from a terminal if there is one.
  init(_ options: String...) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socket = folder.appending(path: "flipbook.sock").path
    process.executableURL = try program("flipbookd")
    process.arguments =
      [
        "--output", "memory:320x240", "--animation", "flow", "--socket", socket, "--no-stdin",
      ] + options
    try process.run()
    try waitUntilItListens()
  }

  private func waitUntilItListens() throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      do throws(DaemonError) {
        var connection = try DaemonConnection(to: socket)
        _ = try connection.status()
        return
      } catch {
        try #require(process.isRunning && ContinuousClock.now < end, "\(error)")
        usleep(10_000)
      }
    }
  }

  /// Ends the process at once.
  func kill() { _ = Glibc.kill(process.processIdentifier, SIGKILL) }

  deinit {
    kill()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
