import Testing

@testable import flipbook

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
    var listening = Listening(bus.address, SysupdateProgress())
    try listening.wait([service]) { _ in service.calls.contains("ListJobs") }
    move(service, 1, 0)
    move(service, 2, 0)
    move(service, 1, 50)
    try listening.wait(for: "message Updating the system", service)
    try listening.wait(for: "progress 25", service)
    move(service, 1, 100)
    remove(service, 1, 0)
    move(service, 2, 60)
    try listening.wait(for: "progress 80", service)
    remove(service, 2, 0)
    try listening.wait(for: "done", service)
    #expect(listening.telling.isSound)
  }

  @Test func `a job that was at work before is found`() throws {
    let bus = try PrivateBus()
    let service = try service(on: bus)
    let path = "\(Self.root)/job/_7"
    service.methods["ListJobs"] = [
      .structures("tsuo", [[.long(7), .text("update"), .unsigned(30), .path(path)]])
    ]
    service.properties[path] = [("Type", .text("update")), ("Progress", .unsigned(30))]
    var listening = Listening(bus.address, SysupdateProgress())
    try listening.wait(for: "progress 30", service)
    #expect(listening.telling.commands.first == "reset")
  }

  @Test func `a job that fails tells its status`() throws {
    let bus = try PrivateBus()
    let service = try service(on: bus)
    var listening = Listening(bus.address, SysupdateProgress())
    try listening.wait([service]) { _ in service.calls.contains("ListJobs") }
    move(service, 1, 10)
    remove(service, 1, -5)
    try listening.wait(for: "fail", service)
    #expect(listening.telling.messages.last == "The update has failed with status -5")
  }
}
