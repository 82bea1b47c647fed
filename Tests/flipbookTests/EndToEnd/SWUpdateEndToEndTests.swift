// SPDX-License-Identifier: Apache-2.0

import FlipbookClient
import ToolSupport
import Support
import CLinux
import Linux
import Testing

/// SWUpdate's socket, from which real messages come.
@Suite(.serialized) struct SWUpdateEndToEndTests {
  /// No client has connected.
  private struct Missing: Error {}

  private func serve(
    _ name: String, _ bytes: [UInt8], chunk: Int
  ) throws -> (status: Int32, run: EndToEndRun) {
    let path = "/tmp/flipbook-\(getpid())-\(name).swupdateprog"
    let listener = try UnixListener(at: Array(path.utf8).span, mode: 0o600)
    let run = try EndToEndRun(name, ["follow", "swupdate", "--path", path, "--once"])
    var stream: UnixStream?
    var rest = bytes[...]
    let status = try run.watch {
      if stream == nil { stream = try listener.accept() }
      guard let part = Optional(Array(rest.prefix(chunk))), !part.isEmpty else { return }
      if case .bytes(let count) = try stream?.send(part.span) { rest = rest.dropFirst(count) }
    }
    return (status, run)
  }

  @Test func `126 real messages rise to exactly 100`() throws {
    let bytes = try Captures.decompressed("swupdate-progress-2022.12-amd64.raw.gz")
    let (status, run) = try serve("swupdate", bytes, chunk: 2416)
    #expect(status == 0)
    #expect(try run.isForward())
    #expect(try run.isWhole())
    #expect(try run.sentCommands().contains("message Step 2 of 2: img2.bin"))
  }

  @Test func `a failure shows SWUpdate's words`() throws {
    let frames = [
      SWUpdateBytes(status: 1, steps: 1),
      SWUpdateBytes(status: 8, steps: 1, step: 1, percent: 40, image: "a.img"),
      SWUpdateBytes(status: 4, steps: 1, step: 1, info: "no space left on device"),
    ]
    let version = SWUpdateBytes.Version.y2025
    let bytes = version.greeting + frames.flatMap { $0.bytes(version) }
    let (status, run) = try serve("swupdate-fail", bytes, chunk: 1000)
    #expect(status == 1)
    #expect(try run.isForward())
    #expect(run.status["target"] == "40.00")
    #expect(run.status["message"] == "no space left on device")
    #expect(try run.sentCommands().last == "fail")
  }

  @Test func `SWUpdate that is started again is found again`() throws {
    let path = "/tmp/flipbook-\(getpid())-again.swupdateprog"
    let run = try EndToEndRun("swupdate-again", ["follow", "swupdate", "--path", path, "--once"])
    let start = SWUpdateBytes(status: 1, steps: 1).bytes(.y2022)
    let end = SWUpdateBytes(status: 3, steps: 1, step: 1).bytes(.y2022)
    // At rest nothing is said by its going away.
    do {
      let listener = try UnixListener(at: Array(path.utf8).span, mode: 0o600)
      var first: UnixStream?
      let limit = MonotonicClock.nanoseconds + DaemonProcess.timeout
      while first == nil {
        guard MonotonicClock.nanoseconds < limit else { throw Missing() }
        first = try listener.accept()
        usleep(2000)
      }
    }
    let listener = try UnixListener(at: Array(path.utf8).span, mode: 0o600)
    var second: UnixStream?
    var rest = (start + end)[...]
    let status = try run.watch {
      if second == nil { second = try listener.accept() }
      if !rest.isEmpty, case .bytes(let count) = try second?.send(Array(rest).span) {
        rest = rest.dropFirst(count)
      }
    }
    #expect(status == 0)
    #expect(try run.isWhole())
    #expect(try !run.sentCommands().contains("fail"))
  }
}
