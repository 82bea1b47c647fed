// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The name of a file, on the heap: in place it would be a kilobyte that each copy moves.
///
/// At most 1023 bytes and none of them zero; longer names are refused with `ENAMETOOLONG`.
package struct Path: Sendable {
  /// One byte more than the longest name.
  package static let capacity = 1024

  // The name and one zero after it.
  private var storage: [UInt8] = [0]

  /// Copies a name; refuses one that is empty, too long, or has a zero in it.
  package init(_ name: Span<UInt8>) throws(SystemError) {
    if name.isEmpty { throw SystemError(.path, errno: ENOENT) }
    try append(name)
  }

  /// Copies a name that is part of the program; traps where it is too long.
  package init(_ name: StaticString) {
    do throws(SystemError) {
      try append(name.bytes)
    } catch {
      preconditionFailure("A path is too long.")
    }
  }

  /// Adds one byte at the end.
  @inline(never)
  package mutating func append(_ byte: UInt8) throws(SystemError) {
    if byte == 0 { throw SystemError(.path, errno: EINVAL) }
    if storage.count >= Path.capacity { throw SystemError(.path, errno: ENAMETOOLONG) }
    storage[storage.count - 1] = byte
    storage.append(0)
  }

  /// Adds a part of the program at the end.
  package mutating func append(_ text: StaticString) throws(SystemError) {
    try append(text.bytes)
  }

  /// Adds bytes at the end.
  @inline(never)
  package mutating func append(_ text: Span<UInt8>) throws(SystemError) {
    for index in text.indices { try append(text[index]) }
  }

  /// Adds a number at the end, in decimal.
  package mutating func append(decimal number: UInt32) throws(SystemError) {
    var digits = InlineText<16>()
    digits.append(Int64(number))
    try append(digits.bytes)
  }

  /// Takes bytes away at the end.
  package mutating func removeLast(_ excess: Int) {
    precondition(excess >= 0 && excess < storage.count, "So many are not there.")
    storage.removeLast(excess)
    storage[storage.count - 1] = 0
  }

  /// The name, without an end mark.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.extracting(0..<storage.count - 1) }
  }

  /// Calls C with the name and its end mark; the address is valid only inside.
  func withCString<Result: ~Copyable>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // The storage holds bytes that are not zero, and one zero after them.
    unsafe storage.span.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("A path has no storage.") }
      return unsafe body(start.assumingMemoryBound(to: CChar.self))
    }
  }
}
