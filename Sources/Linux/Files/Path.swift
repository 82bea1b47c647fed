// SPDX-License-Identifier: Apache-2.0

import CLinux
import Text

/// A file's path, on the heap: inline it would be a kilobyte, moved by each copy.
///
/// At most 1023 bytes and none of them zero; longer names are refused with `ENAMETOOLONG`.
package struct Path: Equatable, Sendable {
  /// The longest path with its zero at the end.
  package static let capacity = 1024

  // The name and one zero after it.
  private var storage: [UInt8] = [0]

  /// Copies a path; throws where it is empty, too long, or contains a zero.
  package init(_ name: Span<UInt8>) throws(SystemError) {
    if name.isEmpty { throw SystemError(.path, errno: ENOENT) }
    try append(name)
  }

  /// Copies a path from a literal; traps where it is too long.
  package init(_ name: StaticString) {
    do throws(SystemError) {
      try append(name.bytes)
    } catch {
      preconditionFailure("A path is too long.")
    }
  }

  /// The path of a file in a folder.
  package init(_ name: StaticString, in folder: Path) throws(SystemError) {
    self = folder
    try append(UInt8(ascii: "/"))
    try append(name)
  }

  /// Appends one byte.
  package mutating func append(_ byte: UInt8) throws(SystemError) {
    if byte == 0 { throw SystemError(.path, errno: EINVAL) }
    if storage.count >= Path.capacity { throw SystemError(.path, errno: ENAMETOOLONG) }
    storage[storage.count - 1] = byte
    storage.append(0)
  }

  /// Appends a literal.
  package mutating func append(_ text: StaticString) throws(SystemError) {
    try append(text.bytes)
  }

  /// Appends bytes.
  package mutating func append(_ text: Span<UInt8>) throws(SystemError) {
    for index in text.indices { try append(text[index]) }
  }

  /// Appends a number in decimal.
  package mutating func append(decimal number: UInt32) throws(SystemError) {
    var digits = InlineText<16>()
    digits.append(Int64(number))
    try append(digits.bytes)
  }

  /// Removes bytes from the end.
  package mutating func removeLast(_ excess: Int) {
    precondition(excess >= 0 && excess < storage.count, "So many are not there.")
    storage.removeLast(excess)
    storage[storage.count - 1] = 0
  }

  /// The path, without the zero at the end.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.extracting(0..<storage.count - 1) }
  }

  /// Calls C code with the zero-terminated path; the address is valid only inside.
  package func withCString<Result: ~Copyable>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // The storage holds bytes that are not zero, and one zero after them.
    unsafe storage.span.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("A path has no storage.") }
      return unsafe body(start.assumingMemoryBound(to: CChar.self))
    }
  }
}
