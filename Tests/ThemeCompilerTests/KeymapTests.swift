// SPDX-License-Identifier: Apache-2.0

import CXKB
import Testing
import Theme

@testable import ThemeCompiler
import Keymaps

/// Typing with a keymap pack agrees with libxkbcommon.
@Suite struct KeymapTests {
  private static let layouts = [
    "us", "us:intl", "us:dvorak", "gb", "de", "de:nodeadkeys", "ch", "ch:fr", "fr", "fr:bepo", "be",
    "es",
    "pt", "br", "it", "tr", "se", "dk", "no", "fi", "pl", "cz", "hu", "ru", "ua", "gr", "il", "bg",
  ]
  private static let locale = "en_US.UTF-8"

  private func translator(_ names: [String], exactly: Bool = true) throws -> KeyTranslator {
    let result = try KeymapCompiler.compile(names, locale: Self.locale, exactly: exactly)
    return KeyTranslator(try Pack(result.bytes, isKeymap: true))
  }

  private func text(_ word: UInt64) -> String {
    var (bytes, word): ([UInt8], UInt64) = ([], word)
    while word != 0 {
      bytes.append(UInt8(truncatingIfNeeded: word))
      word >>= 8
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// libxkbcommon's own keyboard of a layout.
  @safe private final class Library {
    // Not null, and not shared.
    private let keyboard: OpaquePointer

    init?(_ name: String) {
      let parts = name.split(separator: ":")
      // Texts that live until the call returns.
      guard
        let keyboard = unsafe cxkb_open(
          String(parts[0]), parts.count > 1 ? String(parts[1]) : "", 0, "", KeymapTests.locale)
      else { return nil }
      unsafe self.keyboard = keyboard
    }

    // It is open during the life of this object.
    deinit { unsafe cxkb_close(keyboard) }

    func value(_ code: Int, _ modifiers: Int) -> UInt16 {
      // Likewise.
      unsafe cxkb_value(keyboard, UInt8(code), UInt32(modifiers))
    }

    func both(_ first: (Int, Int), _ second: (Int, Int)) -> UInt16 {
      // Likewise.
      unsafe cxkb_compose(
        keyboard, UInt8(first.0), UInt32(first.1), UInt8(second.0), UInt32(second.1))
    }
  }

  private func press(_ modifiers: Int, _ translator: inout KeyTranslator, action: Int = 1) {
    for (bit, key) in [(1, 42), (2, 100)] where modifiers & bit != 0 {
      _ = translator.bytes(for: key, action: action)
    }
    translator.isCapsLockOn = action == 1 && modifiers & 4 != 0
  }

  /// Whether a pack rightly lacks a character: a key that sends a control character.
  private func isControl(_ code: Int) -> Bool { [1, 14, 15, 28, 96, 111].contains(code) }

  @Test(arguments: layouts)
  func `every key with every modifier sends what it has`(name: String) throws {
    var translator = try translator([name])
    let library = try #require(Library(name))
    var count = 0
    for code in 1...255 where !isControl(code) {
      for modifiers in 0..<8 {
        let value = library.value(code, modifiers)
        translator.releaseAll()
        press(modifiers, &translator)
        let sent = text(translator.bytes(for: code, action: 1))
        press(modifiers, &translator, action: 0)
        let isDead = 0xE000...0xF8FF ~= value
        let expected = value == 0 || isDead ? "" : String(Character(Unicode.Scalar(value)!))
        #expect(sent == expected, "\(name): key \(code) with \(modifiers)")
        if !expected.isEmpty { count += 1 }
      }
    }
    #expect(count > 250)
  }

  /// The key between left Shift and Z has a third level even where the right Alt selects none.
  @Test(arguments: [
    ("us", "<", ">"), ("ru", "/", "|"), ("il", "|", "¦"), ("us:intl", "\\", "|"), ("de", "|", ""),
  ])
  func `the right Alt is AltGr where it is one`(name: String, own: String, shifted: String) throws {
    var translator = try translator([name])
    var sent: [String] = []
    for modifiers in [2, 3] {
      press(modifiers, &translator)
      sent.append(text(translator.bytes(for: 86, action: 1)))
      press(modifiers, &translator, action: 0)
    }
    #expect(sent == [own, shifted])
  }

  @Test(arguments: layouts)
  func `every dead key goes with every key as the compose table says`(name: String) throws {
    var translator = try translator([name])
    let library = try #require(Library(name))
    var keys: [(code: Int, level: Int, value: UInt16)] = []
    for code in 1...255 where !isControl(code) {
      for level in 0..<4 {
        let value = library.value(code, level)
        if value != 0 { keys.append((code, level, value)) }
      }
    }
    for dead in keys where 0xE000...0xF8FF ~= dead.value {
      for base in keys {
        let both = library.both((dead.code, dead.level), (base.code, base.level))
        if both == 0 { continue }
        translator.releaseAll()
        press(dead.level, &translator)
        #expect(translator.bytes(for: dead.code, action: 1) == 0)
        press(dead.level, &translator, action: 0)
        press(base.level, &translator)
        let sent = text(translator.bytes(for: base.code, action: 1))
        press(base.level, &translator, action: 0)
        #expect(
          sent == String(Character(Unicode.Scalar(both)!)), "\(name): \(dead) and \(base)")
      }
    }
  }

  @Test func `keys go from layout to layout and the name says which`() throws {
    var translator = try translator(["de", "fr", "gr"])
    func name() -> String { text(translator.layoutName) }
    #expect(name() == "de")
    // Alt, then Shift; Shift, then Alt; Super and Space.
    for (first, second, expected) in [(56, 42, "fr"), (54, 56, "gr"), (125, 57, "de")] {
      #expect(translator.bytes(for: first, action: 1) == 0)
      #expect(translator.bytes(for: second, action: 1) == 0)
      #expect(translator.bytes(for: second, action: 2) == 0)
      #expect(name() == expected)
      _ = translator.bytes(for: second, action: 0)
      _ = translator.bytes(for: first, action: 0)
    }
    #expect(text(translator.bytes(for: 21, action: 1)) == "z")
    // AltGr with Shift is a level.
    _ = translator.bytes(for: 100, action: 1)
    _ = translator.bytes(for: 42, action: 1)
    #expect(name() == "de")
  }

  @Test(arguments: [
    (["us", "us:dvorak", "de", "us:intl"], ["us", "us2", "de", "us3"]),
    (["ch:fr", "ch"], ["ch", "ch2"]),
  ])
  func `variants of one layout have names of their own`(names: [String], short: [String]) throws {
    var translator = try translator(names)
    var found: [String] = []
    for _ in names {
      found.append(text(translator.layoutName))
      for (key, action) in [(125, 1), (57, 1), (57, 0), (125, 0)] {
        _ = translator.bytes(for: key, action: action)
      }
    }
    #expect(found == short)
  }

  @Test func `a pair that is not there gives both, and Backspace takes a dead key back`() throws {
    var translator = try translator(["de"])
    // ´ and x
    #expect(translator.bytes(for: 13, action: 1) == 0)
    #expect(text(translator.bytes(for: 45, action: 1)) == "'x")
    #expect(translator.bytes(for: 13, action: 1) == 0)
    #expect(translator.bytes(for: 14, action: 1) == 0)
    #expect(text(translator.bytes(for: 18, action: 1)) == "e")
    #expect(text(translator.bytes(for: 28, action: 1)) == "\r")
    _ = translator.bytes(for: 29, action: 1)
    #expect(text(translator.bytes(for: 46, action: 1)) == "\u{3}")
  }

  @Test func `a layout without Latin letters has us before it`() throws {
    for name in ["ru", "gr", "il", "ua", "bg"] {
      let result = try KeymapCompiler.compile([name], locale: Self.locale, exactly: false)
      #expect(result.addsUS)
      let translator = KeyTranslator(try Pack(result.bytes, isKeymap: true))
      #expect(text(translator.layoutName) == "us")
    }
    #expect(try !KeymapCompiler.compile(["fr"], locale: Self.locale, exactly: false).addsUS)
    #expect(throws: KeymapCompiler.Problem.unknown("xx")) {
      try KeymapCompiler.compile(["xx"], locale: Self.locale, exactly: false)
    }
    #expect(throws: KeymapCompiler.Problem.tooMany) {
      try KeymapCompiler.compile(["ru", "ua", "bg", "gr"], locale: Self.locale, exactly: false)
    }
  }

  @Test func `a theme has layouts of its own as the keymap pack has them`() throws {
    let theme = try Themes.pack("keymap = [\"de\", \"fr\"]\n")
    let keymap = try Pack(
      KeymapCompiler.compile(["de", "fr"], locale: "en_US.UTF-8", exactly: false).bytes,
      isKeymap: true)
    for section in [PackSection.keys, .pairs] {
      #expect(theme.count(section) == keymap.count(section) && theme.count(section) > 0)
      let count = theme.count(section) * section.stride
      for offset in 0..<count {
        #expect(
          theme.byte(theme.position(section, 0) + offset)
            == keymap.byte(keymap.position(section, 0) + offset))
      }
    }
    for layout in 0..<2 {
      let (own, other) = (theme[KeymapRecord.self, layout], keymap[KeymapRecord.self, layout])
      for (own, other) in [(own.name, other.name), (own.shortName, other.shortName)] {
        let (a, b) = (theme.string(own), keymap.string(other))
        #expect(a.indices.map { a[$0] } == b.indices.map { b[$0] })
      }
    }
  }

  @Test func `a keymap pack is no theme, and a theme no keymap pack`() throws {
    let result = try KeymapCompiler.compile(["de", "us"], locale: Self.locale, exactly: true)
    #expect(result.bytes.count < 8192)
    #expect(throws: PackError.self) { try Pack(result.bytes) }
    for index in result.bytes.indices {
      var bytes = result.bytes
      bytes[index] ^= 1
      #expect(throws: PackError.self) { try Pack(bytes, isKeymap: true) }
    }
  }
}
