// SPDX-License-Identifier: Apache-2.0

/// Memory for an answer while it is typed on a web page, where no memory can be locked.
///
/// In all other builds `Server/AnswerMemory.swift` replaces it (`Package.swift`).
struct AnswerMemory: ~Copyable {
  private var storage: [UInt8]

  /// Allocates zeros.
  static func allocated(size: Int) -> AnswerMemory? {
    AnswerMemory(storage: [UInt8](repeating: 0, count: size))
  }

  /// The bytes.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span }
  }

  /// One byte; traps beyond the end.
  subscript(index: Int) -> UInt8 {
    get { storage[index] }
    set { storage[index] = newValue }
  }

  /// Fills a part with zeros.
  mutating func wipe(_ range: Range<Int>) {
    for index in range { storage[index] = 0 }
  }
}
