// SPDX-License-Identifier: Apache-2.0

import Support
import Installers
import Text
import Testing

@testable import Followers

@Suite struct AptStatusLineTests {
  private func line(_ text: String) -> AptStatusLine? { line(Array(text.utf8)) }

  private func line(_ bytes: [UInt8]) -> AptStatusLine? { AptStatusLine(bytes.span) }

  private func percent(_ tenThousandths: Int) -> Percentage {
    Percentage(tenThousandths: tenThousandths)
  }

  @Test func `a download's line has its percentage and text`() {
    #expect(
      line("dlstatus:2:15.7161:Retrieving file 2 of 3")
        == .download(percent: percent(157_161), text: "Retrieving file 2 of 3"))
  }

  @Test func `a text may hold colons`() {
    #expect(
      line("pmstatus:a:5.0000:Note: x: y")
        == .package(name: "a", percent: percent(50000), text: "Note: x: y"))
  }

  @Test func `a package may be named with its architecture`() {
    #expect(
      line("pmstatus:libc6:i386:46.1538:Unpacking libc6:i386")
        == .package(name: "libc6:i386", percent: percent(461_538), text: "Unpacking libc6:i386"))
  }

  @Test func `an error names the package or its file`() {
    #expect(
      line("pmerror:/var/cache/apt/archives/x_1%3a2_all.deb:33.3333:trying to overwrite '/a'")
        == .error(
          package: "/var/cache/apt/archives/x_1%3a2_all.deb", text: "trying to overwrite '/a'"))
  }

  @Test func `a question about a configuration file names it`() {
    #expect(
      line("pmconffile:/etc/zz.conf:40.0000:'/etc/zz.conf' '/etc/zz.conf.dpkg-new' 1 1 ")
        == .configurationFile(path: "/etc/zz.conf"))
  }

  @Test func `a change of media names the disc and the drive`() {
    #expect(
      line("media-change:Debian 12:/media/cdrom/:Please insert: the disc")
        == .mediaChange(
          medium: "Debian 12", drive: "/media/cdrom/", text: "Please insert: the disc"))
  }

  @Test func `control characters and broken bytes become harmless`() {
    #expect(
      line(Array("pmstatus:a:1.0:b\tc".utf8) + [0xFF])
        == .package(name: "a", percent: percent(10000), text: "b c\u{FFFD}"))
  }

  @Test(arguments: [
    "", ":", "pmstatus", "pmstatus:a", "pmstatus:a:50", "pmstatus:a:x:y", "other:a:1.0:b",
    "media-change:a", "pmstatus:a:-1:b", "pmstatus:a:1e3:b", "pmstatus:a:NaN:b",
  ])
  func `a line that is not understood is none`(text: String) {
    #expect(line(text) == nil)
  }

  @Test func `a percentage above 100 is 100`() {
    #expect(Percentage("250.5") == .hundred)
  }

  @Test func `every captured line is understood`() throws {
    for name in ["sample", "pmerror", "pmconffile", "reinstall", "remove", "update"] {
      for bytes in try Captures.lines("apt-status-\(name).txt") {
        #expect(line(bytes) != nil)
      }
    }
  }
}
