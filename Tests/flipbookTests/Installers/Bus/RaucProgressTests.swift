// SPDX-License-Identifier: Apache-2.0

import Linux
import Text
import Testing

@testable import Followers

/// A service that behaves as RAUC's D-Bus reference documents.
@Suite(.serialized) struct RaucProgressTests {
  private static let interface = "de.pengutronix.rauc.Installer"

  private func rauc(on bus: PrivateBus) throws -> MockService {
    let service = try MockService("de.pengutronix.rauc", on: bus.address)
    service.properties["/"] = [
      ("Operation", .text("idle")), ("LastError", .text("")), ("Compatible", .text("Test")),
      ("Progress", .progress(100, "Installing done.", 1)), ("BootSlot", .text("A")),
    ]
    return service
  }

  private func begin(_ service: MockService) {
    service.change("/", Self.interface, [("Operation", .text("installing"))])
    service.change("/", Self.interface, [("Progress", .progress(0, "Installing", 1))])
  }

  private func move(_ service: MockService, _ percent: Int32, _ text: String, _ depth: Int32) {
    service.change("/", Self.interface, [("Progress", .progress(percent, text, depth))])
  }

  @Test func `an installation rises to 100 at its success`() throws {
    let bus = try PrivateBus()
    let service = try rauc(on: bus)
    var follower = BusFollower(bus.address, RaucProgress())
    try follower.wait([service]) { _ in service.calls.contains("GetAll") }
    begin(service)
    move(service, 0, "Determining slot states", 2)
    move(service, 20, "Determining slot states done.", 2)
    move(service, 20, "Checking bundle", 2)
    move(service, 40, "Copying image to rootfs.1", 3)
    move(service, 100, "Installing done.", 1)
    service.emit("/", Self.interface, "Completed", .int(0))
    try follower.wait(for: "done", service)
    let recorder = follower.recorder
    #expect(recorder.isSound)
    #expect(recorder.commands.first == "reset")
    #expect(recorder.overall == [0, 20, 40].map { Percentage(whole: $0) })
    #expect(recorder.messages.contains("Copying image to rootfs.1"))
  }

  @Test func `a failure shows LastError, which changes after Completed`() throws {
    let bus = try PrivateBus()
    let service = try rauc(on: bus)
    var follower = BusFollower(bus.address, RaucProgress())
    try follower.wait([service]) { _ in service.calls.contains("GetAll") }
    begin(service)
    move(service, 10, "Determining slot states done.", 2)
    move(service, 20, "Checking bundle failed.", 2)
    move(service, 100, "Installing failed.", 1)
    service.properties["/"]?.append(("LastError", .text("signature verification failed")))
    service.properties["/"]?.removeAll { name, value in
      if name == "LastError", case .text("") = value { true } else { false }
    }
    service.emit("/", Self.interface, "Completed", .int(1))
    service.change("/", Self.interface, [("Operation", .text("idle"))])
    try follower.wait(for: "fail", service)
    #expect(follower.recorder.messages.last == "signature verification failed")
    // Nothing rises by a failure.
    #expect(follower.recorder.overall == [0, 10].map { Percentage(whole: $0) })
  }

  @Test func `what is reported at rest belongs to an earlier installation`() throws {
    let bus = try PrivateBus()
    let service = try rauc(on: bus)
    var follower = BusFollower(bus.address, RaucProgress())
    try follower.wait([service]) { _ in service.calls.contains("GetAll") }
    move(service, 100, "Installing done.", 1)
    begin(service)
    try follower.wait(for: "progress 0", service)
    #expect(follower.recorder.commands == ["reset", "start", "message Installing", "progress 0"])
  }

  @Test func `who comes in the middle sees where it stands`() throws {
    let bus = try PrivateBus()
    let service = try rauc(on: bus)
    begin(service)
    move(service, 60, "Copying image to rootfs.1", 3)
    var follower = BusFollower(bus.address, RaucProgress())
    try follower.wait(for: "progress 60", service)
    #expect(follower.recorder.commands.first == "reset")
  }

  @Test func `RAUC's end in the middle is a failure, and it may come back`() throws {
    let bus = try PrivateBus()
    var follower = BusFollower(bus.address, RaucProgress())
    do {
      let service = try rauc(on: bus)
      begin(service)
      try follower.wait(for: "progress 0", service)
    }
    try follower.wait(for: "fail")
    #expect(
      follower.recorder.messages.last == "RAUC has stopped in the middle of the installation")
    let again = try rauc(on: bus)
    begin(again)
    again.emit("/", Self.interface, "Completed", .int(0))
    try follower.wait(for: "done", again)
  }

  @Test func `signals of others do not count`() throws {
    let bus = try PrivateBus()
    let service = try rauc(on: bus)
    let other = try MockService("org.example.Other", on: bus.address)
    var follower = BusFollower(bus.address, RaucProgress())
    try follower.wait([service]) { _ in service.calls.contains("GetAll") }
    other.change("/", Self.interface, [("Operation", .text("installing"))])
    other.emit("/", Self.interface, "Completed", .int(1))
    begin(service)
    try follower.wait(for: "progress 0", service, other)
    #expect(follower.recorder.commands.filter { $0 == "reset" }.count == 1)
    #expect(!follower.recorder.commands.contains("fail"))
  }

  @Test func `a bus that is not there is tried again`() throws {
    var source = BusSource([Bus.Address(text: "unix:path=/nonexistent/bus")], RaucProgress())
    var events: [ProgressEvent] = []
    let goesOn = try source.advance(into: &events)
    let deadline = source.deadline ?? 0
    #expect(goesOn && deadline > MonotonicClock.nanoseconds)
    #expect(events.isEmpty)
  }
}
