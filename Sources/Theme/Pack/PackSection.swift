// SPDX-License-Identifier: Apache-2.0

/// The sections of a theme pack, in their order in the file.
package enum PackSection: UInt8, Sendable {
  case metadata, variants, stages, nodes, selectors, records, keyframes
  case colors, gradients, stops, shadings
  case strings, locales, texts, pieces, knownTexts, placedGlyphs
  case fonts, glyphs, characters, joins, ligatures, marks, anchors, kerning, outlines
  case images, vectors, frames, pixels
  case keymaps, keys, pairs, roles, switches

  /// The number of sections.
  package static var count: Int { 35 }

  /// Four ASCII characters, the first in the lowest byte.
  package var tag: UInt32 {
    let names: StaticString = """
      METAVARISTAGNODESELERECDKEYF\
      COLRGRADSTOPSHAD\
      STRSLOCLTEXTPIECKNOWPLAC\
      FONTGLYFCMAPJOINLIGAMARKANCHKERNOUTL\
      IMAGVECTFRAMPIXL\
      KEYMKEYTPAIRROLESWCH
      """
    // Four bytes each, in a literal that lives as long as the program.
    let bytes = unsafe names.utf8Start + 4 * Int(rawValue)
    var tag: UInt32 = 0
    for index in 0..<4 {
      // Within these four bytes.
      tag |= unsafe UInt32(bytes[index]) << UInt32(8 * index)
    }
    return tag
  }

  /// The size of a record in bytes; 1 for sections of bytes.
  package var stride: Int {
    switch self {
    case .strings, .kerning, .outlines, .pixels: 1
    case .roles: 4
    case .pairs, .switches: 6
    case .variants, .colors, .texts, .placedGlyphs, .joins, .ligatures, .marks, .anchors: 8
    case .keys: 10
    case .stops, .knownTexts, .characters: 12
    case .pieces, .glyphs: 16
    case .keyframes: 20
    case .nodes, .gradients, .locales, .frames, .keymaps: 24
    case .images, .vectors: 32
    case .metadata, .fonts, .shadings: 40
    case .stages: 96
    case .records: 208
    case .selectors: 216
    }
  }

  /// Whether a program that does not know the section may ignore it.
  package var isOptional: Bool {
    switch self {
    case .metadata, .keyframes, .shadings, .joins, .ligatures, .marks, .anchors, .roles, .switches:
      true
    default: false
    }
  }
}
