// SPDX-License-Identifier: Apache-2.0

/// A `KEYM`: a keyboard layout.
package struct KeymapRecord: PackRecord {
  package var name = StringRange()
  package var shortName = StringRange()
  package var keys = 0..<0
  package var pairs = 0..<0

  package init() {}

  package static var section: PackSection { .keymaps }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&name, "name")
    coder.field(&shortName, "short name")
    coder.range(&keys, in: .keys, UInt16.self, "first key", UInt16.self, "keys")
    coder.range(&pairs, in: .pairs, UInt16.self, "first pair", UInt16.self, "pairs")
  }
}

/// What a key sends: a character, 0xE000 and more for a dead key, or 0 for nothing.
package struct KeyValue: RecordField, Sendable {
  package var value: UInt16

  package init(_ value: UInt16 = 0) { self.value = value }

  package static var typeName: StaticString { "u16" }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.integer(&value)
    // No control character, and no UTF-16 surrogate.
    coder.require(value == 0 || value &- 0x20 < 0x5F || value >= 0xA0 && value >> 11 != 0x1B)
  }
}

/// A `KEYT`: a key of a layout.
package struct KeyRecord: PackRecord {
  /// As in linux/input-event-codes.h.
  package var code: UInt8 = 0
  /// Whether Caps Lock swaps the first two characters, and the last two.
  package var swapsPlain = false
  package var swapsAlternate = false
  /// Whether the record is for the key with Caps Lock on.
  package var isForCapsLock = false
  /// Plain, with Shift, with the right Alt, and with both.
  package var values: InlineArray<4, KeyValue> = InlineArray(repeating: KeyValue())

  package init() {}

  package static var section: PackSection { .keys }

  /// All flags in one number, as in the file.
  package var flags: UInt8 {
    get { (swapsPlain ? 1 : 0) | (swapsAlternate ? 2 : 0) | (isForCapsLock ? 4 : 0) }
    set {
      (swapsPlain, swapsAlternate) = (newValue & 1 != 0, newValue & 2 != 0)
      isForCapsLock = newValue & 4 != 0
    }
  }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&code, "code")
    var flags = flags
    coder.field(&flags, "flags")
    coder.require(flags <= 7)
    self.flags = flags
    coder.field(&values[0], "character of the key plain")
    coder.field(&values[1], "with Shift")
    coder.field(&values[2], "with the right Alt")
    coder.field(&values[3], "with both")
  }
}

/// A `PAIR`: what a dead key makes of the next character.
///
/// The result is a dead key again, since minor version 3, for the Compose key and the first key after it.
package struct PairRecord: PackRecord {
  package var dead = KeyValue()
  package var next = KeyValue()
  package var result = KeyValue()

  package init() {}

  package static var section: PackSection { .pairs }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&dead, "dead key")
    coder.field(&next, "next character")
    coder.field(&result, "result of both")
  }
}

/// A `ROLE`: a key that options of XKB have made a modifier, or have made none; since minor version 3.
package struct RoleRecord: PackRecord {
  /// What a key is while it is held down, or for Caps Lock, whenever it is pressed.
  package struct Roles: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let shift = Roles(rawValue: 1)
    package static let control = Roles(rawValue: 2)
    /// The right Alt of most layouts.
    package static let level3 = Roles(rawValue: 4)
    package static let capsLock = Roles(rawValue: 8)
  }

  package var keymap: UInt8 = 0
  /// As in linux/input-event-codes.h.
  package var code: UInt8 = 0
  package var roles: Roles = []

  package init() {}

  package static var section: PackSection { .roles }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&keymap, "layout")
    coder.require(keymap < 4)
    coder.field(&code, "code")
    var bits = roles.rawValue
    coder.field(&bits, "1: Shift, 2: Control, 4: right Alt, 8: Caps Lock")
    coder.require(bits <= 15)
    roles = Roles(rawValue: bits)
    coder.zeros(1)
  }
}

/// A `SWCH`: a key that goes from one layout to another; since minor version 3.
package struct SwitchRecord: PackRecord {
  /// As in linux/input-event-codes.h.
  package var code: UInt8 = 0
  /// Bits from 0 for the left and right Shift, Control, Alt and Super: exactly these are held down.
  package var held: UInt8 = 0
  package var from: UInt8 = 0
  package var to: UInt8 = 0
  /// Whether the first layout returns when the key is released.
  package var isTemporary = false

  package init() {}

  package static var section: PackSection { .switches }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&code, "code")
    coder.field(&held, "other keys that are held down")
    coder.field(&from, "from layout")
    coder.field(&to, "to layout")
    let count = coder.count(.keymaps)
    coder.require(from < count && to < count)
    coder.field(&isTemporary, "1: while it is held down")
    coder.zeros(1)
  }
}
