// SPDX-License-Identifier: Apache-2.0

import Support
import Testing

@testable import Followers
@testable import Installers

@Suite struct DpkgProgressTests {
  /// The cases of the capture, which have a heading each.
  private func cases(_ capture: String = "sample") throws -> [[[UInt8]]] {
    let text = String(decoding: try Captures.bytes("dpkg-status-\(capture).txt"), as: UTF8.self)
    return text.split(separator: "# dpkg").map { part in
      part.split(separator: "\n").dropFirst().map { Array($0.utf8) }
    }
  }

  @Test func `lines of a real dpkg are understood`() {
    func line(_ text: String) -> DpkgStatusLine? { DpkgStatusLine(text.utf8) }
    #expect(
      line("processing: install: libc6:amd64")
        == .processing(operation: "install", package: "libc6:amd64"))
    #expect(
      line("status: libc6:amd64: half-installed")
        == .state(package: "libc6:amd64", state: "half-installed"))
    #expect(
      line("status: /etc/a b : conffile-prompt : '/etc/a b' '/etc/a b.dpkg-new' 1 1 ")
        == .configurationFile(path: "/etc/a b"))
    #expect(line("status: a : error : it: broke") == .error(package: "a", text: "it: broke"))
    #expect(line("status:") == nil)
    #expect(line("") == nil)
  }

  @Test func `an installation goes through its states`() throws {
    let recorded = CommandRecorder(DpkgProgress(), try cases()[0])
    #expect(recorded.overall == [25, 50, 75, 99].map { Percentage(whole: $0) })
    #expect(recorded.messages == ["Unpacking zz-sfd-conf", "Configuring zz-sfd-conf"])
  }

  @Test func `the old version's states count little in an upgrade`() throws {
    let recorded = CommandRecorder(DpkgProgress(), try cases()[1])
    #expect(recorded.overall == [5, 10, 25, 50, 75, 99].map { Percentage(whole: $0) })
    #expect(recorded.messages.contains("Waiting for a decision about /etc/zz-sfd.conf"))
  }

  @Test func `an error is a failure with its reason`() throws {
    let recorded = CommandRecorder(DpkgProgress(), try cases()[2])
    #expect(recorded.commands.last == "fail")
    #expect(
      recorded.messages.last
        == "installed zz-sfd-fail package post-installation script subprocess returned error exit status 3"
    )
  }

  @Test(arguments: zip(0...3, [25, 30, 5, 25]))
  func `nothing rises by an error or by what dpkg does after it`(index: Int, percent: Int) throws {
    let recorded = CommandRecorder(DpkgProgress(), try cases("failures")[index])
    #expect(recorded.overall.last == Percentage(whole: percent))
    #expect(recorded.commands.last == "fail")
  }

  @Test func `removals count as well, and states before them do not`() throws {
    let recorded = CommandRecorder(DpkgProgress(), try cases()[3])
    #expect(recorded.isSound)
    #expect(recorded.overall.last == ProgressModel.last)
    #expect(recorded.messages.last == "Purging zz-sfd-conf")
  }

  @Test func `packages that are expected count from the beginning`() throws {
    let recorded = CommandRecorder(DpkgProgress(expected: 4), try cases()[0])
    #expect(recorded.overall.last == Percentage(whole: 25))
  }

  @Test func `a package that comes later does not take progress back`() {
    let lines = [
      "processing: install: a", "status: a: half-installed", "status: a: unpacked",
      "processing: install: b", "status: b: half-installed", "status: b: unpacked",
      "processing: configure: a", "status: a: installed",
    ]
    let recorded = CommandRecorder(DpkgProgress(), lines.map { Array($0.utf8) })
    #expect(recorded.overall == [25, 50, 75].map { Percentage(whole: $0) })
  }
}
