// SPDX-License-Identifier: Apache-2.0

import FlipbookClient
import Foundation
import Glibc
import Synchronization
import Testing
import Text

/// A person at a keyboard: a terminal on which the same line is typed until the test stops it.
private final class Person: Sendable {
  let terminal: String
  private let keys: Int32
  private let hasAnswered = Mutex(false)

  init() throws {
    keys = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN of the kernel's <asm-generic/ioctls.h>.
    var (isLocked, number) = (Int32(0), UInt32(0))
    try #require(ioctl(keys, 0x4004_5431, &isLocked) == 0 && ioctl(keys, 0x8004_5430, &number) == 0)
    terminal = "/dev/pts/\(number)"
  }

  deinit { close(keys) }

  /// The daemon discards keys that were typed before its question is visible.
  func type(_ line: String) {
    Thread.detachNewThread { [self] in
      while !hasAnswered.withLock({ $0 }) {
        _ = Array(line.utf8).withUnsafeBytes { write(keys, $0.baseAddress, $0.count) }
        usleep(100_000)
      }
    }
  }

  func stop() { hasAnswered.withLock { $0 = true } }
}

/// Questions go to the daemon of the machine: its name is a variable of the environment, which all tests share.
@Suite(.serialized) struct PromptTests {
  private func text(_ answer: borrowing PromptAnswer) -> String {
    let bytes = answer.utf8
    return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  private func daemon(_ keyboard: String) throws -> Daemon {
    let name = "@flipbook-\(UUID().uuidString)"
    setenv("PLY_BOOT_SOCKET_PATH", name, 1)
    return try Daemon("--plymouth", name, "--keyboard", keyboard)
  }

  @Test(arguments: [true, false])
  func `a person's answer is received`(isSecret: Bool) throws {
    let person = try Person()
    let daemon = try daemon(person.terminal)
    person.type("h\u{E4}nsel\r")
    let answer = try PromptAnswer(to: "Passphrase of the backup", isSecret: isSecret)
    person.stop()
    if let answer {
      #expect(text(answer) == "h\u{E4}nsel")
    } else {
      Issue.record("the person has answered")
    }
    _ = daemon
  }

  @Test func `a person may refuse`() throws {
    let person = try Person()
    let daemon = try daemon(person.terminal)
    person.type("\u{3}")
    let answer = try PromptAnswer(to: "Passphrase of the backup")
    person.stop()
    if answer != nil { Issue.record("Control-C is no answer") }
    _ = daemon
  }

  @Test func `without a keyboard a question is refused`() throws {
    let daemon = try daemon("none")
    do throws(DaemonError) {
      _ = try PromptAnswer(to: "")
      Issue.record("there is no keyboard")
    } catch {
      #expect(error == .refused("the daemon has no keyboard to answer at"))
    }
    _ = daemon
  }

  @Test func `without a daemon nobody is asked`() {
    setenv("PLY_BOOT_SOCKET_PATH", "@flipbook-nobody-\(UUID().uuidString)", 1)
    do throws(DaemonError) {
      _ = try PromptAnswer(to: "Passphrase")
      Issue.record("there is no daemon")
    } catch {
      #expect("\(error)" == "no daemon that root or you run listens for questions")
    }
  }
}
