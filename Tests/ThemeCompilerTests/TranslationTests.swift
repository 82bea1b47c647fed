// SPDX-License-Identifier: Apache-2.0

import Testing
import Theme

@testable import ThemeCompiler

/// Translations by PO files, and the template for them.
@Suite struct TranslationTests {
  private static let theme = """
    flipbook = 1
    name = "Acme"
    locales = ["en", "de", "ru", "ar"]
    messages = ["Checking disks"]
    [text.title]
    text = ["Getting \\"ready\\"", "@failed"]
    [text.left]
    text = "{eta} left, {percent}"
    [translations.de]
    po = "po/de.po"
    "Getting \\"ready\\"" = "Wird vorbereitet"
    [translations.ru]
    po = "po/ru.po"
    [translations.ar]
    po = "po/ar.po"

    """

  private static func compile(_ po: [String: String]) -> ThemeCompiler.Result {
    ThemeCompiler.compile(Array(theme.utf8), folder: "folder") { name in
      po[name].map { .bytes(Array($0.utf8)) } ?? .bytes([])
    }
  }

  private static func lines(_ po: [String: String]) -> [String] {
    compile(po).diagnostics.sorted.filter { $0.key != "locales" }.map {
      $0.line(file: "t/theme.toml")
    }
  }

  /// The texts of the first text element, of messages and of times, in each language.
  private static func texts(_ po: [String: String]) throws -> [[String]] {
    let pack = try Pack(try #require(compile(po).pack))
    return (0..<pack.count(.locales)).map { locale in
      (0..<pack.textCount).map { pack.text($0, locale: locale) }
    }
  }

  @Test func `texts are those of a language's file`() throws {
    let texts = try Self.texts([
      "po/de.po": """
      # Kommentar
      msgid ""
      msgstr ""
      "Content-Type: text/plain; charset=UTF-8\\n"

      #. text.title.text
      #: theme.toml:6
      msgid "Getting "
      "\\"ready\\""
      msgstr "Nicht dieser: die Datei des Themas gilt"

      msgid "Checking disks"
      msgstr ""
      "Laufwerke werden "
      "gepr\u{FC}ft"

      #, fuzzy
      msgid "@failed"
      msgstr "Unklar"

      #~ msgid "Old"
      #~ msgstr "Alt"
      """,
      "po/ru.po": "msgid \"Getting \\\"ready\\\"\"\r\nmsgstr \"Подготовка\"\r\n\r\n"
        + "msgid \"{eta} left, {percent}\"\r\nmsgstr \"{percent}, осталось {eta}\"\r\n"
        + "msgid \"@minutes\"\nmsgstr \"{0} мин\"\nmsgid \"@failed\"\nmsgstr \"Ошибка\"",
      "po/ar.po": "\u{FEFF}msgid \"Getting \\\"ready\\\"\"\nmsgstr \"جارٍ \\\"التحضير\\\"\"\n"
        + "msgid \"Checking disks\"\nmsgstr \"\"\n",
    ])
    #expect(texts[0].contains("Getting \"ready\"") && texts[0].contains("{2} left, {1}"))
    #expect(texts[1].contains("Wird vorbereitet") && texts[1].contains("Laufwerke werden geprüft"))
    #expect(texts[1].contains("Fehlgeschlagen"))
    #expect(texts[2].contains("Подготовка") && texts[2].contains("{1}, осталось {2}"))
    #expect(texts[2].contains("{4} мин") && texts[2].contains("Ошибка"))
    #expect(texts[3].contains("جارٍ \"التحضير\"") && texts[3].contains("Checking disks"))
    #expect(Set(texts.map(\.count)).count == 1)
  }

  static let mistakes: [(po: String, line: String)] = [
    ("msgid \"a", "1:7: error: the text has no end; expected a quote at the line's end"),
    ("\n\nmsgid \"a\"", "3:1: error: it has no msgstr; expected msgstr"),
    (
      "msgid \"a\"\nmsgid \"b\"\nmsgstr \"c\"",
      "2:1: error: the text before has no msgstr; expected msgstr"
    ),
    ("msgstr \"a\"", "1:1: error: there is no msgid before it; expected msgid"),
    (
      "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"",
      "2:1: error: a theme's texts have no plural forms; expected msgid and msgstr"
    ),
    (
      "msgit \"a\"",
      "1:1: error: there is no keyword 'msgit'; expected msgctxt, msgid, msgstr, a text or #"
    ),
    (
      "msgid \"a\\q\"\nmsgstr \"\"",
      "1:9: error: there is no such escape; expected \\n, \\t, \\\", \\\\, \\101 or \\x41"
    ),
    (
      "msgid \"a\" b\nmsgstr \"\"",
      "1:11: error: something follows the text; expected the line's end"
    ),
    (
      "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-1\\n\"",
      "2:1: error: its charset is ISO-8859-1; expected UTF-8"
    ),
    (
      "msgid \"@done\"\nmsgstr \"a\"\nmsgid \"@done\"\nmsgstr \"b\"",
      "3:1: error: the text is there already, line 1; expected each text once"
    ),
    (
      "msgctxt \"x\"\nmsgid \"@done\"\nmsgstr \"a\"",
      "2:1: warning: a theme's texts have no context: it is not used"
    ),
    (
      "msgid \"Shutting\"\nmsgstr \"a\"",
      "2:1: warning: translations.ru: 'Shutting' is none of the theme's texts, and its translation is never shown"
    ),
    (
      "msgid \"{eta} left, {percent}\"\nmsgstr \"{eta}\"",
      "2:1: warning: translations.ru: '{eta} left, {percent}' has other placeholders"
    ),
    (
      "msgid \"{eta} left, {percent}\"\nmsgstr \"{etta}\"",
      "2:1: error: translations.ru: '{etta}': there is no placeholder {etta}; expected {message}, {percent}, {eta} or {keymap}; did you mean '{eta}'?"
    ),
    (
      "msgid \"@failed\"\nmsgstr \"a{\"",
      "2:1: warning: translations.ru: 'Failed' has other numbers"
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake is reported with its file and place`(mistake: (po: String, line: String)) {
    let lines = Self.lines(["po/ru.po": mistake.po])
    #expect(lines.first == "t/po/ru.po:\(mistake.line)")
  }

  @Test func `a file that is no UTF-8, or is not there, costs a line`() {
    let result = ThemeCompiler.compile(Array(Self.theme.utf8), folder: "folder") { name in
      switch name {
      case "po/de.po": .unreadable("there is no such file")
      case "po/ru.po": .bytes(Array("msgid \"a\"\nmsgstr \"".utf8) + [0xE4, 0x22])
      default: .bytes([])
      }
    }
    #expect(
      result.diagnostics.sorted.map { $0.line(file: "theme.toml") } == [
        "theme.toml:10:6: error: translations.de.po: 'po/de.po' cannot be used: there is no such file; expected a PO file",
        "po/ru.po:2:1: error: it is no UTF-8; expected a file in UTF-8",
      ])
  }

  @Test func `the template has each text once, with its places`() throws {
    let template = try #require(Self.compile([:]).textTemplate)
    #expect(
      template == """
        msgid ""
        msgstr ""
        "Project-Id-Version: Acme \\n"
        "Language: \\n"
        "MIME-Version: 1.0\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Content-Transfer-Encoding: 8bit\\n"

        #. {0} h {1} min
        msgid "@hours"
        msgstr ""

        #. {0} min
        msgid "@minutes"
        msgstr ""

        #. {0} s
        msgid "@seconds"
        msgstr ""

        #. text.title.text
        #: theme.toml:6
        msgid "Getting \\"ready\\""
        msgstr ""

        #. Failed
        #. text.title.text
        #: theme.toml:6
        msgid "@failed"
        msgstr ""

        #. text.left.text
        #: theme.toml:8
        msgid "{eta} left, {percent}"
        msgstr ""

        #. Shutting down
        msgid "@shutting-down"
        msgstr ""

        #. Restarting
        msgid "@restarting"
        msgstr ""

        #. Installing updates. Do not turn off
        msgid "@installing-updates"
        msgstr ""

        #. Upgrading the system. Do not turn off
        msgid "@upgrading-system"
        msgstr ""

        #. Upgrading firmware. Do not turn off
        msgid "@upgrading-firmware"
        msgstr ""

        #. Resetting the system. Do not turn off
        msgid "@resetting-system"
        msgstr ""

        #. Caps Lock is on
        msgid "@caps-lock"
        msgstr ""

        #. messages
        #: theme.toml:4
        msgid "Checking disks"
        msgstr ""

        """)
    let file = POFile(Array(template.utf8))
    #expect(file.errors.isEmpty && file.entries.count == 15)
  }

  @Test func `the flag of an obsolete entry is not the next one's`() {
    let text = """
      #, fuzzy
      #~| msgid "Older"
      #~ msgid "Old"
      #~ msgstr "Alt"

      msgid "New"
      msgstr "Neu"
      #~ msgid "Old, too"
      #~ msgstr "Auch alt"
      #, fuzzy
      msgid "Other"
      msgstr "Unklar"
      """
    let file = POFile(Array(text.utf8))
    #expect(file.errors.isEmpty)
    #expect(file.entries.map(\.isFuzzy) == [false, true])
  }

  @Test func `random lines cost no more than lines`() {
    let words = [
      "msgid", "msgstr", "msgctxt", "#", "#, fuzzy", "\"", "\\", "\"a\"", "x41", "\n", " ", "{",
      "}",
      "ä", "msgstr[0]", "#~", "charset=",
    ]
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<20 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += words[Int(state >> 33) % words.count] + (state >> 60 < 4 ? "\n" : " ")
      }
      let result = Self.compile(["po/ru.po": text])
      #expect((result.pack == nil) == (result.diagnostics.errorCount > 0))
    }
  }
}
