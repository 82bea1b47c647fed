// SPDX-License-Identifier: Apache-2.0

import Text
import Testing
import ToolSupport

@testable import Followers

/// A service that behaves as org.freedesktop.sysupdate1(5) documents.
@Suite(.serialized) struct SysupdateProgressTests {
  private static let root = "/org/freedesktop/sysupdate1"
  private static let job = "org.freedesktop.sysupdate1.Job"
  private static let manager = "org.freedesktop.sysupdate1.Manager"

  private func service(on bus: PrivateBus) throws -> MockService {
    let service = try MockService("org.freedesktop.sysupdate1", on: bus.address)
    service.methods["ListJobs"] = [.structures("tsuo", [])]
    return service
  }

  private func move(_ service: MockService, _ number: UInt64, _ percent: UInt32) {
    let path = "\(Self.root)/job/_\(number)"
    service.properties[path] = [
      ("Id", .long(number)), ("Type", .text("update")), ("Progress", .unsigned(percent)),
    ]
    service.change(path, Self.job, [("Progress", .unsigned(percent))])
  }

  private func remove(_ service: MockService, _ number: UInt64, _ status: Int32) {
    service.emit(
      Self.root, Self.manager, "JobRemoved", .long(number), .path("\(Self.root)/job/_\(number)"),
      .int(status))
  }

  @Test func `two jobs are one whole, which ends with the last`() throws {
    let bus = try PrivateBus()
    let service = try service(on: bus)
    var follower = BusFollower(bus.address, SysupdateProgress())
    try follower.wait([service]) { _ in service.calls.contains("ListJobs") }
    move(service, 1, 0)
    move(service, 2, 0)
    move(service, 1, 50)
    try follower.wait(for: "message Updating the system", service)
    try follower.wait(for: "progress 25", service)
    move(service, 1, 100)
    remove(service, 1, 0)
    move(service, 2, 60)
    try follower.wait(for: "progress 80", service)
    remove(service, 2, 0)
    try follower.wait(for: "done", service)
    #expect(follower.recorder.isSound)
  }

  @Test func `a job that was at work before is found`() throws {
    let bus = try PrivateBus()
    let service = try service(on: bus)
    let path = "\(Self.root)/job/_7"
    service.methods["ListJobs"] = [
      .structures("tsuo", [[.long(7), .text("update"), .unsigned(30), .path(path)]])
    ]
    service.properties[path] = [("Type", .text("update")), ("Progress", .unsigned(30))]
    var follower = BusFollower(bus.address, SysupdateProgress())
    try follower.wait(for: "progress 30", service)
    #expect(follower.recorder.commands.first == "reset")
  }

  @Test func `a job that fails reports its status`() throws {
    let bus = try PrivateBus()
    let service = try service(on: bus)
    var follower = BusFollower(bus.address, SysupdateProgress())
    try follower.wait([service]) { _ in service.calls.contains("ListJobs") }
    move(service, 1, 10)
    remove(service, 1, -5)
    try follower.wait(for: "fail", service)
    #expect(follower.recorder.messages.last == "The update has failed with status -5")
  }

  @Test func `a job that fails moves nothing, nor do those beside it, until none is left`() throws {
    let bus = try PrivateBus()
    let service = try service(on: bus)
    var follower = BusFollower(bus.address, SysupdateProgress())
    try follower.wait([service]) { _ in service.calls.contains("ListJobs") }
    move(service, 1, 10)
    move(service, 2, 60)
    try follower.wait(for: "progress 35", service)
    let before = follower.recorder.commands.count
    remove(service, 1, -5)
    try follower.wait(for: "fail", service)
    move(service, 2, 90)
    remove(service, 2, 0)
    // The next update begins after that.
    move(service, 3, 20)
    try follower.wait(for: "progress 20", service)
    #expect(
      follower.recorder.commands[before...].prefix { $0 != "reset" } == [
        "message The update has failed with status -5", "fail",
      ])
    #expect(follower.recorder.commands.filter { $0 == "reset" }.count == 2)
    #expect(!follower.recorder.commands.contains("done"))
  }

  @Test func `a second update is followed after sysupdated was started again`() throws {
    let bus = try PrivateBus()
    var follower = BusFollower(bus.address, SysupdateProgress())
    do {
      let first = try service(on: bus)
      try follower.wait([first]) { _ in first.calls.contains("ListJobs") }
      move(first, 1, 50)
      remove(first, 1, 0)
      try follower.wait(for: "done", first)
    }
    // It ends when it has nothing to do, and counts its jobs from 1 again.
    let second = try service(on: bus)
    try follower.wait([second]) { _ in second.calls.contains("ListJobs") }
    move(second, 1, 40)
    try follower.wait(for: "progress 40", second)
    remove(second, 1, 0)
    try follower.wait(for: "done", times: 2, second)
    #expect(follower.recorder.commands.filter { $0 == "reset" }.count == 2)
  }

  @Test func `a job whose end was missed is no success`() throws {
    var progress = SysupdateProgress()
    var calls: [BusCall] = []
    func events(_ message: BusMessage, _ call: BusCall) -> [ProgressEvent] {
      progress.events(for: message, answering: call, calls: &calls)
    }
    func job(_ number: Int64) -> BusValue {
      .list([
        .integer(number), .text("update"), .integer(30),
        .text(LongText("\(Self.root)/job/_\(number)" as String)),
      ])
    }
    let owner = BusMessage(kind: .reply, body: [.text(":1.5")])
    let ask = BusCall.toBus("GetNameOwner", "org.freedesktop.sysupdate1")
    _ = progress.greet()
    _ = events(owner, ask)
    let list = try #require(calls.last)
    #expect(events(BusMessage(kind: .reply, body: [.list([job(1), job(2)])]), list) == [.started])
    // The connection is lost, and one job is left when it is back: it moves nothing any more.
    _ = progress.greet()
    #expect(events(owner, ask) == [])
    #expect(
      events(BusMessage(kind: .reply, body: [.list([job(2)])]), list)
        == [.failed("The end of the update was missed: the connection to D-Bus was lost")])
    let call = BusCall.allProperties(
      of: "org.freedesktop.sysupdate1", path: "\(Self.root)/job/_2", interface: LongText(Self.job))
    let properties = BusValue.list([.list([.text("Progress"), .integer(80)])])
    #expect(events(BusMessage(kind: .reply, body: [properties]), call) == [])
  }
}
