// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList

extension TextLayout {
  /// Draws a line from the left end of its baseline.
  func draw(
    _ line: Range<Int>, at origin: Point, _ style: TextStyle, transform: Transform,
    into scene: inout Scene
  ) {
    if style.font != nil, let pack {
      drawGlyphs(line, of: pack, at: origin, style, transform: transform, into: &scene)
    } else {
      var index = line.lowerBound
      scene.addStrokes(
        capHeight: capHeight, start: Point(origin.x, origin.y - capHeight * .half),
        color: style.color, opacity: style.opacity, transform: transform
      ) {
        if index == line.upperBound { return nil }
        defer { index += 1 }
        return Unicode.Scalar(UInt32(items[index].first))
      }
    }
  }

  private func drawGlyphs(
    _ line: Range<Int>, of pack: Pack, at origin: Point, _ style: TextStyle, transform: Transform,
    into scene: inout Scene
  ) {
    // The pen, and the last letter's origin, which its marks are placed from. In text from right to left the letter
    // comes after its marks, where the pen still is.
    var (x, letter) = (origin.x, origin.x)
    var glyphs = 0
    scene.beginPath()
    for index in line {
      let item = items[index]
      if item.count < 0 {
        if !item.isMark || item.level & 1 == 1 { letter = x }
        let place = Point(
          letter + Fixed(raw: item.unit.raw * Int64(item.x)),
          origin.y - Fixed(raw: item.unit.raw * Int64(item.y)))
        pack.addGlyph(item.first, at: place, unit: item.unit, to: &scene)
        glyphs += 1
      } else {
        for index in item.first..<item.first + item.count where scene.hasTextRoom {
          let placed = pack[PlacedGlyphRecord.self, index]
          let place = Point(
            x + Fixed(raw: item.unit.raw * Int64(placed.x)),
            origin.y - Fixed(raw: item.unit.raw * Int64(placed.y)))
          pack.addGlyph(Int(placed.glyph), at: place, unit: item.unit, to: &scene)
        }
        glyphs += item.count
      }
      x += Fixed(raw: item.width)
      // Between words, where nothing overlaps: a change damages only the differing shapes.
      if index == line.upperBound - 1 || glyphs >= 16 && item.isSpace {
        let path = scene.endPath()
        if !path.isEmpty {
          scene.add(
            .fill(path), paint: .solid(style.color), opacity: style.opacity, transform: transform)
        }
        scene.beginPath()
        glyphs = 0
      }
    }
  }
}
