// SPDX-License-Identifier: Apache-2.0

internal import Linux
internal import Text

extension Message {
  /// Whether there is memory for one more text of a client and for its visible form.
  ///
  /// Allocating without memory traps, so the client's request is refused first.
  static var hasRoom: Bool { OwnProcess.hasRoom(for: 8 * capacity) }
}
