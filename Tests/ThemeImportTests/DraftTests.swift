// SPDX-License-Identifier: Apache-2.0

import Testing
import ThemeImport

struct DraftTests {
  @Test func `values are written as TOML has them`() {
    #expect(DraftValue.string("a \"b\" \\ \u{1B}").text == #""a \"b\" \\ \u001B""#)
    #expect(DraftValue.thousandths(-1250).text == "-1.25")
    #expect(DraftValue.color(0x0000FF).text == "\"0000FF\"")
    #expect(DraftValue.color(withOpacity: 0x0102_0304).text == "\"01020304\"")
    #expect(DraftValue.list([.integer(1), .boolean(true)]).text == "[1, true]")
    #expect(DraftValue.pixels(1080).text == "{ size = \"90%\", max = 1080 }")
    #expect(DraftValue.key("a b") == "\"a b\"")
  }

  @Test func `a name becomes one that a theme can have`() {
    #expect(ThemeDraft.elementName("../../etc/passwd", otherwise: "x") == "etc-passwd")
    #expect(ThemeDraft.elementName("…", otherwise: "x") == "x")
    // No option on a command line.
    #expect(ThemeDraft.elementName("--help", otherwise: "x") == "help")
    #expect(ThemeDraft.elementName("---", otherwise: "x") == "x")
  }

  @Test func `files of one name get different ones, and equal files one`() {
    var draft = ThemeDraft(name: "x")
    #expect(draft.add([1], as: "background.png") == "background.png")
    #expect(draft.add([2], as: "background.png") == "background-2.png")
    #expect(draft.add([3], as: "background.png") == "background-3.png")
    #expect(draft.add([2], as: "other.png") == "background-2.png")
    #expect(draft.files.map(\.name) == ["background.png", "background-2.png", "background-3.png"])
  }

  @Test func `a long report ends with the number of further lines`() {
    var report = ImportReport()
    for index in 0..<403 { report.leftOut("\(index)") }
    // The same line is not counted again.
    report.leftOut("402")
    #expect(report.lines.count == 400)
    #expect(report.text.hasSuffix("left out: 399\n… 3 more\n"))
  }
}
