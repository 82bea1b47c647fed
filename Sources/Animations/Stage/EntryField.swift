// SPDX-License-Identifier: Apache-2.0

/// What a person has typed so far for what the message asks, as the stage shows it in a field below.
///
/// Only the drawing knows of it: no status does, for what is typed may be a secret, and so is how
/// much of it there is and when. Not an optional: one that becomes nil would keep its bytes.
public struct EntryField: Equatable, Sendable {
  /// What a field shows.
  package enum Kind: Equatable, Sendable {
    /// No field: there is no prompt.
    case none
    /// Bullets.
    case secret
    /// What is typed.
    case text
  }

  /// What the field shows.
  package var kind: Kind

  /// How many characters of a secret have been typed.
  package var bulletCount = 0

  /// What has been typed where it is no secret.
  package var text = Message()

  /// Whether to warn of Caps Lock.
  package var isCapsLockOn = false

  /// An empty field.
  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// Whether there is a field.
  package var isOn: Bool { kind != .none }
}
