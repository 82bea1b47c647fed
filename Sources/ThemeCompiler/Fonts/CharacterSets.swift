// SPDX-License-Identifier: Apache-2.0

/// The characters of a font in a pack, for messages at run time.
enum CharacterSets {
  static let names = ["ascii", "latin", "cyrillic", "greek", "hebrew"]

  /// The characters that every text needs: an ellipsis, a bullet, a space, the replacement.
  static let always: [UInt32] = [0x20, 0x2026, 0x2022, 0xFFFD]

  /// The characters of an entry of `characters`; nil for an invalid entry.
  static func scalars(of entry: String) -> [UInt32]? {
    switch entry {
    case "ascii": return Array(0x20...0x7E)
    case "latin":
      return list([
        0x20...0x7E, 0xA0...0x24F, 0x1E00...0x1EFF, 0x2010...0x2027, 0x2030...0x203A,
        0x20A0...0x20BF, 0x2116...0x2116, 0x2122...0x2122, 0x2190...0x2193, 0x2212...0x2212,
        0x2248...0x2248, 0x2264...0x2265,
      ])
    case "cyrillic": return list([0x20...0x7E, 0x400...0x52F, 0x2010...0x2027, 0x2116...0x2116])
    case "greek": return list([0x20...0x7E, 0x370...0x3FF, 0x1F00...0x1FFF])
    case "hebrew": return list([0x20...0x7E, 0x5BE...0x5BE, 0x5D0...0x5EA, 0x5F3...0x5F4])
    default:
      if entry.hasPrefix("U+") { return range(entry.dropFirst(2)) }
      // A misspelt name must not be read as its letters.
      let isWord = entry.count > 2 && entry.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
      return entry.isEmpty || isWord ? nil : entry.unicodeScalars.map(\.value)
    }
  }

  private static func list(_ ranges: [ClosedRange<UInt32>]) -> [UInt32] { ranges.flatMap { $0 } }

  private static func range(_ text: Substring) -> [UInt32]? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(ends.count), ends.allSatisfy({ (1...6).contains($0.utf8.count) }),
      let first = UInt32(ends[0], radix: 16), let last = UInt32(ends[ends.count - 1], radix: 16),
      first <= last, last <= 0x10FFFF, last - first < 16384
    else { return nil }
    return (first...last).filter { Unicode.Scalar($0) != nil }
  }
}
