// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PlymouthScript

@Suite struct TemplateTextTests {
  @Test(arguments: [
    ("Hello", "Hello"), ("@title", " @title"), ("a@b", "a@b"), ("{a}", "{{a}}"),
    ("@\u{301}", " @\u{301}"), ("{\u{301}x}", "{{\u{301}x}}"), ("", ""),
  ])
  func `a text is shown as it is`(text: String, template: String) {
    #expect(Array(TemplateText.plain(text).utf8) == Array(template.utf8))
  }

  @Test func `only the beginning of a text with the progress is guarded`() {
    #expect(TemplateText.percent(after: "@{", before: "@}") == " @{{{percent}@}}")
    #expect(TemplateText.percent(after: "", before: "@") == "{percent}@")
  }

  @Test(arguments: ["@title", "\\n@title"])
  func `a script's text is never the name of a standard text`(text: String) throws {
    let scene = try Scripts.scene("s = Sprite(Image.Text(\"\(text)\", 1, 1, 1));")
    guard case .text(let found)? = scene.items.first else {
      Issue.record("There is no text.")
      return
    }
    #expect(found.template == " @title")
  }
}
