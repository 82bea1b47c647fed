// SPDX-License-Identifier: Apache-2.0

internal import Linux

/// Turns the kernel's key codes into the bytes that a terminal would send for them.
///
/// The layout is that of a US keyboard: no device reports what is printed on its keys, and the tables
/// for other layouts are larger than all the rest of this program. Num Lock counts as on.
/// Corresponds to `linux/input-event-codes.h`.
package struct KeyTranslator: Sendable {
  // A bit for each of two keys that are held down.
  private var shifts: UInt8 = 0
  private var controls: UInt8 = 0

  /// Whether Caps Lock is on.
  package var isCapsLockOn = false

  /// No key is held down.
  package init() {}

  /// Clears the held modifiers: their release may not have been received.
  package mutating func releaseAll() {
    shifts = 0
    controls = 0
  }

  /// Notes keys that are held down already: 1 and 2 for left and right Shift, 4 and 8 for Control.
  package mutating func hold(_ keys: UInt8) {
    shifts |= keys & 3
    controls |= keys >> 2
  }

  /// What a key sends that is pressed (1), held (2) or released (0); nil where that is nothing.
  package mutating func byte(for key: Int, action: Int) -> UInt8? {
    switch key {
    case 42, 54: KeyTranslator.set(&shifts, key == 42, action)
    case 29, 97: KeyTranslator.set(&controls, key == 29, action)
    case 58: if action == 1 { isCapsLockOn.toggle() }
    default: if action != 0 { return sent(by: key) }
    }
    return nil
  }

  private static func set(_ keys: inout UInt8, _ isLeft: Bool, _ action: Int) {
    let key: UInt8 = isLeft ? 1 : 2
    if action == 0 { keys &= ~key } else { keys |= key }
  }

  private func sent(by key: Int) -> UInt8? {
    if key == 96 { return 0x0D }
    guard key < KeyTranslator.plain.utf8CodeUnitCount else { return nil }
    let plain = KeyTranslator.plain.bytes[key]
    guard plain != KeyTranslator.nothing else { return nil }
    let isLetter = 0x61...0x7A ~= plain
    if controls != 0 { return isLetter ? plain & 0x1F : nil }
    let isShifted = (shifts != 0) != (isLetter && isCapsLockOn)
    return isShifted ? KeyTranslator.shifted(plain, key) : plain
  }

  /// What stands above a key's own sign: of letters their capitals, of the keypad the same.
  private static func shifted(_ plain: UInt8, _ key: Int) -> UInt8 {
    if 0x61...0x7A ~= plain { return plain - 0x20 }
    let (signs, capitals) = (KeyTranslator.signs.bytes, KeyTranslator.capitals.bytes)
    guard key < 58 else { return plain }
    for index in 0..<signs.count where signs[index] == plain { return capitals[index] }
    return plain
  }

  private static var nothing: UInt8 { 0x7E }

  // By their codes from 0 on; a tilde for what sends nothing: no key has it without shift.
  private static var plain: StaticString {
    "~~1234567890-=\u{7F}\tqwertyuiop[]\r~asdfghjkl;'`~\\zxcvbnm,./~*~ ~~~~~~~~~~~~~789-456+1230."
  }

  private static var signs: StaticString { "1234567890-=[];'`\\,./" }
  private static var capitals: StaticString { "!@#$%^&*()_+{}:\"~|<>?" }
}
