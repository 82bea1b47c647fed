// SPDX-License-Identifier: Apache-2.0

internal import Linux

/// Memory for an answer while it is typed: locked, and wiped at its end.
///
/// On a web page `PageAnswerMemory.swift` replaces it (`Package.swift`).
struct AnswerMemory: ~Copyable {
  private var memory: SecretMemory

  /// Allocates zeros; nil where there is no memory.
  static func allocated(size: Int) -> AnswerMemory? {
    guard let memory = try? SecretMemory(size: size) else { return nil }
    return AnswerMemory(memory: memory)
  }

  /// The bytes.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { memory.bytes }
  }

  /// One byte; traps beyond the end.
  subscript(index: Int) -> UInt8 {
    get { memory[index] }
    set { memory[index] = newValue }
  }

  /// Fills a part with zeros; the compiler does not remove that.
  mutating func wipe(_ range: Range<Int>) { memory.wipe(range) }
}
