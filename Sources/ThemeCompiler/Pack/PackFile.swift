// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The scene's capacities for the pack's header.
struct SceneRoom {
  var shapes = 0
  var placedGlyphs = 0
  var elements = 0
  var stops = 0
  var edges = 0
  /// In points.
  var width = 0
  var height = 0

  /// The capacities as far as a scene can have them.
  fileprivate var record: RoomRecord {
    var record = RoomRecord()
    record.shapes = UInt16(min(shapes, 512))
    record.placedGlyphs = UInt16(min(placedGlyphs, 4096))
    record.elements = UInt32(min(elements, 16384))
    record.stops = UInt16(min(stops, 2048))
    record.edges = UInt32(min(edges, 1 << 18))
    (record.width, record.height) = (UInt16(clamping: width), UInt16(clamping: height))
    return record
  }
}

/// Joins the header and the sections.
enum PackFile {
  static func bytes(
    _ sections: [PackSection: [UInt8]], room: SceneRoom, minorVersion: UInt16 = 0
  ) -> [UInt8] {
    let present = (0..<PackSection.count).compactMap { PackSection(rawValue: UInt8($0)) }
      .filter { sections[$0]?.isEmpty == false }
    var file = [UInt8](repeating: 0, count: PackHeader.size + PackHeader.entrySize * present.count)
    file.replaceSubrange(0..<8, with: Array("FLIPPACK".utf8))
    put(PackHeader.major, PackHeader.version, &file)
    put(minorVersion, PackHeader.version + 2, &file)
    put(UInt16(present.count), PackHeader.sectionCount, &file)
    file.replaceSubrange(PackHeader.room..<PackHeader.size, with: room.record.bytes)
    for (index, section) in present.enumerated() {
      let bytes = sections[section] ?? []
      pad(&file)
      let entry = PackHeader.size + PackHeader.entrySize * index
      put(section.tag, entry, &file)
      put(UInt32(file.count), entry + 4, &file)
      put(UInt32(bytes.count / section.stride), entry + 8, &file)
      put(UInt16(section.stride), entry + 12, &file)
      put(UInt16(section.isOptional ? 1 : 0), entry + 14, &file)
      file += bytes
    }
    while file.count < PackHeader.smallestFile { file.append(0) }
    pad(&file)
    put(UInt32(clamping: file.count), PackHeader.fileSize, &file)
    put(PackHash.hash(of: file.span), PackHeader.hash, &file)
    return file
  }

  private static func pad(_ file: inout [UInt8]) {
    while file.count % 8 != 0 { file.append(0) }
  }

  private static func put(
    _ value: some FixedWidthInteger & UnsignedInteger, _ offset: Int, _ file: inout [UInt8]
  ) {
    for index in 0..<(value.bitWidth / 8) {
      file[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
    }
  }
}
