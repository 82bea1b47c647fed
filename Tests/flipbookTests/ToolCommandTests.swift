// SPDX-License-Identifier: Apache-2.0

import Foundation
import Linux
import Testing

/// The built tool, telling and asking the built daemon.
@Suite struct ToolCommandTests {
  /// The tool as a process of its own, and its output.
  private final class ToolRun {
    private let process = Process()
    private let output = Foundation.Pipe()
    private let errors = Foundation.Pipe()
    private var begun = Data()

    init(_ arguments: [String]) throws {
      process.executableURL = try EndToEndRun.program("flipbook")
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until it has written something.
    func waitForOutput() { begun += output.fileHandleForReading.availableData }

    /// Waits for its end, and gives its exit status and the lines that it wrote.
    func end() throws -> (status: Int32, lines: [String], errors: String) {
      let written = try begun + (output.fileHandleForReading.readToEnd() ?? Data())
      let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let lines = String(decoding: written, as: UTF8.self).split(separator: "\n").map(String.init)
      return (process.terminationStatus, lines, String(decoding: errorText, as: UTF8.self))
    }
  }

  private func daemon(_ path: String) throws -> DaemonProcess {
    try DaemonProcess(
      ["--output", "memory:64x64", "--animation", "ring", "--socket", path, "--no-stdin"])
  }

  /// Waits until so many clients are connected.
  private func wait(for count: Int, _ client: borrowing TestClient) throws {
    _ = try client.wait(for: "clients=\(count)")
  }

  @Test func `subscribe writes every change up to the daemon's end`() throws {
    let path = DaemonProcess.socketPath("subscribe")
    let daemon = try daemon(path)
    let client = try TestClient(path: path)
    let words = try ToolRun(["subscribe", "--socket", path])
    let objects = try ToolRun(["subscribe", "--json", "--socket", path])
    try wait(for: 3, client)
    #expect(try client.ask(#"message it is "here""#) == "ok")
    #expect(try client.ask("progress 40") == "ok")
    _ = try client.wait(for: "shown=40.00")
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
    let (printed, parsed) = try (words.end(), objects.end())
    #expect(printed.status == 0 && parsed.status == 0)
    #expect(printed.errors.isEmpty && parsed.errors.isEmpty)
    #expect(printed.lines.dropLast().last?.hasPrefix("state=running target=40.00") == true)
    #expect(printed.lines.last?.hasPrefix("state=quitting target=40.00") == true)
    #expect(printed.lines.last?.hasSuffix(#"message="it is \"here\"""#) == true)
    for line in parsed.lines {
      _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }
    #expect(parsed.lines.last?.contains(#""message": "it is \"here\"""#) == true)
  }

  /// The output for a daemon that ended without a report.
  private func hungUp(_ path: String) -> String {
    "flipbook: the daemon at \(path) hung up before its end: it was killed, or this was too slow\n"
  }

  @Test func `subscribe distinguishes a daemon that was killed from one that has quit`() throws {
    let path = DaemonProcess.socketPath("subscribe-killed")
    let daemon = try daemon(path)
    let client = try TestClient(path: path)
    let words = try ToolRun(["subscribe", "--socket", path])
    try wait(for: 2, client)
    #expect(try client.ask("progress 40") == "ok")
    _ = try client.wait(for: "shown=40.00")
    daemon.send(SIGKILL)
    #expect(try daemon.end().status == -SIGKILL)
    let printed = try words.end()
    #expect(printed.status == 3 && printed.errors == hungUp(path))
    #expect(printed.lines.last?.hasPrefix("state=running target=40.00") == true)
  }

  @Test func `a signal to the daemon is an end that subscribers see`() throws {
    let path = DaemonProcess.socketPath("subscribe-signal")
    let daemon = try daemon(path)
    let words = try ToolRun(["subscribe", "--socket", path])
    // Before it has subscribed the end would not be reported to it.
    words.waitForOutput()
    daemon.send(SIGTERM)
    let printed = try words.end()
    #expect(printed.status == 0 && printed.errors.isEmpty)
    #expect(printed.lines.last?.hasPrefix("state=quitting") == true)
  }

  @Test func `a reader that sleeps is disconnected, and subscribe reports it`() throws {
    let path = DaemonProcess.socketPath("subscribe-sleeps")
    let daemon = try daemon(path)
    let client = try TestClient(path: path)
    let words = try ToolRun(["subscribe", "--socket", path])
    // Stopped before it has subscribed, it would get nothing that it could leave unread.
    words.waitForOutput()
    words.send(SIGSTOP)
    let filling = String(repeating: "m", count: 400)
    var count = 0
    // How much the kernel keeps for a reader is the machine's affair, and news are ten a second.
    let limit = MonotonicClock.nanoseconds + 10 * DaemonProcess.timeout
    while try !client.ask("status").contains(" dropped=1 ") {
      count += 1
      try #require(MonotonicClock.nanoseconds < limit, "it is still connected")
      #expect(try client.ask("message \(count) \(filling)") == "ok")
      usleep(10_000)
    }
    words.send(SIGCONT)
    let printed = try words.end()
    #expect(printed.status == 3 && printed.errors == hungUp(path))
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
  }

  @Test func `status prints the remaining time, until something ends`() throws {
    let path = DaemonProcess.socketPath("eta")
    let daemon = try daemon(path)
    let client = try TestClient(path: path)
    func status(_ more: String...) throws -> [String] {
      try ToolRun(["status", "--socket", path] + more).end().lines
    }
    #expect(try !status().contains { $0.hasPrefix("eta=") })
    #expect(try ToolRun(["eta", "90", "--socket", path]).end().status == 0)
    #expect(try status().contains("eta=90"))
    #expect(try status("--json").joined().contains(#""eta": 90"#))
    #expect(try client.ask("done") == "ok")
    #expect(try !status().contains { $0.hasPrefix("eta=") })
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
  }

  @Test func `the display is given up and asked back`() throws {
    let path = DaemonProcess.socketPath("asked-back")
    let daemon = try daemon(path)
    let client = try TestClient(path: path)
    #expect(try ToolRun(["deactivate", "--socket", path]).end().status == 0)
    #expect(try ToolRun(["reactivate", "--socket", path]).end().status == 0)
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
  }

  @Test func `quit --retain waits for its answer, however short the time-out is`() throws {
    let path = DaemonProcess.socketPath("retain")
    let daemon = try DaemonProcess(
      [
        "--output", "memory:64x64", "--socket", path, "--no-stdin", "--handover-timeout", "1",
      ])
    _ = try TestClient(path: path).wait(for: "frames=1")
    let end = try ToolRun(["quit", "--retain", "--socket", path, "--timeout", "1"]).end()
    #expect(end.status == 0 && end.errors.isEmpty)
    #expect(try daemon.end().status == 0)
  }

  @Test(arguments: ["quit", "deactivate", "reactivate", "subscribe"])
  func `a daemon that is not there is status 3`(command: String) throws {
    let end = try ToolRun([command, "--socket", "/nonexistent/socket"]).end()
    #expect(end.status == 3)
    #expect(end.errors == "flipbook: no daemon at /nonexistent/socket: no such file or directory\n")
  }

  @Test func `run has help as well, and options of its own`() throws {
    let help = try ToolRun(["run", "--help"]).end()
    #expect(help.status == 0 && help.lines.contains { $0.contains("--record") })
    #expect(try ToolRun(["run", "--version"]).end().lines == ToolRun(["--version"]).end().lines)
    let wrong = try ToolRun(["run", "--recrod", "x", "--", "true"]).end()
    #expect(wrong.status == 2)
    #expect(
      wrong.errors == "flipbook: unknown option '--recrod'; a command may have options after --\n")
    let words = ["run", "--socket", "/nonexistent/socket", "--", "sh", "-c", "echo $0", "--help"]
    let own = try ToolRun(words).end()
    #expect(own.status == 0 && own.lines == ["--help"])
  }

  @Test func `the help has all of them`() throws {
    let help = try ToolRun(["--help"]).end()
    for command in ["quit", "deactivate", "reactivate", "subscribe"] {
      #expect(help.lines.contains { $0.hasPrefix("  \(command) ") })
    }
    let (quit, subscribe) = try (ToolRun(["quit", "--help"]), ToolRun(["subscribe", "--help"]))
    #expect(try quit.end().lines.contains { $0.contains("--retain") })
    #expect(try subscribe.end().lines.contains { $0.contains("--json") })
  }
}
