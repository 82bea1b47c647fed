// SPDX-License-Identifier: Apache-2.0

import FlipbookClient
import ToolSupport
import Testing

/// A service that behaves as RAUC documents, on a bus of its own.
@Suite(.serialized) struct RaucEndToEndTests {
  private static let interface = "de.pengutronix.rauc.Installer"

  private func show(
    _ name: String, _ steps: [(Int32, String)], result: Int32, error: String
  ) throws -> (status: Int32, run: EndToEndRun) {
    let bus = try PrivateBus()
    let service = try MockService("de.pengutronix.rauc", on: bus.address)
    service.properties["/"] = [
      ("Operation", .text("idle")), ("LastError", .text("")), ("Progress", .progress(0, "", 0)),
    ]
    let run = try EndToEndRun(name, ["follow", "rauc", "--bus", bus.address, "--once"])
    var rest = steps[...]
    var hasBegun = false
    let status = try run.watch {
      service.serve()
      guard service.calls.contains("GetAll") else { return }
      if !hasBegun {
        hasBegun = true
        service.change("/", Self.interface, [("Operation", .text("installing"))])
      } else if let (percent, text) = rest.popFirst() {
        service.change("/", Self.interface, [("Progress", .progress(percent, text, 2))])
        guard rest.isEmpty else { return }
        service.properties["/"] = [
          ("Operation", .text("idle")), ("LastError", .text(error)),
          ("Progress", .progress(percent, text, 1)),
        ]
        service.emit("/", Self.interface, "Completed", .int(result))
      }
    }
    return (status, run)
  }

  @Test func `an installation rises to exactly 100`() throws {
    let (status, run) = try show(
      "rauc",
      [
        (0, "Installing"), (20, "Determining slot states done."), (40, "Checking bundle done."),
        (35, "Checking manifest contents"), (80, "Updating slots"),
        (90, "Copying image to rootfs.1"),
        (100, "Installing done."),
      ], result: 0, error: "")
    #expect(status == 0)
    #expect(try run.isForward())
    #expect(try run.isWhole())
    #expect(try run.sentCommands().contains("message Copying image to rootfs.1"))
  }

  @Test func `a failure shows LastError`() throws {
    let (status, run) = try show(
      "rauc-fail", [(0, "Installing"), (20, "Checking bundle"), (40, "Checking bundle failed.")],
      result: 1, error: "Compatible mismatch: expected 'a' but bundle manifest has 'b'")
    #expect(status == 1)
    #expect(try run.isForward())
    #expect(run.status["target"] == "20.00")
    #expect(
      run.status["message"] == "Compatible mismatch: expected 'a' but bundle manifest has 'b'")
  }
}
