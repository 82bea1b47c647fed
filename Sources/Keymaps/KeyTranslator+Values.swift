// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Theme

// What the keys of the layout in use have on them.
extension KeyTranslator {
  /// The number of layouts; 1 without a pack.
  var layoutCount: Int { max(pack?.count(.keymaps) ?? 1, 1) }

  /// The values of a key: plain, with Shift, with the right Alt, and with both; 0 for nothing.
  func values(of code: Int) -> InlineArray<4, UInt16> {
    guard let pack else {
      // The letters, digits and signs of a US keyboard.
      let (plain, shifted) = KeyTranslator.usCharacters(of: code)
      return [plain, shifted, 0, 0]
    }
    for index in pack[KeymapRecord.self, layout].keys {
      let own = pack[KeyRecord.self, index]
      if Int(own.code) == code, !own.isForCapsLock {
        return InlineArray { own.values[$0].value }
      }
    }
    return InlineArray(repeating: 0)
  }

  /// The letter, digit or sign of a key of a US keyboard, without and with Shift; 0 for none.
  static func usCharacters(of code: Int) -> (plain: UInt16, shifted: UInt16) {
    guard 2..<58 ~= code, code != 55, case let plain = KeyTranslator.plain.bytes[code],
      plain > 0x20, plain < KeyTranslator.nothing
    else { return (0, 0) }
    return (UInt16(plain), UInt16(KeyTranslator.shifted(plain, code)))
  }

  /// The character that is drawn for a value: for a dead key its character with a space.
  func label(of value: UInt16) -> UInt16 {
    guard let pack, 0xE000...0xF8FF ~= value else { return value }
    return paired(value, 0x20, pack) ?? value
  }
}
