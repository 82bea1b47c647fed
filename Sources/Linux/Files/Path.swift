// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The name of a file: a fixed buffer, so that making one costs no heap.
///
/// At most 1023 bytes and none of them zero; longer names are refused with `ENAMETOOLONG`.
package struct Path: Sendable {
  /// One byte more than the longest name.
  package static let capacity = 1024

  private var storage = InlineArray<1024, UInt8>(repeating: 0)
  private var count = 0

  /// Copies a name; refuses one that is empty, too long, or has a zero in it.
  package init(_ name: Span<UInt8>) throws(SystemError) {
    if name.isEmpty { throw SystemError(.path, errno: ENOENT) }
    for index in name.indices {
      try append(name[index])
    }
  }

  /// Copies a name that is part of the program; traps where it is too long.
  package init(_ name: StaticString) {
    precondition(name.utf8CodeUnitCount < Path.capacity, "A path is too long.")
    name.withUTF8Buffer { bytes in
      for index in 0..<bytes.count {
        storage[index] = unsafe bytes[index]
      }
      count = bytes.count
    }
  }

  /// Adds one byte at the end.
  package mutating func append(_ byte: UInt8) throws(SystemError) {
    if byte == 0 { throw SystemError(.path, errno: EINVAL) }
    if count + 1 >= Path.capacity { throw SystemError(.path, errno: ENAMETOOLONG) }
    storage[count] = byte
    count += 1
  }

  /// Adds a part of the program at the end.
  package mutating func append(_ text: StaticString) throws(SystemError) {
    let bytes = text.bytes
    for index in bytes.indices { try append(bytes[index]) }
  }

  /// Adds a number at the end, in decimal.
  package mutating func append(decimal number: UInt32) throws(SystemError) {
    var digits = InlineText<32>()
    digits.append(Int64(number))
    for index in 0..<digits.count { try append(digits.bytes[index]) }
  }

  /// Takes bytes away at the end.
  package mutating func removeLast(_ excess: Int) {
    precondition(excess >= 0 && excess <= count, "So many are not there.")
    for index in count - excess..<count { storage[index] = 0 }
    count -= excess
  }

  /// The name, without an end mark.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.extracting(0..<count) }
  }

  /// Calls C with the name and its end mark; the address is valid only inside.
  func withCString<Result: ~Copyable>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // The storage holds `count` bytes that are not zero, and at least one zero after them.
    unsafe storage.span.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("A path has no storage.") }
      return unsafe body(start.assumingMemoryBound(to: CChar.self))
    }
  }
}
