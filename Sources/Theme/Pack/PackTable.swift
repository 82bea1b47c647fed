// SPDX-License-Identifier: Apache-2.0

/// The section table of a pack's header.
struct PackTable: Sendable {
  /// The position of a section, and the number and size of its records.
  struct Entry: Sendable {
    var offset = 0
    var count = 0
    var stride = 0
  }

  private var entries: InlineArray<35, Entry> = InlineArray(repeating: Entry())

  subscript(section: PackSection) -> Entry { entries[Int(section.rawValue)] }

  /// Checks a file's header, its hash and its section table.
  ///
  /// - Throws: The first error.
  init(_ bytes: Span<UInt8>) throws(PackError) {
    // "FLIPPACK"
    guard bytes.count >= PackHeader.size, u64(bytes, 0) == 0x4B43_4150_5049_4C46 else {
      throw .notAPack
    }
    let major = UInt16(truncatingIfNeeded: u32(bytes, PackHeader.version))
    guard major == PackHeader.major else { throw .otherVersion(major) }
    let size = u32(bytes, PackHeader.fileSize)
    let larger = max(size, UInt32(clamping: bytes.count))
    guard larger <= PackHeader.largestFile else { throw .tooLarge(larger) }
    guard size <= bytes.count else { throw .cutOff(of: size, bytes.count) }
    guard bytes.count == size, size >= PackHeader.smallestFile,
      PackHash.hash(of: bytes) == u64(bytes, PackHeader.hash)
    else { throw .wrongHash }
    let header = PackError.outOfBounds(PackTable.headerTag, 0)
    let count = u32(bytes, PackHeader.sectionCount)
    guard count <= PackHeader.sectionLimit else { throw header }
    var end = PackHeader.size + Int(count) * PackHeader.entrySize
    guard end <= bytes.count else { throw header }
    var next = 0
    for index in 0..<Int(count) {
      end = try add(PackHeader.size + index * PackHeader.entrySize, after: end, of: bytes, &next)
    }
    guard bytes.count - end < 8, isZero(bytes, end..<bytes.count) else { throw header }
  }

  /// The tag in errors about the header and about bytes after the sections.
  static var headerTag: UInt32 { 0x4B43_4150 }

  /// Adds the section of an entry, which begins at the previous section's end; returns its end.
  ///
  /// `next` is the first kind of section that may follow.
  private mutating func add(
    _ entry: Int, after before: Int, of bytes: Span<UInt8>, _ next: inout Int
  ) throws(PackError) -> Int {
    let tag = u32(bytes, entry)
    let error = PackError.outOfBounds(tag, 0)
    let (offset, count) = (u32(bytes, entry + 4), u32(bytes, entry + 8))
    let (stride, flags) = (u32(bytes, entry + 12) & 0xFFFF, u32(bytes, entry + 12) >> 16)
    let end = UInt64(offset) + UInt64(count) * UInt64(stride)
    // The end is checked first: a larger offset does not fit an `Int` of 32 bits.
    guard offset & 7 == 0, end <= bytes.count, offset >= before, Int(offset) - before < 8,
      isZero(bytes, before..<Int(offset)), stride > 0, flags <= 1
    else { throw error }
    guard let section = PackTable.section(tag) else {
      if flags == 0 { throw .unknownSection(tag) }
      return Int(end)
    }
    guard Int(section.rawValue) >= next,
      section.stride == 1 ? stride == 1 : stride >= section.stride, count <= section.limit
    else { throw error }
    next = Int(section.rawValue) + 1
    entries[Int(section.rawValue)] = Entry(
      offset: Int(offset), count: Int(count), stride: Int(stride))
    return Int(end)
  }

  private static func section(_ tag: UInt32) -> PackSection? {
    for index in 0..<PackSection.count {
      if let section = PackSection(rawValue: UInt8(index)), section.tag == tag { return section }
    }
    return nil
  }
}

extension PackSection {
  /// The most records, or bytes up to the size of a file.
  package var limit: Int {
    switch self {
    case .metadata: 1
    case .variants: PackLimit.variants
    case .stages: 1 + PackLimit.variants
    case .nodes: PackLimit.nodes
    case .selectors: PackLimit.selectors
    case .records: PackLimit.records
    case .keyframes: PackLimit.motions * 5 * PackLimit.keyframes
    case .locales: PackLimit.locales
    case .texts: PackLimit.texts * PackLimit.locales
    case .fonts: 8
    case .glyphs, .joins, .marks: 16384
    case .images: PackLimit.images
    case .frames: 2048
    case .keymaps: 4
    case .keys: 512
    case .pairs: 4096
    case .roles: 128
    case .switches: 1024
    case .strings, .kerning, .outlines, .pixels: PackHeader.largestFile
    case .colors, .gradients, .stops, .shadings, .pieces, .knownTexts, .placedGlyphs, .characters,
      .vectors, .ligatures, .anchors:
      65535
    }
  }
}

/// Whether all bytes of a range, which is within the file, are 0.
func isZero(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
  for index in range where bytes[index] != 0 { return false }
  return true
}

private func u32(_ bytes: Span<UInt8>, _ position: Int) -> UInt32 {
  var value: UInt32 = 0
  for index in 0..<4 { value |= UInt32(bytes[position + index]) << UInt32(8 * index) }
  return value
}

private func u64(_ bytes: Span<UInt8>, _ position: Int) -> UInt64 {
  UInt64(u32(bytes, position)) | UInt64(u32(bytes, position + 4)) << 32
}
