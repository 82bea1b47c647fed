// SPDX-License-Identifier: Apache-2.0

/// Writes a record, as the theme compiler and tests do.
struct RecordWriter: RecordCoder {
  private(set) var bytes: [UInt8] = []

  func count(_ section: PackSection) -> Int { .max }

  var textCount: Int { .max }

  mutating func integer<Number: FixedWidthInteger>(_ number: inout Number) {
    for index in 0..<Number.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(8 * index)))
    }
  }

  mutating func zeros(_ count: Int) {
    for _ in 0..<count { bytes.append(0) }
  }

  mutating func require(_ condition: @autoclosure () -> Bool) {}
}

extension RoomRecord {
  /// The bytes of the capacities in a pack's header.
  package var bytes: [UInt8] {
    var (record, writer) = (self, RecordWriter())
    record.code(&writer)
    return writer.bytes
  }
}

extension PackRecord {
  /// The bytes of the record in a pack.
  package var bytes: [UInt8] {
    var (record, writer) = (self, RecordWriter())
    record.code(&writer)
    writer.zeros(Self.section.stride - writer.bytes.count)
    return writer.bytes
  }
}
