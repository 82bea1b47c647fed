// SPDX-License-Identifier: Apache-2.0

import Installers
import CLinux
import Linux
import Testing

/// The built tool as a process of its own, where signals and exit statuses are real.
@Suite struct ToolProcessTests {
  /// The program, which lies beside the tests' own.
  private static let program: String = {
    let own = CommandLine.arguments[0].split(separator: "/").dropLast().joined(separator: "/")
    return "/\(own)/flipbook"
  }()

  /// Runs the tool and returns its exit status; nil when it takes more than a minute.
  private func status(of arguments: [String]) throws -> Int32? {
    try status(ofProcess: [Self.program] + arguments)
  }

  private func status(ofProcess words: [String]) throws -> Int32? {
    let child = try Child(words, keeping: nil)
    var poll = Poll<1>()
    poll.watch(PollSlot(rawValue: 0), child.descriptor)
    guard try poll.wait(timeoutNanoseconds: 60_000_000_000) == 1 else {
      _ = kill(child.number, SIGKILL)
      return nil
    }
    return child.exitStatus()
  }

  private func run(_ script: String) throws -> Int32? {
    try status(of: ["run", "--socket", "/nonexistent/socket", "--", "sh", "-c", script])
  }

  @Test func `the command's exit status is the tool's`() throws {
    #expect(try run("exit 7") == 7)
    #expect(try run("kill -9 $$") == 137)
  }

  @Test func `whose parent ignores its children still learns how the command ended`() throws {
    // Not a shell's `trap`, which leaves this signal alone.
    let words = ["env", "--ignore-signal=CHLD", Self.program, "run"]
    let rest = ["--socket", "/nonexistent/socket", "--", "sh", "-c", "exit 7"]
    #expect(try status(ofProcess: words + rest) == 7)
  }

  @Test func `a child that was waited for already has ended`() throws {
    let child = try Child(["sh", "-c", "exit 7"], keeping: nil)
    var poll = Poll<1>()
    poll.watch(PollSlot(rawValue: 0), child.descriptor)
    #expect(try poll.wait(timeoutNanoseconds: 60_000_000_000) == 1)
    let statuses = [child.exitStatus(), child.exitStatus()]
    #expect(statuses == [7, 1])
  }

  @Test func `a signal to the tool goes on to the command`() throws {
    #expect(try run("trap 'exit 5' TERM; kill -TERM $PPID; while :; do sleep 0.05; done") == 5)
  }

  @Test func `a wrong argument is status 2`() throws {
    #expect(try status(of: ["render", "ring", "--at", "x", "-o", "a.png"]) == 2)
    #expect(try status(of: ["nonsense"]) == 2)
    #expect(try status(of: ["progress", "--socket", "/nonexistent/socket", "abc"]) == 2)
  }

  @Test func `a missing daemon is status 3`() throws {
    #expect(try status(of: ["progress", "--socket", "/nonexistent/socket", "5"]) == 3)
    #expect(try status(of: ["snapshot", "--socket", "/nonexistent/socket", "-o", "a.png"]) == 3)
  }

  @Test func `a command that is not there is status 127`() throws {
    #expect(try status(of: ["run", "--", "no-such-program"]) == 127)
  }
}
