// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// A piece of a text in the pack.
enum TextPiece {
  /// Placed glyphs of a font, from left to right.
  case word([PlacedGlyph], width: Int, level: UInt8)
  case space(level: UInt8)
  case placeholder(Placeholder, channel: UInt16, level: UInt8)
  /// Characters that the daemon lays out as in a message.
  case plain(String)
}

/// A glyph of a font, by its index in the font, at its position in a word.
struct PlacedGlyph: Hashable {
  let glyph: Int
  let x, y: Int
}

/// A text in one language, with its direction.
struct ShapedText {
  var pieces: [TextPiece] = []
  var isRightToLeft = false
}

/// Divides a text into pieces: plain characters where they give HarfBuzz's result, otherwise shaped
/// words.
struct TextShaper {
  /// The common properties of a word that is shaped as one.
  private struct Run {
    var range: Range<Int>
    var face: Int
    var script: UInt32
    let level: UInt8
  }

  private let language: String
  private var scalars: [UInt32] = []
  private var levels: [UInt8] = []
  /// Characters that the font does not have.
  private(set) var missing: [UInt32] = []

  /// A shaper for a locale such as `de_AT`.
  init(locale: String) {
    language = String(locale.map { $0 == "_" ? "-" : $0 })
  }

  /// Shapes a text in a font, and may add glyphs to it.
  mutating func shape(_ parts: [TemplatePart], in builder: inout FontBuilder?) -> ShapedText? {
    guard var font = builder else { return nil }
    defer { builder = font }
    scalars = []
    var ranges: [Range<Int>] = []
    for part in parts {
      let start = scalars.count
      switch part {
      case .plain(let text): scalars += text.unicodeScalars.map(\.value)
      // Numbers count as digits, other placeholders as an object.
      case .placeholder(.message, _), .placeholder(.keymap, _): scalars.append(0xFFFC)
      case .placeholder: scalars.append(0x30)
      }
      ranges.append(start..<scalars.count)
    }
    levels = Characters.levels(of: scalars)
    var result = ShapedText()
    result.isRightToLeft = isRightToLeft
    for (part, range) in zip(parts, ranges) {
      switch part {
      case .placeholder(let value, let channel):
        result.pieces.append(
          .placeholder(value, channel: channel, level: levels[range.lowerBound]))
      case .plain(let text):
        let runs = runs(in: range, font)
        let shaped = runs.map { run in
          font.shape(
            scalars, run.range, face: run.face, script: run.script, language: language,
            isRightToLeft: run.level & 1 != 0)
        }
        let isPlain = zip(runs, shaped).allSatisfy {
          $0.level == 0 && font.isPlain($1, scalars, $0.range, face: $0.face)
        }
        if isPlain {
          result.pieces.append(.plain(text))
        } else {
          result.pieces += words(range, runs, shaped, &font)
        }
      }
    }
    return result
  }

  /// Whether the paragraph is right-to-left: its lowest level is odd.
  private var isRightToLeft: Bool {
    // Trailing spaces have the paragraph's level; without any, the first strong character decides.
    for (scalar, level) in zip(scalars, levels) where Characters.script(of: scalar) != nil {
      return level & 1 != 0
    }
    return false
  }

  private static func isSpace(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || (9...13).contains(scalar) || scalar == 0x3000
      || (0x2000...0x200A).contains(scalar) && scalar != 0x2007
  }

  /// The words of a part, split where face, script or level change.
  private mutating func runs(in range: Range<Int>, _ font: FontBuilder) -> [Run] {
    var runs: [Run] = []
    var isOpen = false
    for index in range {
      let scalar = scalars[index]
      if Self.isSpace(scalar) {
        isOpen = false
        continue
      }
      let script = Characters.script(of: scalar) ?? 0
      var face = font.face(of: scalar)
      if isOpen, script == 0, font.has(scalar, face: runs[runs.count - 1].face) {
        face = runs[runs.count - 1].face
      }
      // Joiners and the like are invisible; they only affect their neighbours.
      let isInvisible = (0x200B...0x200F).contains(scalar) || (0xFE00...0xFE0F).contains(scalar)
      if face == nil {
        if !isInvisible, !missing.contains(scalar) { missing.append(scalar) }
        face = isInvisible && isOpen ? runs[runs.count - 1].face : 0
      }
      if isOpen, let last = runs.last, last.level == levels[index], last.face == face,
        script == 0 || last.script == 0 || script == last.script
      {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
        if script != 0 { runs[runs.count - 1].script = script }
      } else {
        runs.append(
          Run(range: index..<index + 1, face: face ?? 0, script: script, level: levels[index]))
        isOpen = true
      }
    }
    return runs
  }

  private func words(
    _ range: Range<Int>, _ runs: [Run], _ shaped: [[ShapedGlyph]], _ font: inout FontBuilder
  ) -> [TextPiece] {
    var pieces: [TextPiece] = []
    var index = range.lowerBound
    for (run, glyphs) in zip(runs, shaped) {
      while index < run.range.lowerBound {
        pieces.append(.space(level: levels[index]))
        index += 1
      }
      index = run.range.upperBound
      var placed: [PlacedGlyph] = []
      var x = 0
      for glyph in glyphs {
        placed.append(
          PlacedGlyph(
            glyph: font.index(of: glyph.glyph, face: run.face), x: x + glyph.x, y: glyph.y))
        x += glyph.advance
      }
      pieces.append(.word(placed, width: x, level: run.level))
    }
    while index < range.upperBound {
      pieces.append(.space(level: levels[index]))
      index += 1
    }
    return pieces
  }
}
