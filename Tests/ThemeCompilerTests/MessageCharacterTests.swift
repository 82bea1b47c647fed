// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeCompiler

/// Languages with scripts that messages cannot use.
@Suite struct MessageCharacterTests {
  private static func lines(_ locale: String, _ font: String) -> [String] {
    let result = Fonts.compile(
      "flipbook = 1\nlocales = [\"en\", \"\(locale)\"]\n\(font)\n"
    )
    return result.diagnostics.sorted.map { $0.line(file: "t") }
      .filter { $0.contains("{message}") }
  }

  private static func font(_ file: String, characters: String) -> String {
    "[fonts.f]\nfile = \"\(file)\"\ncharacters = [\(characters)]\n[stage]\nfont = \"f\""
  }

  @Test(arguments: [("ar", "ا"), ("hi", "क"), ("th", "ก"), ("zh_CN", "的"), ("ru", "а")])
  func `a message without its language's letters is a warning`(locale: String, letter: String) {
    let end =
      "\(locale): {message} is shown without this language's letters, such as '\(letter)': what programs send appears as boxes"
    #expect(
      Self.lines(locale, "") == ["t:1:1: warning: locales: \(end)"])
    #expect(
      Self.lines(locale, Self.font("DejaVuSans.ttf", characters: "\"latin\""))
        == ["t:5:14: warning: fonts.f.characters: \(end)"])
  }

  @Test(arguments: [
    ("de", "DejaVuSans.ttf", "\"ascii\""), ("ru", "DejaVuSans.ttf", "\"cyrillic\""),
    ("th", "NotoSansThai-Regular.ttf", "\"ascii\", \"U+E01-E5B\""),
    ("zh", "NotoSansCJK-Regular.ttc", "\"ascii\", \"U+4E00-9FA5\""),
  ])
  func `a message with them is none`(locale: String, file: String, characters: String) {
    #expect(
      Self.lines(locale, Self.font(file, characters: characters)) == [])
  }
}
