// SPDX-License-Identifier: Apache-2.0

/// Which keys fingers and a mouse's button hold down on the on-screen keyboard.
///
/// A key is tapped when the finger that came down on it goes up on it. Fingers are independent of each other, so
/// that the next key may go down before the last one is up.
package struct KeyPresses: Sendable {
  /// The largest number of contacts at a time; further ones are ignored.
  package static var capacity: Int { 10 }

  private struct Contact: Sendable {
    /// -1 for none.
    var id: Int32 = -1
    /// The key on which it began; -1 for none.
    var key: Int16 = -1
    var isInside = false
  }

  private var contacts = InlineArray<10, Contact>(repeating: Contact())

  package init() {}

  /// A contact begins, on the key of an index or beside all keys.
  package mutating func begin(_ id: Int32, on key: Int?) {
    // If the end of an earlier contact was lost, that contact taps nothing.
    cancel(id)
    guard id >= 0, let free = index(of: -1) else { return }
    contacts[free] = Contact(id: id, key: Int16(clamping: key ?? -1), isInside: key != nil)
  }

  /// A contact moves, over a key or beside all keys.
  package mutating func move(_ id: Int32, over key: Int?) {
    guard id >= 0, let index = index(of: id) else { return }
    contacts[index].isInside = contacts[index].key >= 0 && key == Int(contacts[index].key)
  }

  /// A contact ends; returns the key that it has tapped.
  package mutating func end(_ id: Int32) -> Int? {
    guard id >= 0, let index = index(of: id) else { return nil }
    let contact = contacts[index]
    contacts[index] = Contact()
    return contact.isInside ? Int(contact.key) : nil
  }

  /// A contact ends without a tap.
  package mutating func cancel(_ id: Int32) {
    if id >= 0, let index = index(of: id) { contacts[index] = Contact() }
  }

  /// All contacts end without a tap, as when the keys change below them.
  package mutating func cancelAll() { contacts = InlineArray(repeating: Contact()) }

  /// The keys that are held down, the first ones found; -1 for none.
  package var pressed: InlineArray<2, Int16> {
    var keys = InlineArray<2, Int16>(repeating: -1)
    var count = 0
    for index in contacts.indices where contacts[index].isInside && count < keys.count {
      keys[count] = contacts[index].key
      count += 1
    }
    return keys
  }

  private func index(of id: Int32) -> Int? {
    for index in contacts.indices where contacts[index].id == id { return index }
    return nil
  }
}
