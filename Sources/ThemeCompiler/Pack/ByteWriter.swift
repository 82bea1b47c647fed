// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// A section's records, little-endian.
struct RecordBytes: Hashable {
  private(set) var bytes: [UInt8]

  /// A record of zeros.
  init(_ section: PackSection) {
    bytes = [UInt8](repeating: 0, count: section.stride)
  }

  mutating func put(_ value: UInt8, at offset: Int) { bytes[offset] = value }
  mutating func put(_ value: UInt16, at offset: Int) { putAll(value, offset) }
  mutating func put(_ value: UInt32, at offset: Int) { putAll(value, offset) }
  mutating func put(_ value: Int32, at offset: Int) { putAll(UInt32(bitPattern: value), offset) }

  mutating func put(_ length: Length, at offset: Int) {
    put(length.value, at: offset)
    put(length.minimum, at: offset + 4)
    put(length.maximum, at: offset + 6)
    put(length.unit.rawValue, at: offset + 8)
  }

  mutating func put(_ color: StraightColor, at offset: Int) {
    put(color.red, at: offset)
    put(color.green, at: offset + 2)
    put(color.blue, at: offset + 4)
    put(color.alpha, at: offset + 6)
  }

  mutating func put(_ text: StringRange, at offset: Int) {
    put(text.offset, at: offset)
    put(text.length, at: offset + 4)
  }

  private mutating func putAll(_ value: some FixedWidthInteger & UnsignedInteger, _ offset: Int) {
    for index in 0..<(value.bitWidth / 8) {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
    }
  }
}

/// The range of a text in the pack's strings.
struct StringRange: Hashable {
  let offset, length: UInt32
}
