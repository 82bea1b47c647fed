// SPDX-License-Identifier: Apache-2.0

import Text
import Testing
import ToolSupport

@testable import Followers

@Suite struct CommandBacklogTests {
  private func backlog(_ lines: [String]) -> [String] {
    var backlog = CommandBacklog()
    backlog.add(lines.map { LongText($0) })
    return backlog.lines.map { String(copying: $0.bytes) }
  }

  @Test func `the newest of a kind replaces the others and takes the last place`() {
    #expect(
      backlog(["progress 1", "message a", "progress 2", "message b"])
        == ["progress 2", "message b"])
  }

  @Test func `done is a progress`() {
    #expect(backlog(["progress 1", "done"]) == ["done"])
  }

  @Test func `channels are kinds of their own`() {
    #expect(backlog(["progress 1", "progress/2 1"]) == ["progress 1", "progress/2 1"])
  }

  @Test func `a reset leaves only the message before it`() {
    #expect(
      backlog(["message a", "start", "progress 5", "fail", "reset"]) == ["message a", "reset"])
  }
}
