// SPDX-License-Identifier: Apache-2.0

/// The text that a person has typed so far for a question, as the stage shows it in a field below.
///
/// Only the drawing reads it, and no status includes it: the typed text may be a secret, and so are its
/// length and the times of its keys. Copies share one heap object, which is wiped with the last copy.
package struct EntryField: Equatable, Sendable {
  /// The content of a field.
  package enum Kind: Equatable, Sendable {
    /// No field: there is no prompt.
    case none
    /// A secret, shown as bullets.
    case secret
    /// Visible text.
    case text
  }

  /// Never changed until it is wiped.
  private final class Contents: @unchecked Sendable {
    let kind: Kind
    let bulletCount: Int
    let isCapsLockOn: Bool
    let keymap: UInt64
    var text: [UInt8] = []

    init(_ kind: Kind, bulletCount: Int, isCapsLockOn: Bool, keymap: UInt64) {
      (self.kind, self.bulletCount) = (kind, bulletCount)
      (self.isCapsLockOn, self.keymap) = (isCapsLockOn, keymap)
    }

    deinit {
      for index in text.indices { text[index] = 0 }
    }
  }

  // Nil without a field.
  private var contents: Contents?

  /// No field, without a prompt.
  package init() {}

  /// A field for a secret; only the number of its characters is known.
  package init(bulletCount: Int, isCapsLockOn: Bool = false, keymap: UInt64 = 0) {
    contents = Contents(
      .secret, bulletCount: bulletCount, isCapsLockOn: isCapsLockOn, keymap: keymap)
  }

  /// A field that shows the typed text.
  package init(text: Span<UInt8>, keymap: UInt64 = 0) {
    let contents = Contents(.text, bulletCount: 0, isCapsLockOn: false, keymap: keymap)
    contents.text = [UInt8](repeating: 0, count: text.count)
    for index in text.indices { contents.text[index] = text[index] }
    self.contents = contents
  }

  /// The empty field of the same kind.
  package var emptied: EntryField {
    switch kind {
    case .none: EntryField()
    case .secret: EntryField(bulletCount: 0)
    case .text: EntryField(text: Span())
    }
  }

  /// The content of the field.
  package var kind: Kind { contents?.kind ?? .none }

  /// The number of typed characters of a secret.
  package var bulletCount: Int { contents?.bulletCount ?? 0 }

  /// The typed text; empty for a secret.
  package var text: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      guard let contents else { return Span() }
      // The text does not change while any field uses it; this field does.
      return unsafe _overrideLifetime(contents.text.span, borrowing: self)
    }
  }

  /// Whether to warn of Caps Lock.
  package var isCapsLockOn: Bool { contents?.isCapsLockOn ?? false }

  /// The short name of the keyboard's layout, up to eight bytes, the first in the lowest; 0 for none.
  package var keymap: UInt64 { contents?.keymap ?? 0 }

  /// Whether there is a field.
  package var isOn: Bool { contents != nil }

  /// Whether two fields look the same.
  package static func == (a: EntryField, b: EntryField) -> Bool {
    guard a.kind == b.kind, a.bulletCount == b.bulletCount, a.isCapsLockOn == b.isCapsLockOn,
      a.text.count == b.text.count, a.keymap == b.keymap
    else { return false }
    for index in a.text.indices where a.text[index] != b.text[index] { return false }
    return true
  }
}
