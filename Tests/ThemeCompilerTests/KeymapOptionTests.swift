// SPDX-License-Identifier: Apache-2.0

import CXKB
import Keymaps
import Testing
import Theme

@testable import ThemeCompiler

/// Options of XKB in a keymap pack agree with libxkbcommon's own state machine.
@Suite struct KeymapOptionTests {
  private static let locale = "en_US.UTF-8"

  private func translator(_ names: [String], _ options: String) throws -> KeyTranslator {
    let result = try KeymapCompiler.compile(
      names, options: options, locale: Self.locale, exactly: true)
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

  private func typed(_ keys: [Int], _ translator: inout KeyTranslator) -> String {
    keys.map { key in
      let sent = text(translator.bytes(for: key, action: 1))
      _ = translator.bytes(for: key, action: 0)
      return sent
    }.joined()
  }

  /// libxkbcommon's own keyboard of several layouts.
  @safe private final class Library {
    // Not null, and not shared.
    private let keyboard: OpaquePointer

    init?(_ names: [String], _ options: String, number: Int = 0) {
      let parts = names.map { $0.split(separator: ":") }
      let layouts = parts.map { String($0[0]) }.joined(separator: ",")
      let variants = parts.map { $0.count > 1 ? String($0[1]) : "" }.joined(separator: ",")
      // Texts that live until the call returns.
      guard
        let keyboard = unsafe cxkb_open(
          layouts, variants, UInt32(number), options, KeymapOptionTests.locale)
      else { return nil }
      unsafe self.keyboard = keyboard
    }

    // It is open during the life of this object.
    deinit { unsafe cxkb_close(keyboard) }

    // Likewise, as in the others.
    func press(_ code: Int, _ isDown: Bool = true) {
      unsafe cxkb_press(keyboard, UInt8(code), isDown)
    }
    var group: Int { Int(unsafe cxkb_group(keyboard)) }
    func present(_ code: Int) -> UInt16 { unsafe cxkb_present(keyboard, UInt8(code)) }
    func value(_ code: Int, _ modifiers: Int) -> UInt16 {
      unsafe cxkb_value(keyboard, UInt8(code), UInt32(modifiers))
    }
    func composed(_ first: (Int, Int), _ second: (Int, Int)) -> UInt16 {
      unsafe cxkb_compose_two(
        keyboard, UInt8(first.0), UInt32(first.1), UInt8(second.0), UInt32(second.1))
    }
  }

  private static let switches = [
    "alt_shift_toggle", "win_space_toggle", "caps_toggle", "toggle", "shifts_toggle", "alts_toggle",
    "ctrls_toggle", "ctrl_shift_toggle", "lctrl_lshift_toggle", "rctrl_rshift_toggle",
    "ctrl_alt_toggle", "lalt_lshift_toggle", "alt_space_toggle", "menu_toggle", "lwin_toggle",
    "rwin_toggle", "lshift_toggle", "rshift_toggle", "lctrl_toggle", "rctrl_toggle", "sclk_toggle",
    "lalt_toggle", "shift_caps_toggle", "alt_caps_toggle", "shift_caps_switch", "win_menu_switch",
    "lctrl_rctrl_switch", "lctrl_lwin_toggle", "switch", "lswitch",
    "lwin_switch", "rwin_switch", "win_switch", "lctrl_lwin_rctrl_menu", "menu_switch",
    "caps_switch", "rctrl_switch",
  ]

  @Test(
    arguments: switches,
    [["us", "de"], ["us", "ru"], ["fr", "us:intl", "gr"], ["de", "il", "us", "cz"]])
  func `the keys of grp go from layout to layout as in libxkbcommon`(
    name: String, layouts: [String]
  ) throws {
    let options = "grp:" + name
    var translator = try translator(layouts, options)
    let library = try #require(Library(layouts, options))
    let pack = try Pack(
      KeymapCompiler.compile(layouts, options: options, locale: Self.locale, exactly: true).bytes,
      isKeymap: true)
    guard pack.count(.switches) > 0 else { return }
    func isSame() -> Bool {
      let word = translator.layoutName
      let own = pack.string(pack[KeymapRecord.self, library.group].shortName)
      return text(word) == String(decoding: own.indices.map { own[$0] }, as: UTF8.self)
    }
    var random = SeededNumbers(state: 11)
    let modifiers = [42, 54, 29, 97, 56, 100, 125, 126]
    var changes = 0
    let keys = [57, 58, 70, 127, 30] + modifiers
    for step in 0..<400 {
      // Each key with each held one and without, then at random: an option may have one such pair.
      let (first, second) =
        step < 9 * 13 ? (step / 13, step % 13) : (random.next() % 13, random.next() % 13)
      let (held, key) = (first < 8 ? [modifiers[first]] : [], keys[second])
      let before = library.group
      if held.first == key { continue }
      for key in held + [key] {
        let old = library.group
        library.press(key)
        _ = translator.bytes(for: key, action: 1)
        #expect(isSame(), "step \(step): \(held) and \(key) from \(old)")
        if library.group != old { changes += 1 }
      }
      _ = translator.bytes(for: key, action: 2)
      #expect(isSame(), "step \(step): \(key) is held down")
      for key in ([key] + held) {
        library.press(key, false)
        _ = translator.bytes(for: key, action: 0)
        #expect(isSame(), "step \(step): \(key) is released, from \(before)")
      }
    }
    #expect(changes > 0)
  }

  @Test func `without grp the usual keys go to the next layout, and with it only its own`() throws {
    var usual = try translator(["us", "de"], "compose:menu")
    _ = usual.bytes(for: 125, action: 1)
    #expect(text(usual.bytes(for: 57, action: 1)) == "" && text(usual.layoutName) == "de")
    var own = try translator(["us", "de"], "grp:caps_toggle")
    _ = own.bytes(for: 125, action: 1)
    #expect(text(own.bytes(for: 57, action: 1)) == " " && text(own.layoutName) == "us")
    _ = own.bytes(for: 125, action: 0)
    #expect(typed([21, 58, 21, 58, 21], &own) == "yzy")
    #expect(!own.isCapsLockOn)
  }

  @Test func `a temporary layout ends with its key, also where its release was missed`() throws {
    var translator = try translator(["us", "de"], "grp:lwin_switch")
    _ = translator.bytes(for: 125, action: 1)
    #expect(typed([21], &translator) == "z")
    _ = translator.bytes(for: 125, action: 0)
    #expect(typed([21], &translator) == "y")
    _ = translator.bytes(for: 125, action: 1)
    translator.releaseAll()
    #expect(typed([21], &translator) == "y")
    // Pressed again without a release.
    _ = translator.bytes(for: 125, action: 1)
    _ = translator.bytes(for: 125, action: 1)
    #expect(typed([21], &translator) == "z")
    _ = translator.bytes(for: 125, action: 0)
    #expect(typed([21], &translator) == "y")
  }

  @Test func `two temporary layouts add up, and end in either order`() throws {
    for order in [[125, 126], [126, 125]] {
      var translator = try translator(["us", "de", "fr"], "grp:win_switch")
      _ = translator.bytes(for: 125, action: 1)
      _ = translator.bytes(for: 126, action: 1)
      #expect(text(translator.layoutName) == "fr")
      _ = translator.bytes(for: order[0], action: 0)
      #expect(text(translator.layoutName) == "de")
      _ = translator.bytes(for: order[1], action: 0)
      #expect(text(translator.layoutName) == "us")
    }
  }

  @Test(arguments: [
    ("ctrl:nocaps", [58]), ("ctrl:swapcaps", [58, 29]), ("ctrl:swap_lalt_lctl", [56, 29]),
    ("ctrl:menu_rctrl", [127]), ("ctrl:swap_lwin_lctl", [125, 29]), ("ctrl:rctrl_ralt", [97, 100]),
    ("lv3:caps_switch", [58, 100]), ("lv3:lwin_switch", [125, 100]), ("lv3:menu_switch", [127]),
    ("lv3:lalt_switch", [56, 100]),
    ("lv3:bksl_switch", [43]), ("lv3:enter_switch", [96]), ("lv3:ralt_alt", [100]),
    ("caps:none", [58]), ("caps:ctrl_modifier", [58]),
    ("grp:lshift_toggle", [42, 54]), ("grp:rctrl_toggle", [97]),
  ])
  func `keys that options make modifiers select the same characters`(
    options: String, keys: [Int]
  ) throws {
    for name in ["us", "de", "fr", "pl", "es", "ru", "cz", "tr", "gr", "dk", "br", "ch"] {
      var translator = try translator([name], options)
      for modifier in keys {
        for shift in [0, 42, 54] where shift != modifier {
          let library = try #require(Library([name], options))
          translator.releaseAll()
          translator.isCapsLockOn = false
          // Num Lock counts as on.
          library.press(69)
          library.press(69, false)
          for key in [shift, modifier] where key != 0 {
            library.press(key)
            _ = translator.bytes(for: key, action: 1)
          }
          for code in [16, 17, 18, 30, 31, 40, 41, 46, 12, 13, 2, 3, 8, 26, 27, 39, 51, 52, 86] {
            let value = library.present(code)
            if 0xE000...0xF8FF ~= value { continue }
            var copy = translator
            let sent = text(copy.bytes(for: code, action: 1))
            let character = value == 0 ? "" : String(Character(Unicode.Scalar(value)!))
            // With Control a letter is a control character, and a sign nothing.
            let isControl = sent.isEmpty || sent.unicodeScalars.allSatisfy { $0.value < 0x20 }
            let expectsControl = controls(options, modifier)
            if expectsControl {
              #expect(isControl, "\(name) \(options): \(shift), \(modifier) and \(code): \(sent)")
            } else {
              #expect(
                sent == character, "\(name) \(options): \(shift), \(modifier) and \(code)")
            }
          }
        }
      }
    }
  }

  private func controls(_ options: String, _ key: Int) -> Bool {
    switch options {
    case "ctrl:nocaps", "ctrl:swapcaps", "caps:ctrl_modifier": key == 58
    case "ctrl:swap_lalt_lctl": key == 56
    case "ctrl:menu_rctrl": key == 127
    case "ctrl:swap_lwin_lctl": key == 125
    default: false
    }
  }

  @Test func `a Caps Lock at another key turns letters round`() throws {
    var translator = try translator(["de"], "ctrl:swapcaps")
    #expect(typed([29, 30, 29, 30], &translator) == "Aa")
    _ = translator.bytes(for: 58, action: 1)
    #expect(typed([46], &translator) == "\u{3}")
  }

  @Test(arguments: ["us", "de", "fr", "es", "gr", "pl"])
  func `sequences of Compose and two keys give what the compose table says`(name: String) throws {
    var translator = try translator([name], "compose:menu")
    let library = try #require(Library([name], "compose:menu"))
    var keys: [(code: Int, level: Int)] = []
    for code in 2...86 where ![14, 15, 28, 29, 42, 54, 55, 56, 58].contains(code) {
      for level in 0..<2 where library.value(code, level) != 0 { keys.append((code, level)) }
    }
    func press(_ key: (code: Int, level: Int)) -> String {
      if key.level == 1 { _ = translator.bytes(for: 42, action: 1) }
      let sent = text(translator.bytes(for: key.code, action: 1))
      if key.level == 1 { _ = translator.bytes(for: 42, action: 0) }
      return sent
    }
    var count = 0
    for (index, first) in keys.enumerated() {
      for (other, second) in keys.enumerated() {
        let both = library.composed(first, second)
        // Of those that are none some: each ends with nothing typed.
        if both == 0, (index * 31 + other) % 61 != 0 { continue }
        #expect(translator.bytes(for: 127, action: 1) == 0)
        #expect(press(first) == "")
        let sent = press(second)
        if both != 0 {
          #expect(sent == String(Character(Unicode.Scalar(both)!)), "\(name): \(first), \(second)")
          count += 1
        }
        // Whatever came before, a letter is itself again.
        translator.releaseAll()
        #expect(text(translator.bytes(for: 44, action: 1)).count == 1)
      }
    }
    #expect(count > 100)
  }

  @Test(arguments: [
    ("compose:ralt", 100), ("compose:caps", 58), ("compose:rctrl", 97), ("compose:lwin", 125),
    ("compose:rwin", 126), ("compose:menu", 127), ("compose:102", 86), ("compose:sclk", 70),
    ("compose:prsc", 99), ("compose:paus", 119), ("compose:lctrl", 29),
  ])
  func `the Compose key is where its option has it`(options: String, key: Int) throws {
    var translator = try translator(["us"], options)
    // Compose, a, e; Compose, ', e
    #expect(typed([key, 30, 18, key, 40, 18, 30], &translator) == "æéa")
  }

  @Test func `a Compose sequence is taken back by Backspace and ended by Enter`() throws {
    var translator = try translator(["us"], "compose:menu")
    #expect(typed([127, 30, 14, 30], &translator) == "a")
    #expect(typed([127, 30, 28], &translator) == "\r")
    // No sequence: nothing is typed, as in libxkbcommon.
    #expect(typed([127, 45, 46, 30], &translator) == "a")
  }

  @Test func `four layouts with a Compose key fit a pack`() throws {
    let result = try KeymapCompiler.compile(
      ["us:intl", "de", "fr", "es"], options: "compose:menu", locale: Self.locale, exactly: true)
    let pack = try Pack(result.bytes, isKeymap: true)
    #expect(pack.count(.pairs) <= 4096)
    for layout in 0..<4 - result.withoutSequences.count {
      let pairs = pack[KeymapRecord.self, layout].pairs
      #expect(pairs.contains { pack[PairRecord.self, $0].dead.value == 0xE0FF })
    }
  }

  @Test func `a pack without options has the format of before`() throws {
    let plain = try KeymapCompiler.compile(
      ["us", "de"], locale: Self.locale, exactly: true)
    let other = try KeymapCompiler.compile(
      ["us", "de"], options: "grp:caps_toggle", locale: Self.locale, exactly: true)
    #expect(plain.bytes[10] == 0 && other.bytes[10] == 3)
    #expect(try Pack(plain.bytes, isKeymap: true).count(.switches) == 0)
  }
}

/// Numbers that are the same in each run (Steele, Lea and Flood, 2014).
private struct SeededNumbers {
  var state: UInt64

  mutating func next() -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ value >> 31) >> 33)
  }
}
