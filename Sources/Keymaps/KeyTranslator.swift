// SPDX-License-Identifier: Apache-2.0

package import Theme
internal import Text

/// Turns the kernel's key codes into the bytes that a terminal would send for them.
///
/// It uses the layouts of a keymap pack, which `flipbook-theme keymap` makes, or else a US keyboard's: no
/// device reports the labels of its keys. Num Lock counts as on. The pack has the keys that go to another layout
/// by options of XKB; without any, Alt+Shift and Super+Space go to the next one. Corresponds to
/// `linux/input-event-codes.h`.
package struct KeyTranslator: Sendable {
  // The modifiers that are held down.
  private var held = HeldKeys()

  /// The layouts; nil for the US keyboard's.
  let pack: Pack?
  private(set) var layout = 0
  // The keys that have switched layouts and are still held down, 0 for none, and by how many layouts each goes back
  // when it is released.
  private var switching = InlineArray<4, (key: Int, step: Int)>(repeating: (0, 0))
  // The pending dead key; 0 for none.
  private var dead: UInt16 = 0

  /// The number of the question that is being answered; nil for none.
  ///
  /// A change discards the pending dead key.
  package var question: UInt32? {
    didSet { if question != oldValue { dead = 0 } }
  }

  /// Whether the layouts have a Caps Lock: options of XKB can make another key of it, and then it changes no letter.
  private let hasCapsLock: Bool

  /// Whether Caps Lock is on; never where the layouts have none.
  package var isCapsLockOn = false {
    didSet { if !hasCapsLock { isCapsLockOn = false } }
  }

  /// A translator with no key held down.
  package init(_ pack: Pack? = nil) {
    self.pack = pack
    hasCapsLock = pack.map { KeyTranslator.hasCapsLock($0) } ?? true
  }

  private static func hasCapsLock(_ pack: Pack) -> Bool {
    for index in 0..<pack.count(.keys) where pack[KeyRecord.self, index].flags != 0 {
      return true
    }
    return false
  }

  /// Clears the held modifiers and the dead key: releases may have been missed.
  package mutating func releaseAll() {
    for index in switching.indices { release(switching[index].key) }
    (held, dead) = (HeldKeys(), 0)
  }

  /// Records keys that are held down already: 1 and 2 for left and right Shift, 4 and 8 for Control.
  package mutating func hold(_ keys: UInt8) {
    held.press(allOf: keys & 15)
  }

  /// The short name of the layout in use, up to eight bytes, the first one in the lowest; 0 without a pack.
  package var layoutName: UInt64 {
    guard let pack else { return 0 }
    let name = pack.string(pack[KeymapRecord.self, layout].shortName)
    var word: UInt64 = 0
    for index in (0..<min(name.count, 8)).reversed() { word = word << 8 | UInt64(name[index]) }
    return word
  }

  /// The bytes that a key sends when pressed (1), held (2) or released (0), the first byte in the lowest; 0
  /// for none.
  package mutating func bytes(for key: Int, action: Int) -> UInt64 {
    if action == 0 {
      release(key)
      return 0
    }
    if hasSwitched(key) {
      if action == 2 { return 0 }
      // Its release was missed.
      release(key)
    }
    let roles = roles(of: key)
    let next = layout(by: key)
    if action == 1 {
      if roles?.contains(.capsLock) ?? (key == 58) { isCapsLockOn.toggle() }
      held.press(key, isModifier: roles.map { !$0.isEmpty } ?? false)
      if let next { change(to: next, by: key) }
    }
    if next != nil { return 0 }
    // A modifier may be none by options: then it may be the Compose key.
    guard roles?.isEmpty ?? !(HeldKeys.isModifier(key) || key == 58) else { return 0 }
    return sent(by: key)
  }

  private mutating func release(_ key: Int) {
    held.release(key)
    for index in switching.indices where switching[index].key == key {
      layout = (layout + layoutCount - switching[index].step) % layoutCount
      switching[index] = (0, 0)
    }
  }

  /// Whether a key has switched layouts and is still held down.
  private func hasSwitched(_ key: Int) -> Bool {
    for index in switching.indices where switching[index].key == key { return true }
    return false
  }

  private mutating func change(to next: (layout: Int, isTemporary: Bool), by key: Int) {
    dead = 0
    let step = next.isTemporary ? (next.layout + layoutCount - layout) % layoutCount : 0
    layout = next.layout
    for index in switching.indices where switching[index].key == 0 {
      switching[index] = (key, step)
      return
    }
  }

  /// What a key is by options of XKB; nil where they leave it as it is.
  private func roles(of key: Int) -> RoleRecord.Roles? {
    guard let pack else { return nil }
    for index in 0..<pack.count(.roles) {
      let record = pack[RoleRecord.self, index]
      if Int(record.code) == key && Int(record.keymap) == layout { return record.roles }
    }
    return nil
  }

  /// Whether a key with a role is held down.
  private func holds(_ role: RoleRecord.Roles) -> Bool {
    let keys = held.keys
    for index in keys.indices where keys[index] != 0 {
      let key = keys[index]
      if (roles(of: key) ?? HeldKeys.defaultRoles(of: key)).contains(role) { return true }
    }
    return false
  }

  /// The layout to which a key goes while others are held down; nil for an ordinary key.
  private func layout(by key: Int) -> (layout: Int, isTemporary: Bool)? {
    let others = held.others(than: key)
    if let pack, pack.count(.switches) > 0 {
      for index in 0..<pack.count(.switches) {
        let record = pack[SwitchRecord.self, index]
        if Int(record.code) == key, record.held == others, Int(record.from) == layout {
          return (Int(record.to), record.isTemporary)
        }
      }
      return nil
    }
    // Without such options: Super and Space, left Alt and Shift in either order.
    let isNext =
      switch key {
      case 57: others & HeldKeys.supers != 0
      case 42, 54: others & HeldKeys.leftAlt != 0
      case 56: others & HeldKeys.shifts != 0
      default: false
      }
    return isNext ? ((layout + 1) % max(pack?.count(.keymaps) ?? 1, 1), false) : nil
  }

  /// Changes to the next layout of the pack, after the last to the first.
  mutating func changeToNextLayout() {
    dead = 0
    layout = (layout + 1) % layoutCount
  }

  /// The bytes that a value of the layout sends, a character or a dead key, the first byte in the lowest.
  mutating func bytes(typing value: UInt16) -> UInt64 {
    pack.map { composed(value, $0) } ?? KeyTranslator.utf8(value)
  }

  private mutating func sent(by key: Int) -> UInt64 {
    // The keypad's Enter.
    if key == 96 {
      dead = 0
      return 0x0D
    }
    var plain: UInt8 = 0
    if key < KeyTranslator.plain.utf8CodeUnitCount { plain = KeyTranslator.plain.bytes[key] }
    if plain == KeyTranslator.nothing { plain = 0 }
    let isLetter = 0x61...0x7A ~= plain
    guard let pack else {
      if holds(.control) { return isLetter ? UInt64(plain & 0x1F) : 0 }
      let isShifted = holds(.shift) != (isLetter && isCapsLockOn)
      return UInt64(isShifted ? KeyTranslator.shifted(plain, key) : plain)
    }
    // Enter, Backspace and Tab are the same on every layout.
    if plain != 0 && plain < 0x20 || plain == 0x7F {
      let isCorrection = dead != 0 && plain == 0x7F
      dead = 0
      return isCorrection ? 0 : UInt64(plain)
    }
    let own = level(of: key, pack)
    if holds(.control) {
      dead = 0
      let base = 0x61...0x7A ~= own.plain ? UInt64(own.plain) : isLetter ? UInt64(plain) : 0
      return base & 0x1F
    }
    return composed(own.value, pack)
  }

  /// A key's value on its plain level, and on the level that is held down.
  private func level(of key: Int, _ pack: Pack) -> (plain: UInt16, value: UInt16) {
    for index in pack[KeymapRecord.self, layout].keys {
      let own = pack[KeyRecord.self, index]
      if Int(own.code) != key || own.isForCapsLock && !isCapsLockOn { continue }
      let isAlternate = holds(.level3)
      let swaps = isCapsLockOn && (isAlternate ? own.swapsAlternate : own.swapsPlain)
      let level = (isAlternate ? 2 : 0) + (holds(.shift) != swaps ? 1 : 0)
      return (own.values[0].value, own.values[level].value)
    }
    return (0, 0)
  }

  /// The bytes for a key's value combined with the pending dead key; a dead key is stored instead.
  private mutating func composed(_ value: UInt16, _ pack: Pack) -> UInt64 {
    if value == 0 { return 0 }
    let isDead = 0xE000...0xF8FF ~= value
    if dead == 0 {
      if isDead { dead = value }
      return isDead ? 0 : KeyTranslator.utf8(value)
    }
    let before = dead
    dead = 0
    if let result = paired(before, value, pack) {
      if 0xE000...0xF8FF ~= result { dead = result }
      return dead == 0 ? KeyTranslator.utf8(result) : 0
    }
    // A sequence of the Compose key that is none ends with all its keys.
    if before >= KeyTranslator.compose { return 0 }
    // No such pair: both characters, the dead key as it is with a space.
    let alone = paired(before, 0x20, pack).map(KeyTranslator.utf8) ?? 0
    if isDead {
      dead = value
      return alone
    }
    let length = UInt64((71 - alone.leadingZeroBitCount) / 8 * 8)
    return alone | KeyTranslator.utf8(value) << length
  }

  /// The value of the Compose key; those above it are of that with the first key after it.
  private static var compose: UInt16 { 0xE0FF }

  func paired(_ dead: UInt16, _ base: UInt16, _ pack: Pack) -> UInt16? {
    for index in pack[KeymapRecord.self, layout].pairs {
      let pair = pack[PairRecord.self, index]
      if pair.dead.value == dead && pair.next.value == base { return pair.result.value }
    }
    return nil
  }

  /// A character in UTF-8, the first byte in the lowest.
  private static func utf8(_ value: UInt16) -> UInt64 {
    let v = UInt64(value)
    if v < 0x80 { return v }
    if v < 0x800 { return 0x80C0 | v >> 6 | (v & 0x3F) << 8 }
    return 0x8080E0 | v >> 12 | (v >> 6 & 0x3F) << 8 | (v & 0x3F) << 16
  }

  /// The shifted character: a letter's capital, a sign's upper sign; the keypad's keys do not change.
  static func shifted(_ plain: UInt8, _ key: Int) -> UInt8 {
    if 0x61...0x7A ~= plain { return plain - 0x20 }
    let (signs, capitals) = (KeyTranslator.signs.bytes, KeyTranslator.capitals.bytes)
    guard key < 58 else { return plain }
    for index in 0..<signs.count where signs[index] == plain { return capitals[index] }
    return plain
  }

  static var nothing: UInt8 { 0x7E }

  // By key code from 0 on. A tilde stands for a key that sends nothing: no key has it without shift.
  static var plain: StaticString {
    "~~1234567890-=\u{7F}\tqwertyuiop[]\r~asdfghjkl;'`~\\zxcvbnm,./~*~ ~~~~~~~~~~~~~789-456+1230."
  }

  private static var signs: StaticString { "1234567890-=[];'`\\,./" }
  private static var capitals: StaticString { "!@#$%^&*()_+{}:\"~|<>?" }
}
