// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Followers
@testable import Installers

@Suite(.serialized) struct SystemdProgressTests {
  private static let path = "/org/freedesktop/systemd1"

  private func manager(on bus: PrivateBus, _ progress: Double) throws -> MockService {
    let service = try MockService("org.freedesktop.systemd1", on: bus.address)
    service.methods["ListJobs"] = [
      .structures(
        "usssoo",
        [
          job(1, "slow.service", "start", "waiting"), job(2, "old.service", "stop", "running"),
          job(3, "dev-sda.device", "start", "running"),
        ])
    ]
    set(service, progress, "starting")
    return service
  }

  private func job(_ number: UInt32, _ unit: String, _ type: String, _ state: String)
    -> [MockService.Value]
  {
    [
      .unsigned(number), .text(unit), .text(type), .text(state), .path(Self.path),
      .path(Self.path),
    ]
  }

  private func set(_ service: MockService, _ progress: Double, _ state: String) {
    service.properties[Self.path] = [
      ("Progress", .double(progress)), ("SystemState", .text(state)),
    ]
  }

  @Test func `progress is asked for, goes only forward and ends with the start`() throws {
    let bus = try PrivateBus()
    let service = try manager(on: bus, 0.5)
    var follower = BusFollower(bus.address, SystemdProgress())
    try follower.wait(for: "message Starting dev-sda.device", service)
    set(service, 0.25, "starting")
    let before = service.calls.count
    try follower.wait([service]) { _ in service.calls.count >= before + 3 }
    // Nothing is known where no job is queued; that is not the end.
    set(service, 1, "starting")
    let then = service.calls.count
    try follower.wait([service]) { _ in service.calls.count >= then + 3 }
    set(service, 1, "running")
    try follower.wait(for: "done", service)
    let isOpen = follower.isOpen
    #expect(!isOpen)
    #expect(follower.recorder.overall == [Percentage(whole: 50)])
  }

  @Test func `a system that goes down again has not come up`() throws {
    let bus = try PrivateBus()
    let service = try manager(on: bus, 0.5)
    var follower = BusFollower(bus.address, SystemdProgress(showsJobs: false))
    try follower.wait([service]) { $0.overall == [Percentage(whole: 50)] }
    set(service, 1, "stopping")
    try follower.waitForEnd(service)
    let commands = follower.recorder.commands
    #expect(commands == ["progress 50"])
    #expect(!service.calls.contains("ListJobs"))
  }

  @Test func `a system in maintenance has failed`() throws {
    let bus = try PrivateBus()
    let service = try manager(on: bus, 0.5)
    set(service, 0.5, "maintenance")
    var follower = BusFollower(bus.address, SystemdProgress())
    try follower.wait(for: "fail", service)
    #expect(follower.recorder.messages.last == "The system is in maintenance mode")
  }
}
