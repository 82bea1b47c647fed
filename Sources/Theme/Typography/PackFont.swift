// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList

/// A font of a pack.
///
/// Glyph numbers are unique in the whole pack.
package struct PackFont {
  let pack: Pack
  private let record: FontRecord

  /// A font of the pack, by its index.
  package init(_ pack: Pack, _ index: Int) {
    (self.pack, record) = (pack, pack[FontRecord.self, index])
  }

  /// The length of a font unit for a cap height.
  package func unit(capHeight: Fixed) -> Fixed {
    // Limited, so that a text of any pack's font does not overflow.
    min(capHeight / Fixed(Int(record.capHeight)), 16)
  }

  /// How far the font reaches above the baseline, and below it as a negative number, in units.
  var ascent: Int { Int(record.ascent) }
  var descent: Int { Int(record.descent) }

  /// The glyph for a character that the font does not have.
  package var missing: Int { record.glyphs.lowerBound + Int(record.missing) }

  /// The glyph for the end of a text that is too long.
  package var ellipsis: Int { record.glyphs.lowerBound + Int(record.ellipsis) }

  /// The glyph of a character; nil where the font has none.
  package func glyph(of scalar: UInt32) -> Int? {
    var (low, high) = (record.characters.lowerBound, record.characters.upperBound)
    while low < high {
      let middle = (low + high) >> 1
      let range = pack[CharacterRecord.self, middle]
      if scalar < range.first {
        high = middle
      } else if Int(scalar - range.first) < range.glyphs.count {
        return range.glyphs.lowerBound + Int(scalar - range.first)
      } else {
        low = middle + 1
      }
    }
    return nil
  }

  /// The kerning between two glyphs, in units.
  package func kerning(_ first: Int, _ second: Int) -> Int {
    guard let offset = record.kerning, record.glyphs.contains(first),
      record.glyphs.contains(second)
    else { return 0 }
    let glyphs = record.glyphs.count
    let (a, b) = (first - record.glyphs.lowerBound, second - record.glyphs.lowerBound)
    let classes = pack.position(.kerning, 0) + Int(offset)
    let (row, column) = (Int(pack.byte(classes + a)), Int(pack.byte(classes + glyphs + b)))
    let value = row * Int(record.columns) + column
    let kerning: Int16 = pack.load(at: classes + 2 * glyphs + 2 * value)
    return Int(kerning)
  }
}

extension Pack {
  /// A glyph's advance, in units.
  package func advance(ofGlyph glyph: Int) -> Int {
    Int(self[GlyphRecord.self, glyph].advance)
  }

  /// Adds a glyph's contours to the current path, with its origin at a point and a given length of a
  /// unit.
  package func addGlyph(_ glyph: Int, at origin: Point, unit: Fixed, to scene: inout Scene) {
    let stream = outline(self[GlyphRecord.self, glyph].outline)
    if stream.isEmpty || !scene.hasTextRoom { return }
    var pen = OutlinePen(origin: origin, unit: unit)
    if stream[0] & 1 == 0 { return pen.draw(stream, into: &scene) }
    for part in 0..<Int(stream[1]) {
      func number(_ index: Int) -> Int16 {
        Int16(
          bitPattern: UInt16(stream[2 + 6 * part + index])
            | UInt16(stream[3 + 6 * part + index]) << 8)
      }
      let glyph = self[GlyphRecord.self, Int(UInt16(bitPattern: number(0)))]
      pen.origin = Point(
        origin.x + OutlinePen.length(number(2), unit), origin.y - OutlinePen.length(number(4), unit)
      )
      pen.draw(outline(glyph.outline), into: &scene)
    }
  }
}

/// Draws checked outline streams.
struct OutlinePen {
  var origin: Point
  let unit: Fixed

  static func length(_ units: Int16, _ unit: Fixed) -> Fixed { Fixed(raw: unit.raw * Int64(units)) }

  private func point(_ x: Int, _ y: Int) -> Point {
    Point(
      Fixed(raw: origin.x.raw + unit.raw * Int64(x)), Fixed(raw: origin.y.raw - unit.raw * Int64(y))
    )
  }

  func draw(_ stream: Span<UInt8>, into scene: inout Scene) {
    var (position, x, y) = (1, 0, 0)
    var first = Point.zero
    var control: Point?
    var isStart = true
    while position < stream.count, scene.hasTextRoom {
      let flags = stream[position]
      position += 1
      guard let dx = OutlineWalk.delta(flags >> 1 & 3, stream, &position),
        let dy = OutlineWalk.delta(flags >> 3 & 3, stream, &position)
      else { return }
      (x, y) = (x + dx, y + dy)
      let next = point(x, y)
      if isStart {
        first = next
        scene.move(to: next)
      } else if flags & 1 == 0 {
        if let control {
          scene.quadratic(
            control: control,
            to: Point((control.x + next.x) * .half, (control.y + next.y) * .half))
        }
        control = next
      } else if let bend = control {
        scene.quadratic(control: bend, to: next)
        control = nil
      } else {
        scene.line(to: next)
      }
      isStart = flags & 32 != 0
      if isStart {
        if let bend = control { scene.quadratic(control: bend, to: first) }
        control = nil
        scene.close()
      }
    }
  }
}
