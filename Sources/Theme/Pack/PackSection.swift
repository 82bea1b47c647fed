// SPDX-License-Identifier: Apache-2.0

/// The sections of a theme pack, in their order in the file.
package enum PackSection: UInt8, Sendable {
  case metadata, variants, stages, nodes, selectors, records
  case colors, gradients, stops
  case strings, locales, texts, pieces, knownTexts, placedGlyphs
  case fonts, glyphs, characters, kerning, outlines
  case images, vectors, frames, pixels
  case keymaps, keys, pairs

  /// How many there are.
  package static var count: Int { 27 }

  /// Four ASCII characters, the first in the lowest byte.
  package var tag: UInt32 {
    switch self {
    case .metadata: tagged("META")
    case .variants: tagged("VARI")
    case .stages: tagged("STAG")
    case .nodes: tagged("NODE")
    case .selectors: tagged("SELE")
    case .records: tagged("RECD")
    case .colors: tagged("COLR")
    case .gradients: tagged("GRAD")
    case .stops: tagged("STOP")
    case .strings: tagged("STRS")
    case .locales: tagged("LOCL")
    case .texts: tagged("TEXT")
    case .pieces: tagged("PIEC")
    case .knownTexts: tagged("KNOW")
    case .placedGlyphs: tagged("PLAC")
    case .fonts: tagged("FONT")
    case .glyphs: tagged("GLYF")
    case .characters: tagged("CMAP")
    case .kerning: tagged("KERN")
    case .outlines: tagged("OUTL")
    case .images: tagged("IMAG")
    case .vectors: tagged("VECT")
    case .frames: tagged("FRAM")
    case .pixels: tagged("PIXL")
    case .keymaps: tagged("KEYM")
    case .keys: tagged("KEYT")
    case .pairs: tagged("PAIR")
    }
  }

  /// The bytes of a record; 1 for sections that are bytes.
  package var stride: Int {
    switch self {
    case .strings, .kerning, .outlines, .pixels: 1
    case .pairs: 6
    case .variants, .colors, .texts, .placedGlyphs: 8
    case .keys: 10
    case .stops, .knownTexts, .characters: 12
    case .pieces, .glyphs: 16
    case .nodes, .gradients, .locales, .frames, .keymaps: 24
    case .images, .vectors: 32
    case .metadata, .fonts: 40
    case .stages: 96
    case .records: 208
    case .selectors: 216
    }
  }

  /// Whether a program that does not know it may go on without it.
  package var isOptional: Bool { self == .metadata }

  private func tagged(_ name: StaticString) -> UInt32 {
    // A name of four ASCII characters, which lives as long as the program.
    let bytes = unsafe name.utf8Start
    var tag: UInt32 = 0
    for index in 0..<4 {
      // Within the four bytes.
      tag |= unsafe UInt32(bytes[index]) << UInt32(8 * index)
    }
    return tag
  }
}
