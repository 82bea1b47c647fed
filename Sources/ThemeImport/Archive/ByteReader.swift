// SPDX-License-Identifier: Apache-2.0

/// Numbers in a file's bytes; nil beyond their end.
struct ByteReader {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A little-endian number of 2 bytes.
  func little16(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }

  /// A little-endian number of 4 bytes.
  func little32(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// A big-endian number of 2 bytes.
  func big16(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  /// A big-endian number of 4 bytes.
  func big32(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  /// Some bytes; nil where they are not all there.
  func slice(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<offset + count]
  }
}
