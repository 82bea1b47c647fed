// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import ControlClient
import Testing
import Text

@testable import Followers

@Suite struct FollowArgumentsTests {
  /// Has the words of a line, with one blank between them.
  private func withWords<Result>(
    _ line: String, _ body: (borrowing ProgramArguments) throws -> Result
  ) rethrows -> Result {
    let words = ["flipbookctl"] + line.split(separator: " ").map(String.init)
    // Copied with strdup and freed below, after the last use.
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return try unsafe pointers.withUnsafeMutableBufferPointer { vector in
      guard let start = vector.baseAddress else { preconditionFailure("The vector is empty.") }
      return try body(unsafe ProgramArguments(count: words.count, values: start))
    }
  }

  @Test func `each source has its options`() throws {
    try withWords("follow apt --fd 7 --done --weights=1,3 --download-only --eta") { words in
      let apt = try #require(try FollowArguments(words))
      #expect(apt.source == .apt && apt.descriptor == 7 && apt.has(.done))
      #expect(apt.has(.downloadOnly) && apt.has(.eta) && !apt.has(.once))
      #expect(apt.weights(in: words) == StageWeights([1, 3]))
    }
    try withWords("--socket /a follow --path=/b swupdate --once") { words in
      let swupdate = try #require(try FollowArguments(words))
      #expect(swupdate.source == .swupdate && swupdate.has(.once))
      #expect(swupdate.value(of: .socket, in: words) == "/a")
      #expect(swupdate.value(of: .path, in: words) == "/b")
      #expect(swupdate.weights(in: words) == nil)
    }
    try withWords("follow rauc --bus unix:path=/c --record d") { words in
      let rauc = try #require(try FollowArguments(words))
      #expect(rauc.value(of: .bus, in: words) == "unix:path=/c")
      #expect(rauc.value(of: .record, in: words) == "d" && rauc.source == .rauc)
    }
  }

  @Test(arguments: [
    "", "status", "--json status", "--socket follow status", "--timeout 5 message follow",
    "message follow",
  ])
  func `another command is none of it`(line: String) throws {
    try withWords(line) { words in
      let isNone = try FollowArguments(words) == nil
      #expect(isNone)
    }
  }

  @Test(
    arguments: [
      ("follow", nil, "follow: a source is missing"), ("follow dpkg", 1, "no such source"),
      ("follow rauc now", 2, "there are more arguments than the command takes"),
      ("follow rauc --fd 3", 2, "the source has no such option"),
      ("follow stdin --once", 2, "the source has no such option"),
      ("follow stdin --fd x", 3, "no number of a descriptor"),
      ("follow stdin --fd 2147483648", 3, "no number of a descriptor"),
      ("follow stdin --fd", 2, "its value is missing"),
      ("follow rauc --bus=", 2, "its value is missing"),
      ("follow stdin --done=1", 2, "no such option"),
      ("follow stdin --timeout 5", 2, "no such option"),
      ("follow apt --weights 1,2,3", 3, "no weights such as 30,70"),
      ("follow swupdate --weights 0,0", 3, "no weights such as 30,70"),
    ] as [(String, Int?, String)])
  func `a mistake is one line`(line: String, word: Int?, problem: String) {
    withWords(line) { words in
      do throws(UsageError) {
        _ = try FollowArguments(words)
        Issue.record("no mistake")
      } catch {
        #expect(error.word == word && "\(error.problem)" == problem)
      }
    }
  }
}
