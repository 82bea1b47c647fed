// SPDX-License-Identifier: Apache-2.0

import FlipbookClient
import Testing

@testable import ToolSupport

@Suite struct DaemonStatusTests {
  @Test func `words are keys with values, and quotes hold blanks`() {
    let reply = DaemonStatus(
      "state=downloading percent=42.5 message=\"a \\\"b\\\" \\\\ c\" ready=yes")
    #expect(reply["state"] == "downloading")
    #expect(reply["message"] == "a \"b\" \\ c")
    #expect(reply["ready"] == "yes")
    #expect(reply["other"] == nil)
  }

  @Test func `as JSON numbers stay numbers`() {
    #expect(
      DaemonStatus("percent=42.5 version=007 message=\"x \\\"y\\\"\"").json
        == #"{"percent": 42.5, "version": "007", "message": "x \"y\""}"#)
  }

  @Test func `a text of digits stays a text`() {
    #expect(DaemonStatus("message=\"42\"").json == #"{"message": "42"}"#)
  }

  @Test func `what a terminal would obey is escaped`() {
    let hostile = "a\u{1B}[31m\u{202E}b\u{2066}\u{85}\u{2028}\u{200F}é"
    #expect(hostile.escaped == #"a\u{1B}[31m\u{202E}b\u{2066}\u{85}\u{2028}\u{200F}é"#)
    #expect(
      DaemonStatus("message=\"\u{1B}\u{202E}\"").json == #"{"message": "\u001b\u202e"}"#)
    // A tag character of a flag: two units.
    #expect(DaemonStatus("message=\"\u{E0067}\"").json == #"{"message": "\udb40\udc67"}"#)
  }

  @Test func `whatever comes is no trap`() {
    #expect(DaemonStatus("=").fields.count == 1)
    #expect(DaemonStatus("a b= c=\"").fields.map(\.key) == ["b", "c"])
    #expect(DaemonStatus("").fields.isEmpty)
  }
}
