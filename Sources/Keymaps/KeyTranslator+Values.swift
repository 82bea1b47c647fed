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
      guard 2..<58 ~= code, code < KeyTranslator.plain.utf8CodeUnitCount,
        case let plain = KeyTranslator.plain.bytes[code], plain > 0x20,
        plain < KeyTranslator.nothing, code != 55
      else { return InlineArray(repeating: 0) }
      return [UInt16(plain), UInt16(KeyTranslator.shifted(plain, code)), 0, 0]
    }
    for index in pack[KeymapRecord.self, layout].keys {
      let own = pack[KeyRecord.self, index]
      if Int(own.code) == code, !own.isForCapsLock {
        return InlineArray { own.values[$0].value }
      }
    }
    return InlineArray(repeating: 0)
  }

  /// The character that is drawn for a value: for a dead key its character with a space.
  func label(of value: UInt16) -> UInt16 {
    guard let pack, 0xE000...0xF8FF ~= value else { return value }
    return paired(value, 0x20, pack) ?? value
  }
}
