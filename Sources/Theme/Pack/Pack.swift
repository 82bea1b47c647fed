// SPDX-License-Identifier: Apache-2.0

/// A theme pack: the bytes of one file, checked completely before they are used.
///
/// A class, because every output refers to it. Its bytes are private memory and never change.
package final class Pack: Sendable {
  /// The whole file.
  private let bytes: [UInt8]

  /// The sections; a missing section is empty.
  private let sections: PackTable

  /// The number of texts of each language.
  package let textCount: Int

  /// Checks a file's bytes: a theme, or only keymaps.
  ///
  /// - Throws: Why they cannot be used.
  /// - Complexity: O(n) in the bytes. Streams of pixels are not decoded.
  package init(_ bytes: [UInt8], isKeymap: Bool = false) throws(PackError) {
    sections = try PackTable(bytes.span)
    self.bytes = bytes
    let languages = sections[.locales].count
    textCount = languages == 0 ? 0 : sections[.texts].count / languages
    try check(isKeymap: isKeymap)
  }

  /// The number of records of a section; of bytes in a section of bytes.
  package func count(_ section: PackSection) -> Int { sections[section].count }

  /// The position of a record in the file; traps beyond the section's end.
  package func position(_ section: PackSection, _ index: Int) -> Int {
    let entry = sections[section]
    precondition(index >= 0 && index < entry.count, "A pack has no such record.")
    return entry.offset + index * entry.stride
  }

  /// The byte at a position of the file; traps beyond the end.
  package func byte(_ position: Int) -> UInt8 { bytes[position] }

  /// A number of up to four bytes, little-endian; traps beyond the end.
  func load<Number: FixedWidthInteger>(at position: Int) -> Number {
    let size = Number.bitWidth / 8
    precondition(position >= 0 && position <= bytes.count - size, "A pack has no such number.")
    // Within the file, as just checked.
    return unsafe bytes.withUnsafeBytes { buffer in
      unsafe Number(
        littleEndian: buffer.loadUnaligned(fromByteOffset: position, as: Number.self))
    }
  }

  /// A range of a section that consists of bytes; traps beyond its end.
  @_lifetime(borrow self)
  package func bytes(_ section: PackSection, _ first: Int, count: Int) -> Span<UInt8> {
    let entry = sections[section]
    precondition(
      first >= 0 && count >= 0 && first <= entry.count && count <= entry.count - first,
      "A pack has no such bytes.")
    let start = entry.offset + first
    // The array is a constant of this object, which the span borrows.
    let part = unsafe bytes.withUnsafeBufferPointer { all in
      all.extracting(start..<start + count)
    }
    return unsafe _overrideLifetime(Span(_unsafeElements: part), borrowing: self)
  }

  /// A text of the pack's strings.
  @_lifetime(borrow self)
  package func string(_ range: StringRange) -> Span<UInt8> {
    bytes(.strings, Int(range.offset), count: Int(range.length))
  }

  /// Whether the file's minor version is not newer than this program's, so that every record is known.
  package var isOwnVersion: Bool { minorVersion <= Int(PackHeader.minor) }

  /// The minor version of the file's format.
  package var minorVersion: Int {
    let minor: UInt16 = load(at: PackHeader.version + 2)
    return Int(minor)
  }
}
