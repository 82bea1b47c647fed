// SPDX-License-Identifier: Apache-2.0

package import Theme

/// Builds a theme pack by hand, record by record, as its compiler would.
package struct PackMaker {
  /// The bytes of a record, by their positions in it.
  package struct Record {
    package var bytes: [UInt8]

    package init(_ section: PackSection) {
      bytes = Array(repeating: 0, count: section.stride)
    }

    package mutating func put(_ value: some FixedWidthInteger, at position: Int) {
      for index in 0..<value.bitWidth / 8 {
        bytes[position + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }

    /// A number in Q16.16, as a fraction.
    package mutating func put(number: Double, at position: Int) {
      put(Int32((number * 65536).rounded()), at: position)
    }

    package mutating func put(
      length: Double, _ unit: LengthUnit = .point, min: UInt16 = 65535, max: UInt16 = 65535,
      at position: Int
    ) {
      put(number: length, at: position)
      put(min, at: position + 4)
      put(max, at: position + 6)
      bytes[position + 8] = unit.rawValue
    }

    /// A colour of 8 bits each, with the alpha below.
    package mutating func put(color: UInt32, at position: Int) {
      for index in 0..<4 {
        put(UInt16(color >> (24 - 8 * index) & 255) * 257, at: position + 2 * index)
      }
    }
  }

  /// The sections' bytes, by the number of the section.
  package var sections: [Int: [UInt8]] = [:]

  /// The limits in the header: shapes, glyphs, elements, stops, edges, width, height.
  package var room = (64, 0, 4096, 512, 65536, 0, 0)

  package init() {}

  /// Adds a record; returns its index.
  @discardableResult
  package mutating func add(_ record: Record, to section: PackSection) -> Int {
    let index = sections[Int(section.rawValue), default: []].count / section.stride
    sections[Int(section.rawValue), default: []] += record.bytes
    return index
  }

  /// Adds bytes to a section of bytes; returns where they begin.
  package mutating func add(bytes: [UInt8], to section: PackSection) -> Int {
    let first = sections[Int(section.rawValue), default: []].count
    sections[Int(section.rawValue), default: []] += bytes
    return first
  }

  /// Adds a text to the strings and returns the field that refers to it.
  package mutating func string(_ text: String) -> (first: UInt32, count: UInt32) {
    (UInt32(add(bytes: Array(text.utf8), to: .strings)), UInt32(text.utf8.count))
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
    put(UInt16(sections.count), at: PackHeader.sectionCount)
    put(UInt16(room.0), at: PackHeader.shapes)
    put(UInt16(room.1), at: PackHeader.placedGlyphs)
    put(UInt32(room.2), at: PackHeader.elements)
    put(UInt16(room.3), at: PackHeader.stops)
    put(UInt32(room.4), at: PackHeader.edges)
    put(UInt16(room.5), at: PackHeader.roomWidth)
    put(UInt16(room.6), at: PackHeader.roomHeight)
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
