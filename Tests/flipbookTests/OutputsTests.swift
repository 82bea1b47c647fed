// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.serialized) struct OutputsTests {
  @Test func `several outputs are drawn at once, each at its own size and rate`() throws {
    let path = DaemonProcess.socketPath("several")
    let daemon = try DaemonProcess([
      "--output", "memory:320x180@200", "--output", "memory:640x4000@50:RG16",
      "--output=memory:64x64@1000", "--socket", path, "--no-stdin",
    ])
    let client = try TestClient(path: path)
    #expect(try client.ask("progress unknown") == "ok")
    var status = ""
    for key in [" frames=", " frames2=", " frames3="] {
      repeat {
        status = try client.ask("status")
      } while ["0", "1"].contains(status.split(separator: key).last?.prefix { $0 != " " })
    }
    #expect(status.contains(" size=320x180 refresh=200.000 scale=1.00 clients=1 dropped=0 "))
    #expect(status.contains(" outputs=3 screens=3 display=memory display2=memory frames2="))
    #expect(status.contains(" size2=640x4000 refresh2=50.000 scale2=1.00 display3=memory "))
    #expect(status.contains(" size3=64x64 refresh3=1000.000 scale3=0.75 message="))
    #expect(try client.askForFile("snapshot").text == "ok 320 180 1280 XRGB8888")
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
  }

  @Test func `still images are shown once on each output`() throws {
    let path = DaemonProcess.socketPath("still-several")
    let daemon = try DaemonProcess([
      "--output", "memory:320x180@75", "--output", "memory:320x180@60", "--animation", "download",
      "--socket", path, "--no-stdin",
    ])
    let client = try TestClient(path: path)
    _ = try client.wait(for: "frames2=1")
    _ = try client.wait(for: "frames=1")
    for _ in 0..<10 { #expect(try client.ask("message") == "ok") }
    let status = try client.ask("status")
    #expect(status.contains(" frames=1 missed=0 ") && status.contains(" frames2=1 missed2=0 "))
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
  }

  @Test func `the status of eight outputs leaves room for the message`() throws {
    let path = DaemonProcess.socketPath("eight")
    let outputs = (1...8).map { "--output=memory:300x\($0)@1000" }
    let daemon = try DaemonProcess(outputs + ["--size=5", "--socket", path, "--no-stdin"])
    let client = try TestClient(path: path)
    let message = String(repeating: "m", count: 255)
    #expect(try client.ask("message \(message)") == "ok")
    let status = try client.ask("status")
    #expect(status.contains(" outputs=8 ") && status.contains(" display2=memory "))
    #expect(status.hasSuffix("message=\"\(message)\""))
    // Each of these takes two bytes.
    let quotes = String(repeating: "\"", count: 255)
    #expect(try client.ask("message \(quotes)") == "ok")
    let quoted = String(repeating: "\\\"", count: 255)
    #expect(try client.ask("status").hasSuffix("message=\"\(quoted)\""))
    #expect(try client.ask("quit") == "ok")
    #expect(try daemon.end().status == 0)
  }

  @Test func `a ninth output is refused`() throws {
    let outputs = Array(repeating: "--output=memory:64x64", count: 9)
    let end = try DaemonProcess(["--check-options"] + outputs).end()
    #expect(end.errors == "flipbookd: --output 'memory:64x64': there are at most 8; ignoring it\n")
    #expect(end.status == 2)
  }

  @Test func `without a display it is ready, says why nothing is shown, and goes on`() throws {
    let path = DaemonProcess.socketPath("none")
    let manager = try NotifySocket("none")
    let daemon = try DaemonProcess(
      ["--device", "/dev/null/card", "--socket", path, "--no-stdin"],
      environment: ["NOTIFY_SOCKET": manager.path])
    // What is held for it comes before, where it is the machine's splash.
    #expect(try manager.messages(upTo: "READY=1").last == "READY=1\n")
    let client = try TestClient(path: path)
    #expect(try client.ask("progress 20") == "ok")
    let status = try client.wait(for: "shown=20.00")
    #expect(
      status.contains(" frames=0 missed=0 clients=1 dropped=0 outputs=0 screens=0 display=none "))
    #expect(try client.ask("quit") == "ok")
    let end = try daemon.end()
    #expect(end.status == 0)
    let advice = "no KMS device (/dev/dri/card*): no graphics driver is loaded"
    #expect(end.errors.hasPrefix("flipbookd: /dev/null/card: \(advice)"))
    #expect(end.errors.filter { $0 == "\n" }.count == 1)
  }
}
