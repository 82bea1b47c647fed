// SPDX-License-Identifier: Apache-2.0

internal import Stage
package import Text

/// The messages of a stage: the first slot is shown by every look, the others only by themes.
package struct Messages {
  /// The message of the first slot.
  package var first = Message()

  private var others = InlineArray<3, Message>(repeating: Message())

  /// The message of a slot; empty for a slot that does not exist.
  subscript(slot: Int) -> Message {
    get {
      if slot == 1 { return first }
      if 2...4 ~= slot { return others[slot - 2] }
      return Message()
    }
    set {
      if slot == 1 { first = newValue }
      if 2...4 ~= slot { others[slot - 2] = newValue }
    }
  }

  var isEmpty: Bool {
    for slot in Command.messageSlots where !self[slot].isEmpty { return false }
    return true
  }

  static func != (a: Messages, b: Messages) -> Bool {
    for slot in Command.messageSlots where a[slot] != b[slot] { return true }
    return false
  }
}
