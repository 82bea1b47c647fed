// SPDX-License-Identifier: Apache-2.0

/// The messages of a stage: the one that every look shows, and those that only a theme has texts for.
package struct Messages {
  /// The slots, of which the first one is meant where none is named.
  package static var slots: ClosedRange<Int> { 1...4 }

  /// That of the first slot.
  package var first = Message()

  // A web page has no theme.
  #if !arch(wasm32)
    private var others = InlineArray<3, Message>(repeating: Message())
  #endif

  /// That of a slot; a slot that there is not has an empty one.
  subscript(slot: Int) -> Message {
    get {
      if slot == 1 { return first }
      #if !arch(wasm32)
        if 2...4 ~= slot { return others[slot - 2] }
      #endif
      return Message()
    }
    set {
      if slot == 1 { first = newValue }
      #if !arch(wasm32)
        if 2...4 ~= slot { others[slot - 2] = newValue }
      #endif
    }
  }

  var isEmpty: Bool {
    for slot in Messages.slots where !self[slot].isEmpty { return false }
    return true
  }

  @inline(never)
  static func != (a: Messages, b: Messages) -> Bool {
    for slot in slots where a[slot] != b[slot] { return true }
    return false
  }
}
