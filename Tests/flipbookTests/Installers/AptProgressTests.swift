// SPDX-License-Identifier: Apache-2.0

import Support
import Installers
import Text
import Testing

@testable import Followers

@Suite struct AptProgressTests {
  private func follow(_ capture: String, downloadsOnly: Bool = false) throws -> CommandRecorder {
    CommandRecorder(
      AptProgress(downloadsOnly: downloadsOnly), try Captures.lines("apt-status-\(capture).txt"))
  }

  @Test(arguments: ["sample", "reinstall", "remove", "update", "pmconffile", "pmerror"])
  func `progress of a real run rises with every command and stays below 100`(name: String) throws {
    #expect(try follow(name).isSound)
  }

  @Test func `downloads are the first part and dpkg's work the rest`() throws {
    let commands = try follow("sample").commands
    let downloaded = try #require(commands.firstIndex(of: "progress 30"))
    let unpacking = try #require(commands.firstIndex(of: "message Running dpkg"))
    #expect(downloaded < unpacking)
    #expect(commands.suffix(2) == ["progress 94.6153", "progress/2 92.3077"])
  }

  @Test func `other weights move the border between the two`() throws {
    let weights = try #require(StageWeights("1,1"))
    let recorded = CommandRecorder(
      AptProgress(weights: weights), try Captures.lines("apt-status-sample.txt"))
    #expect(recorded.commands.contains("progress 50"))
    #expect(recorded.isSound)
  }

  @Test func `without downloads dpkg's work is the whole`() throws {
    let shown = try follow("remove").overall
    #expect(shown.first == .zero)
    #expect(shown.last == Percentage(whole: 80))
  }

  @Test func `with nothing to install downloads are the whole`() throws {
    #expect(try follow("update", downloadsOnly: true).overall.last == ProgressModel.last)
  }

  @Test func `the second channel goes from 0 to 100 for each of the two`() throws {
    let steps = try follow("sample").commands.filter { $0.hasPrefix("progress/2") }
    #expect(steps.first == "progress/2 0")
    let whole = try #require(steps.firstIndex(of: "progress/2 100"))
    #expect(steps[whole + 1] == "progress/2 0")
  }

  @Test func `the message is what is being done and is not repeated`() throws {
    let messages = try follow("sample").messages
    #expect(messages.first == "Retrieving file 1 of 3")
    #expect(messages.last == "Installed cowsay (amd64)")
    #expect(zip(messages, messages.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func `an error shows its reason and fails, and nothing follows`() throws {
    let recorded = try follow("pmerror")
    #expect(
      recorded.commands.suffix(2) == [
        "message installed zz-sfd-fail package post-installation script subprocess returned error exit status 3",
        "fail",
      ])
    var more = recorded
    more.add([.message("more"), .overall(.hundred), .succeeded])
    #expect(more.commands == recorded.commands)
  }

  @Test func `nothing rises by an error of dpkg's, nor by a file that cannot be downloaded`() throws
  {
    let broken = try follow("pmerror")
    let working = CommandRecorder(
      AptProgress(), try Captures.lines("apt-status-pmerror.txt").dropLast())
    #expect(broken.overall == working.overall)
    // Two files of the same size, of which the first is missing.
    var missing = try follow("download-failed", downloadsOnly: true)
    missing.add([.failed("apt-get failed with status 100")])
    #expect(missing.overall == [.zero, try #require(Percentage("49.9989"))])
    #expect(missing.commands.last == "fail")
  }

  @Test func `a reason that does not name the package gets its name`() {
    var apt = AptProgress()
    #expect(
      apt.events(for: .error(package: "/a/b/frob_1.2_all.deb", text: "no space"))
        == [.failed("frob: no space")])
  }

  @Test func `a question is shown while it waits`() throws {
    let recorded = try follow("pmconffile")
    #expect(recorded.messages.contains("Waiting for a decision about /etc/zz-sfd.conf"))
  }

  @Test func `a missing disc is asked for`() {
    var apt = AptProgress()
    #expect(
      apt.events(for: .mediaChange(medium: "Disc 2", drive: "/cdrom", text: ""))
        == [.message("Insert Disc 2 into /cdrom")])
  }
}
