// SPDX-License-Identifier: Apache-2.0

import FlipbookClient
import Testing

@Suite struct StatusFieldsTests {
  private func fields(_ line: String) -> [[String]] {
    let bytes = Array(line.utf8)
    var fields = StatusFields()
    var result: [[String]] = []
    while let field = fields.next(in: bytes.span) {
      result.append([
        String(decoding: bytes[field.key], as: UTF8.self),
        String(decoding: bytes[field.value], as: UTF8.self),
      ])
    }
    return result
  }

  @Test func `a value with blanks stands in quotes`() {
    #expect(
      fields(#"state=active message="a \"b\" \\" shown=1.5"#) == [
        ["state", "active"], ["message", #"a \"b\" \\"#], ["shown", "1.5"],
      ])
    #expect(fields("  a=  b=1 ") == [["a", ""], ["b", "1"]])
    #expect(fields("word a=1") == [["a", "1"]])
  }

  @Test(arguments: ["", "=", "a", "a=\"", "a=\"\\", "a=\"b", "a=\"b\\\"", "a=\"\"b=2", " "])
  func `what is cut off ends the line`(_ line: String) {
    #expect(fields(line).count <= 2)
  }
}
