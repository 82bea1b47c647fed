// SPDX-License-Identifier: Apache-2.0

/// A file's name with a place for a number: `%d`, or `%05d` for at least five digits.
package struct NumberedName: Equatable, Sendable {
  private let before: String
  private let after: String
  private let digits: Int

  /// Reads a name; nil without exactly one place.
  package init?(_ name: String) {
    let parts = name.split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstIndex(of: "d") else { return nil }
    let width = parts[1][..<end]
    if width.isEmpty {
      digits = 1
    } else {
      guard width.first == "0", width.count == 2, let number = Int(width), number > 0 else {
        return nil
      }
      digits = number
    }
    before = String(parts[0])
    after = String(parts[1][parts[1].index(after: end)...])
  }

  /// The name with a number, which is at least 0.
  package func name(_ number: Int) -> String {
    let text = String(number)
    return before + String(repeating: "0", count: max(0, digits - text.count)) + text + after
  }
}
