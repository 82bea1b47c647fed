import Testing

@testable import flipbook

@Suite struct AptFollowerTests {
  private func follow(_ capture: String, downloadsOnly: Bool = false) throws -> [String] {
    var follower = AptFollower(downloadsOnly: downloadsOnly)
    return try Captures.lines("apt-status-\(capture).txt").flatMap { bytes in
      AptStatusLine(bytes).map { follower.commands(for: $0) } ?? []
    }
  }

  private func percentages(_ commands: [String]) -> [AptPercent] {
    commands.filter { $0.hasPrefix("progress ") }.compactMap { AptPercent($0.dropFirst(9)) }
  }

  @Test(arguments: ["sample", "reinstall", "remove", "update", "pmconffile", "pmerror"])
  func `progress of a real run rises with every command and stays below 100`(name: String) throws {
    let shown = percentages(try follow(name))
    #expect(shown.count > 1)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 })
    #expect(shown.allSatisfy { $0 < .hundred })
  }

  @Test func `downloads are the first part and dpkg's work the rest`() throws {
    let commands = try follow("sample")
    let downloaded = try #require(commands.firstIndex(of: "progress 30"))
    let unpacking = try #require(commands.firstIndex(of: "message Running dpkg"))
    #expect(downloaded < unpacking)
    #expect(commands.last == "progress 93.6923")
  }

  @Test func `without downloads dpkg's work is the whole`() throws {
    let shown = percentages(try follow("remove"))
    #expect(shown.first == .zero)
    #expect(shown.last == AptPercent(tenThousandths: 792_000))
  }

  @Test func `with nothing to install downloads are the whole`() throws {
    let shown = percentages(try follow("update", downloadsOnly: true))
    #expect(shown.last == AptFollower.last)
  }

  @Test func `the message is what is being done and is not repeated`() throws {
    let messages = try follow("sample").filter { $0.hasPrefix("message ") }
    #expect(messages.first == "message Retrieving file 1 of 3")
    #expect(messages.last == "message Installed cowsay (amd64)")
    #expect(zip(messages, messages.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func `an error shows its reason and fails, and nothing follows`() throws {
    let commands = try follow("pmerror")
    #expect(
      commands.suffix(2) == [
        "message installed zz-sfd-fail package post-installation script subprocess returned error exit status 3",
        "fail",
      ])
    var follower = AptFollower()
    #expect(!follower.commands(for: .error(package: "a", text: "a broke")).isEmpty)
    #expect(follower.hasFailed)
    #expect(follower.commands(for: .package(name: "b", percent: .hundred, text: "more")).isEmpty)
  }

  @Test func `a reason that does not name the package gets its name`() {
    var follower = AptFollower()
    #expect(
      follower.commands(for: .error(package: "/a/b/frob_1.2_all.deb", text: "no space"))
        == ["message frob: no space", "fail"])
  }

  @Test func `a question is shown while it waits`() throws {
    let commands = try follow("pmconffile")
    #expect(commands.contains("message Waiting for a decision about /etc/zz-sfd.conf"))
    #expect(commands.last == "progress 85.2")
  }

  @Test func `a missing disc is asked for`() {
    var follower = AptFollower()
    #expect(
      follower.commands(for: .mediaChange(medium: "Disc 2", drive: "/cdrom", text: ""))
        == ["message Insert Disc 2 into /cdrom"])
  }

  @Test func `progress that goes back is not shown`() {
    var follower = AptFollower()
    _ = follower.commands(
      for: .package(name: "a", percent: AptPercent(tenThousandths: 500_000), text: "a"))
    #expect(
      follower.commands(
        for: .package(name: "a", percent: AptPercent(tenThousandths: 400_000), text: "b"))
        == ["message b"])
  }
}
