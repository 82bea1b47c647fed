// SPDX-License-Identifier: Apache-2.0

import Testing
import Keymaps

@Suite struct KeyTranslatorTests {
  /// The rows of a US keyboard by their first key's code (`linux/input-event-codes.h`).
  private static let rows: [(code: Int, plain: String, shifted: String)] = [
    (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
  ]
  private static let shift = 42
  private static let control = 97
  private static let capsLock = 58

  private func typed(_ keys: [Int], holding held: Int? = nil, capsLock: Bool = false) -> String {
    var translator = KeyTranslator()
    translator.isCapsLockOn = capsLock
    if let held { #expect(translator.bytes(for: held, action: 1) == 0) }
    var bytes: [UInt8] = []
    for key in keys {
      let byte = translator.bytes(for: key, action: 1)
      if byte != 0 { bytes.append(UInt8(byte)) }
      #expect(translator.bytes(for: key, action: 0) == 0)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [(1, "A"), (2, "A"), (4, "\u{1}"), (8, "\u{1}"), (5, "\u{1}"), (0, "a")])
  func `keys that are held down by then count until they go up`(held: UInt8, text: String) {
    var translator = KeyTranslator()
    translator.hold(held)
    #expect(translator.bytes(for: 30, action: 1) == text.utf8.first.map(UInt64.init))
    for key in [42, 54, 29, 97] { #expect(translator.bytes(for: key, action: 0) == 0) }
    #expect(translator.bytes(for: 30, action: 1) == 0x61)
  }

  @Test func `each key sends what is printed on it`() {
    for row in Self.rows {
      let keys = Array(row.code..<row.code + row.plain.utf8.count)
      #expect(typed(keys) == row.plain)
      #expect(typed(keys, holding: Self.shift) == row.shifted)
      #expect(typed(keys, holding: 54) == row.shifted)
    }
    #expect(typed([57, 15, 28, 96, 14]) == " \t\r\r\u{7F}")
    #expect(typed(Array(71...83)) == "789-456+1230.")
    #expect(typed([55] + Array(71...83), holding: Self.shift) == "*789-456+1230.")
  }

  @Test func `caps Lock turns letters round and nothing else`() {
    #expect(typed([30, 2, 51], capsLock: true) == "A1,")
    #expect(typed([30, 2, 51], holding: Self.shift, capsLock: true) == "a!<")
    var translator = KeyTranslator()
    for (action, isOn) in [(1, true), (2, true), (0, true), (1, false), (0, false)] {
      #expect(translator.bytes(for: Self.capsLock, action: action) == 0)
      #expect(translator.isCapsLockOn == isOn)
    }
  }

  @Test func `letters with Control are control characters`() {
    #expect(typed([46, 22, 17], holding: Self.control) == "\u{3}\u{15}\u{17}")
    #expect(typed([46, 2, 28, 57], holding: 29) == "\u{3}")
  }

  @Test func `a key that is held repeats, and a released one is no longer held`() {
    var translator = KeyTranslator()
    #expect(translator.bytes(for: 30, action: 1) == 0x61)
    #expect(translator.bytes(for: 30, action: 2) == 0x61)
    #expect(translator.bytes(for: 30, action: 0) == 0)
    _ = translator.bytes(for: 42, action: 1)
    _ = translator.bytes(for: 54, action: 1)
    _ = translator.bytes(for: 42, action: 0)
    #expect(translator.bytes(for: 30, action: 1) == 0x41)
    _ = translator.bytes(for: 54, action: 0)
    #expect(translator.bytes(for: 30, action: 1) == 0x61)
  }

  @Test func `keys that went up unseen can be forgotten, and Caps Lock stays`() {
    var translator = KeyTranslator()
    translator.isCapsLockOn = true
    _ = translator.bytes(for: 42, action: 1)
    _ = translator.bytes(for: 97, action: 1)
    translator.releaseAll()
    #expect(translator.bytes(for: 46, action: 1) == 0x43)
  }

  @Test func `what has no character sends nothing`() {
    for key in [0, 1, 29, 42, 54, 56, 84, 97, 98, 102, 103, 125, 767, 100_000]
      + Array(58...70)
    {
      #expect(typed([key]) == "")
      #expect(typed([key], holding: Self.shift) == "")
    }
  }
}
