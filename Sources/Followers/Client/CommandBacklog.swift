// SPDX-License-Identifier: Apache-2.0

package import Text

/// Commands that have not been sent to the daemon yet: only the newest of each kind, so it is
/// bounded.
///
/// A command is valid until the next of its kind, so a receiver that connects late misses nothing
/// that would still be shown.
package struct CommandBacklog: Equatable {
  /// The commands in the order of sending.
  package private(set) var lines: [LongText] = []

  /// Whether there is nothing to send.
  package var isEmpty: Bool { lines.isEmpty }

  /// Adds a command; it replaces an earlier one of its kind, and a reset replaces all but a
  /// message.
  package mutating func add(_ line: LongText) {
    let kind = CommandBacklog.kind(of: line)
    lines.removeAll { old in
      let oldKind = CommandBacklog.kind(of: old)
      return oldKind == kind || (kind == "reset" && oldKind != "message")
    }
    lines.append(line)
  }

  /// Adds commands in order.
  package mutating func add(_ lines: [LongText]) {
    for line in lines { add(line) }
  }

  /// Removes and returns the first command.
  package mutating func removeFirst() -> LongText? {
    lines.isEmpty ? nil : lines.removeFirst()
  }

  private static func kind(of line: LongText) -> LongText {
    let word = line[..<line.bytes.firstPosition(of: 0x20)]
    return word == "done" ? "progress" : word
  }
}
