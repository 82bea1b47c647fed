// SPDX-License-Identifier: Apache-2.0

/// A key of the on-screen keyboard.
package struct OnScreenKey: Equatable, Sendable, BitwiseCopyable {
  /// What a tap of the key does.
  package enum Action: Equatable, Sendable, BitwiseCopyable {
    /// Types a value of a keyboard layout: a character, or from 0xE000 on a dead key.
    case type(UInt16)
    /// The next letter is a capital; a second tap keeps capitals, a third ends that.
    case shift
    case backspace
    case enter
    /// Shows the letters.
    case letters
    /// Shows a page of digits and symbols, from 0 on.
    case symbols(UInt8)
    /// Shows a page of the right Alt's characters, from 0 on.
    case alternates(UInt8)
    /// Changes to the next layout.
    case nextLayout
    /// Shows or hides the typed password.
    case reveal
  }

  package let action: Action
  /// The character that is drawn on a key that types; for a dead key the sign that it adds.
  package let label: UInt16
  /// What is drawn where the font does not have that character; 0 for nothing.
  package let fallback: UInt16
  /// The width in halves of a usual key.
  package let width: UInt8

  package init(_ action: Action, label: UInt16 = 0, fallback: UInt16 = 0, width: UInt8 = 2) {
    (self.action, self.label, self.fallback, self.width) = (action, label, fallback, width)
  }

  /// A key that types one character and has it on it.
  package init(_ character: UInt16, fallback: UInt16 = 0) {
    self.init(.type(character), label: character, fallback: fallback)
  }

  /// Whether the key types a character; the others change or end the typed text.
  package var isCharacter: Bool {
    if case .type = action { return true }
    return false
  }
}

/// One layer of the on-screen keyboard: rows of keys, and the state of the keys that have one.
///
/// A class, because a frame must not copy its keys; a layer never changes.
package final class OnScreenLayer: Sendable {
  /// The state of Shift.
  package enum Shift: Sendable {
    case off
    /// Until the next letter.
    case once
    /// Until Shift is tapped again.
    case locked
  }

  /// What the layer has.
  package enum Kind: Equatable, Sendable {
    case letters
    /// A page of digits and symbols.
    case symbols
    /// A page of the right Alt's characters.
    case alternates
  }

  package let kind: Kind
  /// All keys, row after row, each row from the left.
  package let keys: [OnScreenKey]
  /// The index after the last key of each row.
  package let rowEnds: [Int]
  /// The width of the widest row, in halves of a usual key.
  package let width: Int
  package let shift: Shift
  /// Which of the pages of its kind it is, and how many there are.
  package let page, pageCount: UInt8
  /// The short name of the layout, as `EntryField.keymap` has it; 0 for the built-in layout.
  package let layoutName: UInt64
  /// Whether a password is shown as it is.
  package let isRevealing: Bool

  package init(
    _ kind: Kind, rows: [[OnScreenKey]], shift: Shift = .off, page: UInt8 = 0, pageCount: UInt8 = 1,
    layoutName: UInt64 = 0, isRevealing: Bool = false
  ) {
    var keys: [OnScreenKey] = []
    var ends: [Int] = []
    var widest = 0
    for row in rows {
      var width = 0
      for key in row {
        keys.append(key)
        width += Int(key.width)
      }
      ends.append(keys.count)
      widest = max(widest, width)
    }
    (self.kind, self.keys, rowEnds, width) = (kind, keys, ends, widest)
    (self.shift, self.page, self.pageCount) = (shift, page, pageCount)
    (self.layoutName, self.isRevealing) = (layoutName, isRevealing)
  }

  /// The indices of the keys of a row.
  package func row(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : rowEnds[index - 1])..<rowEnds[index]
  }
}

/// What the on-screen keyboard shows: a layer, the keys that are touched, and a mouse's pointer.
package struct OnScreenFace: Sendable {
  /// The largest number of keys that are shown as pressed at a time.
  package static var pressedCapacity: Int { 2 }

  package let layer: OnScreenLayer
  /// The indices of the pressed keys; -1 for none.
  package var pressed = InlineArray<2, Int16>(repeating: -1)
  /// The tip of the pointer in pixels of the unrotated stage; nil without a mouse.
  package var pointer: (x: Int32, y: Int32)?

  package init(_ layer: OnScreenLayer) { self.layer = layer }
}
