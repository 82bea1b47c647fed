// SPDX-License-Identifier: Apache-2.0

import Followers
import Installers
import ToolSupport
import CLinux
import FlipbookClient
import Foundation
import Linux
import Testing

/// The built tool follows an installer and reports to the built daemon, with its output in memory.
final class EndToEndRun {
  /// What the daemon was seen to show.
  private(set) var targets: [Percentage] = []
  /// The daemon's last answer.
  private(set) var status = DaemonStatus("")

  private let daemon: DaemonProcess
  private let tool = Process()
  private let socket: String
  private let record: String

  /// Starts both; the tool's arguments get the daemon's socket added behind the first `words`.
  init(_ name: String, _ command: [String], _ rest: [String] = []) throws {
    socket = DaemonProcess.socketPath("run-\(name)")
    record = "/tmp/flipbook-\(getpid())-\(name).timeline"
    daemon = try DaemonProcess([
      "--output", "memory:64x64", "--animation", "ring", "--socket", socket, "--no-stdin",
    ])
    _ = try TestClient(path: socket).ask("status")
    tool.executableURL = try EndToEndRun.program("flipbook")
    tool.arguments = command + ["--socket", socket, "--record", record] + rest
    tool.standardInput = FileHandle.nullDevice
    tool.standardOutput = FileHandle.nullDevice
    try tool.run()
  }

  deinit {
    if tool.isRunning { kill(tool.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(atPath: record)
  }

  /// A program that was built beside the tests.
  static func program(_ name: String) throws -> URL {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name)
  }

  /// Watches the daemon until the tool has ended, and gives the tool's exit status; `meanwhile` is
  /// done in between.
  func watch(meanwhile: () throws -> Void = {}) throws -> Int32 {
    let client = try TestClient(path: socket)
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    while tool.isRunning {
      try #require(MonotonicClock.nanoseconds < end, "it does not end: \(status)")
      try meanwhile()
      try look(client)
      usleep(2000)
    }
    tool.waitUntilExit()
    try look(client)
    return tool.terminationStatus
  }

  /// Waits until the tool has ended, whatever the daemon does, and gives its exit status.
  func waitForTool() throws -> Int32 {
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    while tool.isRunning {
      try #require(MonotonicClock.nanoseconds < end, "it does not end")
      usleep(10_000)
    }
    tool.waitUntilExit()
    return tool.terminationStatus
  }

  func sendToDaemon(_ signal: Int32) { daemon.send(signal) }

  private func look(_ client: borrowing TestClient) throws {
    status = DaemonStatus(String(try client.ask("status").dropFirst(3)))
    if let target = status["target"], let percentage = Percentage(target) {
      targets.append(percentage)
    }
  }

  /// What the daemon was sent, without the times.
  func sentCommands() throws -> [String] {
    try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n").map { line in
      String(line.drop { $0 != " " }.dropFirst())
    }
  }

  /// The overall progress that was sent.
  func overall() throws -> [Percentage] {
    try sentCommands().filter { $0.hasPrefix("progress ") }.compactMap {
      Percentage($0.dropFirst(9))
    }
  }

  /// Whether the shown and the sent progress only grows and is below 100 before the end.
  func isForward() throws -> Bool {
    let overall = try overall()
    return zip(targets, targets.dropFirst()).allSatisfy { $0 <= $1 }
      && zip(overall, overall.dropFirst()).allSatisfy { $0 < $1 }
      && overall.allSatisfy { $0 < .hundred } && !overall.isEmpty
  }

  /// Whether it has ended at exactly 100, which was sent last.
  func isWhole() throws -> Bool {
    let last = try sentCommands().last
    let isWhole = status["target"] == "100.00" && targets.last == .hundred && last == "done"
    if !isWhole { Issue.record("\(status.fields), sent \(last ?? "nothing")") }
    return isWhole
  }
}
