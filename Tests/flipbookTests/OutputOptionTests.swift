// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.serialized) struct OutputOptionTests {
  /// The status of a daemon with a display in memory, and its log.
  private func run(
    _ name: String, _ arguments: [String], kernel: String? = nil
  ) throws -> (status: [Substring], errors: String) {
    let path = DaemonProcess.socketPath("output-\(name)")
    var arguments = ["--output", "memory:480x640", "--socket", path, "--no-stdin"] + arguments
    let file = path + ".cmdline"
    defer { try? FileManager.default.removeItem(atPath: file) }
    if let kernel {
      try kernel.write(toFile: file, atomically: false, encoding: .utf8)
      arguments += ["--kernel-command-line", file]
    }
    let daemon = try DaemonProcess(arguments)
    let client = try TestClient(path: path)
    let status = try client.ask("status").split(separator: " ")
    #expect(try client.ask("quit") == "ok")
    let end = try daemon.end()
    #expect(end.status == 0)
    return (status, end.errors)
  }

  @Test func `what the command line says of all outputs is obeyed`() throws {
    let (status, errors) = try run("all", ["--output", "*:scale=1.25,rotate=270"])
    #expect(status.contains("scale=1.25") && status.contains("rotate=270"))
    #expect(errors == "")
  }

  @Test func `each of several outputs is set up by its name`() throws {
    let (status, errors) = try run(
      "names",
      [
        "--output", "memory:640x480", "--output=memory-2:scale=2,rotate=90", "--output=*:scale=3",
        "--output", "Memory-1:rotate=180",
      ])
    #expect(status.contains("scale=3.00") && status.contains("rotate=180"))
    #expect(status.contains("scale2=2.00") && status.contains("rotate2=90"))
    #expect(errors == "")
  }

  @Test func `what the kernel's command line says is obeyed unless we say something else`() throws {
    let kernel = "quiet fbcon=rotate:2 flipbook.output=*:scale=2 root=/dev/sda1\n"
    let (status, _) = try run("kernel", [], kernel: kernel)
    #expect(status.contains("scale=2.00") && status.contains("rotate=180"))
    let (own, errors) = try run("own", ["--scale=1.5", "--rotate", "0"], kernel: kernel)
    #expect(own.contains("scale=1.50") && !own.contains { $0.hasPrefix("rotate=") })
    #expect(errors == "")
  }

  @Test func `what is wrong on the kernel's command line is reported and ignored`() throws {
    let (status, errors) = try run(
      "wrong", [],
      kernel: "flipbook.output=*:rotate=1 flipbook.output=DP-1 flipbook.output=*:scale=2")
    #expect(status.contains("scale=2.00"))
    #expect(
      errors == """
        flipbookd: on the kernel's command line, ignoring it: flipbook.output='*:rotate=1': \
        'rotate=1': expected auto, 0, 90, 180 or 270
        flipbookd: on the kernel's command line, ignoring it: flipbook.output='DP-1': settings \
        are missing, such as in HDMI-A-1:scale=1.5

        """)
  }

  @Test func `a kernel's command line that cannot be read is reported and ignored`() throws {
    let (status, errors) = try run("none", ["--kernel-command-line", "/nowhere"])
    #expect(status.contains("scale=1.00"))
    #expect(
      errors == """
        flipbookd: the kernel's command line cannot be read, ignoring it: no such file or directory

        """)
  }

  @Test func `a limit of frames is kept`() throws {
    let path = DaemonProcess.socketPath("output-limit")
    let daemon = try DaemonProcess([
      "--output", "memory:64x64@100", "--output", "memory:64x64@20", "--max-fps", "20",
      "--socket", path, "--no-stdin",
    ])
    let client = try TestClient(path: path)
    #expect(try client.ask("progress unknown") == "ok")
    // The second output is the clock: its frames and those that it misses are 20 a second.
    let begin = try counts(client)
    var now = begin
    while now.ticks < begin.ticks + 20 { now = try counts(client) }
    #expect(now.frames - begin.frames <= now.ticks - begin.ticks + 2)
    #expect(now.frames > begin.frames)
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
  }

  /// How many frames the first output has shown, and how many refreshes of the second have passed.
  private func counts(_ client: borrowing TestClient) throws -> (frames: Int, ticks: Int) {
    let words = try client.ask("status").split(separator: " ")
    func number(_ key: String) throws -> Int {
      let word = words.first { $0.hasPrefix(key + "=") }
      return try #require(word.flatMap { Int($0.dropFirst(key.count + 1)) })
    }
    usleep(5_000)
    return (try number("frames"), try number("frames2") + number("missed2"))
  }
}
