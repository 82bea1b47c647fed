// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The keys that are held down, as far as other keys depend on them.
struct HeldKeys: Sendable {
  /// Bits from 0 for the left and right Shift, Control, Alt and Super.
  private var modifiers: UInt8 = 0
  /// The codes of other keys that options of XKB have made modifiers; 0 for none.
  private var moved = InlineArray<4, UInt8>(repeating: 0)

  /// The codes of the keys of `modifiers`, by `linux/input-event-codes.h`.
  private static var codes: InlineArray<8, UInt8> { [42, 54, 29, 97, 56, 100, 125, 126] }

  /// Both keys of Shift.
  static var shifts: UInt8 { 0b11 }
  /// The left Alt; the right one is AltGr on many keyboards.
  static var leftAlt: UInt8 { 0b1_0000 }
  /// Both keys of Super.
  static var supers: UInt8 { 0b1100_0000 }

  /// Whether a key is a modifier on every keyboard without options.
  static func isModifier(_ key: Int) -> Bool { bit(of: key) != 0 }

  /// What a key is without options, while it is held down.
  static func defaultRoles(of key: Int) -> RoleRecord.Roles {
    switch key {
    case 42, 54: .shift
    case 29, 97: .control
    case 100: .level3
    default: []
    }
  }

  private static func bit(of key: Int) -> UInt8 {
    for index in 0..<8 where Int(codes[index]) == key { return 1 << UInt8(index) }
    return 0
  }

  /// Records that a key is pressed, if it is a modifier, usual or by options.
  mutating func press(_ key: Int, isModifier: Bool) {
    modifiers |= HeldKeys.bit(of: key)
    guard isModifier, !HeldKeys.isModifier(key) else { return }
    release(key)
    for index in moved.indices where moved[index] == 0 {
      moved[index] = UInt8(clamping: key)
      return
    }
  }

  /// Records that usual modifiers are held down, by their bits.
  mutating func press(allOf bits: UInt8) { modifiers |= bits }

  /// Records that a key is released.
  mutating func release(_ key: Int) {
    modifiers &= ~HeldKeys.bit(of: key)
    for index in moved.indices where Int(moved[index]) == key { moved[index] = 0 }
  }

  /// The bits of the usual modifiers that are held down, without a key itself.
  func others(than key: Int) -> UInt8 { modifiers & ~HeldKeys.bit(of: key) }

  /// The codes of all held keys; 0 for none.
  var keys: InlineArray<12, Int> {
    InlineArray { index in
      if index < 8 {
        return modifiers & 1 << UInt8(index) != 0 ? Int(HeldKeys.codes[index]) : 0
      }
      return Int(moved[index - 8])
    }
  }
}
