// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ToolSupport

@Suite struct StatusReplyTests {
  @Test func `words are keys with values, and quotes hold blanks`() {
    let reply = StatusReply(
      "state=downloading percent=42.5 message=\"a \\\"b\\\" \\\\ c\" ready=yes")
    #expect(reply["state"] == "downloading")
    #expect(reply["message"] == "a \"b\" \\ c")
    #expect(reply["ready"] == "yes")
    #expect(reply["other"] == nil)
  }

  @Test func `as JSON numbers stay numbers`() {
    #expect(
      StatusReply("percent=42.5 version=007 message=\"x \\\"y\\\"\"").json
        == #"{"percent": 42.5, "version": "007", "message": "x \"y\""}"#)
  }

  @Test func `a text of digits stays a text`() {
    #expect(StatusReply("message=\"42\"").json == #"{"message": "42"}"#)
  }

  @Test func `what a terminal would obey is escaped`() {
    let hostile = "a\u{1B}[31m\u{202E}b\u{2066}\u{85}\u{2028}\u{200F}é"
    #expect(hostile.escaped == #"a\u{1B}[31m\u{202E}b\u{2066}\u{85}\u{2028}\u{200F}é"#)
    #expect(
      StatusReply("message=\"\u{1B}\u{202E}\"").json == #"{"message": "\u001b\u202e"}"#)
  }

  @Test func `whatever comes is no trap`() {
    #expect(StatusReply("=").fields.count == 1)
    #expect(StatusReply("a b= c=\"").fields.map(\.key) == ["b", "c"])
    #expect(StatusReply("").fields.isEmpty)
  }
}
