// SPDX-License-Identifier: Apache-2.0

/// What a person has typed so far for a question, as the stage shows it in a field below.
///
/// Only the drawing knows of it: no status does, for what is typed may be a secret, and so is how
/// much of it there is and when. Its copies share one place on the heap, which is wiped when the last one
/// goes.
package struct EntryField: Equatable, Sendable {
  /// What a field shows.
  package enum Kind: Equatable, Sendable {
    /// No field: there is no prompt.
    case none
    /// Bullets.
    case secret
    /// What is typed.
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

  /// Where there is no prompt.
  package init() {}

  /// A field for a secret, of which only the number of its characters is known.
  package init(bulletCount: Int, isCapsLockOn: Bool = false, keymap: UInt64 = 0) {
    contents = Contents(
      .secret, bulletCount: bulletCount, isCapsLockOn: isCapsLockOn, keymap: keymap)
  }

  /// A field that shows what is typed.
  package init(text: Span<UInt8>, keymap: UInt64 = 0) {
    let contents = Contents(.text, bulletCount: 0, isCapsLockOn: false, keymap: keymap)
    contents.text = [UInt8](repeating: 0, count: text.count)
    for index in text.indices { contents.text[index] = text[index] }
    self.contents = contents
  }

  /// The field before anything was typed.
  var emptied: EntryField {
    switch kind {
    case .none: EntryField()
    case .secret: EntryField(bulletCount: 0)
    case .text: EntryField(text: Span())
    }
  }

  /// What the field shows.
  package var kind: Kind { contents?.kind ?? .none }

  /// How many characters of a secret have been typed.
  package var bulletCount: Int { contents?.bulletCount ?? 0 }

  /// What has been typed where it is no secret.
  package var text: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      guard let contents else { return Span() }
      // The text is not changed while any field has it, this one among them.
      return unsafe _overrideLifetime(contents.text.span, borrowing: self)
    }
  }

  /// Whether to warn of Caps Lock.
  package var isCapsLockOn: Bool { contents?.isCapsLockOn ?? false }

  /// The short name of the keyboard's layout, up to eight bytes, the first in the lowest; 0 for none.
  package var keymap: UInt64 { contents?.keymap ?? 0 }

  /// Whether there is a field.
  package var isOn: Bool { contents != nil }

  /// Compares what is shown.
  package static func == (a: EntryField, b: EntryField) -> Bool {
    guard a.kind == b.kind, a.bulletCount == b.bulletCount, a.isCapsLockOn == b.isCapsLockOn,
      a.text.count == b.text.count, a.keymap == b.keymap
    else { return false }
    for index in a.text.indices where a.text[index] != b.text[index] { return false }
    return true
  }
}
