// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Theme

extension Length {
  /// A length of a record; its limits are in quarter points.
  package init(
    _ value: Double, _ unit: LengthUnit = .point, min: UInt16 = 65535, max: UInt16 = 65535
  ) {
    self.init(
      value: Int32((value * 65536).rounded()), unit: unit, minimum: min, maximum: max)
  }
}

extension Fixed {
  /// A number of a record, rounded to Q16.16.
  package init(number: Double) { self.init(q16: Int32((number * 65536).rounded())) }
}

/// Builds a theme pack by hand, record by record, as its compiler would.
package struct PackMaker {
  /// The sections' bytes, by the number of the section.
  package var sections: [Int: [UInt8]] = [:]

  /// The limits in the header.
  package var room = RoomRecord()

  /// The minor version in the header.
  package var minorVersion: UInt16 = 0

  package init() {
    (room.shapes, room.elements, room.stops, room.edges) = (64, 4096, 512, 65536)
  }

  /// Adds a record; returns its index.
  @discardableResult
  package mutating func add<Record: PackRecord>(_ record: Record) -> Int {
    add(bytes: record.bytes, to: Record.section).lowerBound / Record.section.stride
  }

  /// Adds bytes to a section; returns where they are.
  @discardableResult
  package mutating func add(bytes: [UInt8], to section: PackSection) -> Range<Int> {
    let first = sections[Int(section.rawValue), default: []].count
    sections[Int(section.rawValue), default: []] += bytes
    return first..<first + bytes.count
  }

  /// The number of records of a section.
  package func count(_ section: PackSection) -> Int {
    sections[Int(section.rawValue), default: []].count / section.stride
  }

  /// Adds a text to the strings and returns the field that refers to it.
  package mutating func string(_ text: String) -> StringRange {
    let range = add(bytes: Array(text.utf8), to: .strings)
    return StringRange(offset: UInt32(range.lowerBound), length: UInt32(range.count))
  }

  /// The file.
  package func file() -> [UInt8] {
    var header = [UInt8](repeating: 0, count: PackHeader.size)
    func put(_ value: some FixedWidthInteger, at position: Int) {
      for index in 0..<value.bitWidth / 8 {
        header[position + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }
    header.replaceSubrange(0..<8, with: Array("FLIPPACK".utf8))
    put(PackHeader.major, at: PackHeader.version)
    put(minorVersion, at: PackHeader.version + 2)
    put(UInt16(sections.count), at: PackHeader.sectionCount)
    header.replaceSubrange(PackHeader.room..<PackHeader.size, with: room.bytes)
    var body: [UInt8] = []
    let start = PackHeader.size + sections.count * PackHeader.entrySize
    for raw in 0..<PackSection.count {
      guard let bytes = sections[raw], let section = PackSection(rawValue: UInt8(raw)) else {
        continue
      }
      while (start + body.count) % 8 != 0 { body.append(0) }
      let entry = header.count
      header += [UInt8](repeating: 0, count: PackHeader.entrySize)
      put(section.tag, at: entry)
      put(UInt32(start + body.count), at: entry + 4)
      put(UInt32(bytes.count / section.stride), at: entry + 8)
      put(UInt16(section.stride), at: entry + 12)
      put(UInt16(section.isOptional ? 1 : 0), at: entry + 14)
      body += bytes
    }
    return PackMaker.sealed(header + body)
  }

  /// A file with a correct size and hash.
  package static func sealed(_ file: [UInt8]) -> [UInt8] {
    var file = file
    if file.count < PackHeader.size { return file }
    for index in 0..<4 {
      file[PackHeader.fileSize + index] = UInt8(truncatingIfNeeded: file.count >> (8 * index))
    }
    let hash = PackHash.hash(of: file.span)
    for index in 0..<8 {
      file[PackHeader.hash + index] = UInt8(truncatingIfNeeded: hash >> (8 * index))
    }
    return file
  }
}
