// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Agent

@Suite struct AskFileTests {
  private func file(_ text: String) throws(AskFile.Problem) -> AskFile {
    try AskFile(Array(text.utf8))
  }

  /// In the format of systemd 252.
  private static let real = """
    [Ask]
    PID=412
    Socket=/run/systemd/ask-password/sck.8f1a2b3c4d5e6f70
    AcceptCached=1
    Echo=0
    NotAfter=94203117
    Silent=0
    Message=Please enter passphrase for disk QEMU_HARDDISK (root)!
    Icon=drive-harddisk
    Id=cryptsetup:/dev/vda2

    """

  @Test func `a request of systemd's is read`() throws {
    let file = try file(Self.real)
    #expect(file.message == "Please enter passphrase for disk QEMU_HARDDISK (root)!")
    #expect(file.socket == "/run/systemd/ask-password/sck.8f1a2b3c4d5e6f70")
    #expect(file.acceptsCached && !file.isEchoed)
    #expect(file.deadline == 94_203_117_000 && file.process == 412)
  }

  @Test func `only the socket is needed`() throws {
    let file = try file("# by hand\n[Other]\nSocket=/no\n[Ask]\r\nSocket = /s \n;x\nEcho=yes\n")
    #expect(file.socket == "/s" && file.isEchoed && !file.acceptsCached)
    #expect(file.message == "" && file.deadline == nil && file.process == nil)
    #expect(try self.file("[Ask]\nSocket=/s\nNotAfter=0\nPID=0").deadline == nil)
  }

  @Test(arguments: [
    ("", "there is no section [Ask]"), ("Socket=/s\n", "there is no section [Ask]"),
    ("[Ask]\nMessage=x", "Socket= is no absolute path"),
    ("[Ask]\nSocket=s", "Socket= is no absolute path"),
    ("[Ask]\nSocket=@s", "Socket= is no absolute path"),
  ])
  func `what is none is refused in words`(text: String, words: String) {
    #expect(throws: AskFile.Problem(words: words)) { try file(text) }
  }

  @Test(arguments: [
    "NotAfter=18446744073709551615",  // USEC_INFINITY
    "NotAfter=9223372036854776", "NotAfter=99999999999999999999999", "NotAfter=-1", "NotAfter=soon",
    "NotAfter=", "NotAfter", "PID=99999999999", "PID=-4", "PID=x", "Echo=maybe", "AcceptCached=2",
    "Silent=perhaps", "\u{FFFD}=\u{FFFD}",
  ])
  func `an optional key that is not understood does not prevent the question`(line: String) throws {
    let file = try file("[Ask]\nSocket=/s\n\(line)\nMessage=Passphrase?\n")
    #expect(file.message == "Passphrase?" && file.socket == "/s")
    #expect(file.deadline == nil && file.process == nil)
    #expect(!file.isEchoed && !file.acceptsCached)
  }

  @Test func `the last time that can be counted is one`() throws {
    let file = try file("[Ask]\nSocket=/s\nNotAfter=9223372036854775\n")
    #expect(file.deadline == 9_223_372_036_854_775_000)
  }

  @Test func `a name that no socket can have is refused`() {
    let long = "/" + String(repeating: "x", count: 107)
    #expect(throws: AskFile.Problem.self) { try file("[Ask]\nSocket=\(long)") }
    #expect(throws: Never.self) { try file("[Ask]\nSocket=\(long.dropLast())") }
  }

  @Test func `control characters do not reach the display`() throws {
    let file = try file("[Ask]\nSocket=/s\nMessage=a\u{1B}[31mb\n")
    #expect(!file.message.unicodeScalars.contains { $0.value < 32 })
  }
}
