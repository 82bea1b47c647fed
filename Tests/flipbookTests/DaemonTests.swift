// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.serialized) struct DaemonTests {
  @Test func `it notifies when it is ready, obeys, and leaves at a signal`() throws {
    let path = DaemonProcess.socketPath("life")
    let manager = try NotifySocket("life")
    let daemon = try DaemonProcess(
      ["--output", "memory:320x180", "--socket", path, "--no-stdin"],
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
    #expect(try manager.messages(upTo: "READY=1") == ["READY=1\n"])
    let client = try TestClient(path: path)
    #expect(try client.ask("message a \"b\" \\c") == "ok")
    #expect(try client.ask("progress 50") == "ok")
    let status = try client.wait(for: "shown=50.00")
    #expect(status.hasPrefix("ok state=running animation=flow target=50.00 shown=50.00 frames="))
    #expect(status.contains(" missed="))
    #expect(status.contains(" size=320x180 refresh=60.000 scale=1.00 clients=1 dropped=0 "))
    #expect(status.hasSuffix(#" message="a \"b\" \\c""#))
    _ = try manager.messages(upTo: "WATCHDOG=1")
    _ = try manager.messages(upTo: "STATUS=running, 50 %: a \"b\" \\c\n")
    daemon.send(SIGTERM)
    _ = try manager.messages(upTo: "STOPPING=1")
    let end = try daemon.end()
    #expect(end.status == 0 && end.output == "" && end.errors == "")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a service manager that is busy learns later that it is ready`() throws {
    let manager = try NotifySocket("busy")
    try manager.fill()
    let path = DaemonProcess.socketPath("busy")
    let daemon = try DaemonProcess(
      ["--output", "memory:64x64", "--animation", "download", "--socket", path, "--no-stdin"],
      environment: ["NOTIFY_SOCKET": manager.path])
    let client = try TestClient(path: path)
    _ = try client.wait(for: "frames=1")
    _ = try manager.messages(upTo: "READY=1")
    // The second message follows within the second in which no further status is sent.
    _ = try manager.messages(upTo: "STATUS=")
    #expect(try client.ask("message late") == "ok")
    _ = try manager.messages(upTo: "STATUS=idle, 0 %: late\n")
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
  }

  @Test func `a watchdog of hours is served`() throws {
    let manager = try NotifySocket("hours")
    let daemon = try DaemonProcess(
      ["--output", "memory:64x64", "--no-socket"],
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "12000000000"])
    _ = try manager.messages(upTo: "WATCHDOG=1")
    try daemon.write("quit\n")
    #expect(try daemon.end().status == 0)
  }

  @Test(arguments: ["memory:320x180", "memory:320x180@50:RG24", "memory:320x180:RG16"])
  func `a snapshot comes as a file with all pixels`(output: String) throws {
    let path = DaemonProcess.socketPath("snapshot-\(output.suffix(4))")
    let daemon = try DaemonProcess(
      [
        "--output=\(output)", "--dither=on", "--animation=download", "--socket=\(path)",
        "--no-stdin",
      ])
    let client = try TestClient(path: path)
    _ = try client.wait(for: "frames=1")
    for _ in 0..<10 {
      let answer = try client.askForFile("snapshot")
      #expect(answer.text == "ok 320 180 1280 XRGB8888" && answer.size == 1280 * 180)
    }
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
  }

  @Test func `a still image is shown once`() throws {
    let path = DaemonProcess.socketPath("still")
    let daemon = try DaemonProcess(
      ["--output", "memory:320x180", "--animation", "download", "--socket", path, "--no-stdin"])
    let client = try TestClient(path: path)
    _ = try client.wait(for: "frames=1")
    for _ in 0..<20 {
      #expect(try client.ask("message") == "ok")
      usleep(10_000)
    }
    #expect(try client.ask("status").contains(" frames=1 "))
    daemon.send(SIGINT)
    #expect(try daemon.end().status == 0)
  }

  @Test func `standard input is obeyed and answered on standard output`() throws {
    let daemon = try DaemonProcess(["--output", "memory:64x64", "--no-socket"])
    try daemon.write("start\nsnapshot\nquit\n")
    let end = try daemon.end()
    #expect(end.output == "ok\nerror: snapshot: only over the socket\nok\n")
    #expect(end.status == 0 && end.errors == "")
  }

  @Test func `it leaves after as many frames as were asked for`() throws {
    let daemon = try DaemonProcess(
      ["--output", "memory:64x64@1000", "--no-socket", "--exit-after-frames", "3"])
    try daemon.write("progress unknown\n")
    #expect(try daemon.end().status == 0)
  }

  @Test(arguments: [
    (["--foo"], "unknown option '--foo'; see --help"),
    (["foo"], "unknown option 'foo'; see --help"),
    (["--no-label=1"], "unknown option '--no-label=1'; see --help"),
    (["--socket"], "--socket: a value is missing"),
    (["--socket="], "--socket '': expected a path"),
    (["--animation", "fire"], "--animation 'fire': expected flow, download or ring"),
    (["--scale", "0"], "--scale '0': neither 'auto' nor a number from 0.25 to 16"),
    (
      ["--output", "memory:0x5"], "--output 'memory:0x5': sizes are 1 to 16384, rates 1 to 1000 Hz"
    ),
    (
      ["--output", "kms"],
      "--output 'kms': neither memory:WIDTHxHEIGHT, fb:PATH nor settings such as HDMI-A-1:scale=1.5"
    ),
    (
      ["--output", "memory:64x64:NV12"],
      "--output 'memory:64x64:NV12': expected memory:WIDTHxHEIGHT, optionally with @HZ and :FORMAT"
    ),
    (
      ["--output", "DP-1:scale=2,rotate=1"],
      "--output 'DP-1:scale=2,rotate=1': 'rotate=1': expected auto, 0, 90, 180 or 270"
    ),
    (["--max-fps", "0"], "--max-fps '0': expected a whole number from 1 to 1000"),
    (["--dither", "much"], "--dither 'much': expected auto, on or off"),
    (["--rotate", "45"], "--rotate '45': expected auto, 0, 90, 180 or 270"),
    (["--background", "red"], "--background 'red': expected a colour such as 8ECEED"),
    (["--rings", "9"], "--rings '9': expected a whole number from 1 to 8"),
    (["--size", "0x5"], "--size '0x5': expected a size in points such as 200x80"),
    (["--palette=blue"], "--palette 'blue': expected default or red"),
    (["--paint=oil"], "--paint 'oil': expected halves, quadrants or conic"),
    (["--direction=up"], "--direction 'up': expected cw or ccw"),
  ])
  func `a wrong option is left out with one line`(arguments: [String], line: String) throws {
    let end = try DaemonProcess(["--check-options"] + arguments).end()
    #expect(end.errors == "flipbookd: \(line); ignoring it\n")
    #expect(end.status == 2 && end.output == "")
  }

  @Test func `a size that cannot be is the usual one`() throws {
    let end = try DaemonProcess(["--check-options", "--animation", "ring", "--size", "20"]).end()
    #expect(
      end.errors
        == "flipbookd: --size leaves less than 34 points for the innermost ring; using the usual size\n"
    )
    #expect(end.status == 2)
  }

  @Test func `a socket that another daemon has is left alone`() throws {
    let path = DaemonProcess.socketPath("taken")
    let arguments = ["--output", "memory:64x64", "--socket", path, "--no-stdin"]
    let first = try DaemonProcess(arguments)
    let client = try TestClient(path: path)
    let second = try DaemonProcess(arguments).end()
    #expect(second.status == 0)
    #expect(second.errors.hasPrefix("flipbookd: \(path): address in use by process "))
    #expect(second.errors.hasSuffix(": it shows the splash; leaving the displays to it\n"))
    #expect(try client.ask("quit") == "ok")
    #expect(try first.end().status == 0)
  }

  @Test func `help is shown and nothing else done`() throws {
    let end = try DaemonProcess(["--help", "--foo"]).end()
    #expect(end.status == 0 && end.errors == "")
    #expect(end.output.hasPrefix("Usage: flipbookd [OPTION]...\n"))
    #expect(end.output.hasSuffix("details [on|off]\n"))
  }
}
