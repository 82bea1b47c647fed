import Testing

@testable import flipbook

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

  @Test func `whatever comes is no trap`() {
    #expect(StatusReply("=").fields.count == 1)
    #expect(StatusReply("a b= c=\"").fields.map(\.key) == ["b", "c"])
    #expect(StatusReply("").fields.isEmpty)
  }
}
