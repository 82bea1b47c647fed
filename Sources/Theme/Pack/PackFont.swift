// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList

/// Offsets of the fields of a `FONT`.
package enum FontField {
  package static var capHeight: Int { 0 }
  package static var firstGlyph: Int { 8 }
  package static var glyphs: Int { 12 }
  package static var missing: Int { 14 }
  package static var ellipsis: Int { 16 }
  package static var bullet: Int { 18 }
  package static var space: Int { 22 }
  package static var firstRange: Int { 24 }
  package static var ranges: Int { 28 }
  package static var kerning: Int { 32 }
  package static var rows: Int { 36 }
  package static var columns: Int { 37 }
}

/// A font of a pack.
///
/// Glyph numbers are unique in the whole pack.
package struct PackFont {
  private let pack: Pack
  private let start: Int

  /// A font of the pack, by its index.
  package init(_ pack: Pack, _ index: Int) {
    (self.pack, start) = (pack, pack.position(.fonts, index))
  }

  /// The length of a font unit for a cap height.
  package func unit(capHeight: Fixed) -> Fixed {
    // Limited, so that a text of any pack's font does not overflow.
    min(capHeight / Fixed(Int(pack.u16(start + FontField.capHeight))), 16)
  }

  /// A special glyph of the font, such as the ellipsis.
  package func glyph(at field: Int) -> Int {
    Int(pack.u32(start + FontField.firstGlyph)) + Int(pack.u16(start + field))
  }

  /// The glyph of a character; nil where the font has none.
  package func glyph(of scalar: UInt32) -> Int? {
    let first = Int(pack.u32(start + FontField.firstRange))
    var (low, high) = (first, first + Int(pack.u32(start + FontField.ranges)))
    while low < high {
      let middle = (low + high) >> 1
      let range = pack.position(.characters, middle)
      let scalars = pack.u32(range)
      if scalar < scalars {
        high = middle
      } else if scalar - scalars < UInt32(pack.u16(range + 8)) {
        return Int(pack.u32(range + 4) + (scalar - scalars))
      } else {
        low = middle + 1
      }
    }
    return nil
  }

  /// The kerning between two glyphs, in units.
  package func kerning(_ first: Int, _ second: Int) -> Int {
    let offset = pack.u32(start + FontField.kerning)
    let glyphs = Int(pack.u16(start + FontField.glyphs))
    let own = Int(pack.u32(start + FontField.firstGlyph))
    let (a, b) = (first - own, second - own)
    if offset == .max || min(a, b) < 0 || max(a, b) >= glyphs { return 0 }
    let classes = pack.position(.kerning, 0) + Int(offset)
    let (row, column) = (Int(pack.byte(classes + a)), Int(pack.byte(classes + glyphs + b)))
    let value = row * Int(pack.byte(start + FontField.columns)) + column
    return Int(Int16(bitPattern: pack.u16(classes + 2 * glyphs + 2 * value)))
  }
}

extension Pack {
  /// A glyph's advance, in units.
  package func advance(ofGlyph glyph: Int) -> Int {
    Int(Int16(bitPattern: u16(position(.glyphs, glyph) + 6)))
  }

  /// Adds a glyph's contours to the current path, with its origin at a point and a given length of a
  /// unit.
  package func addGlyph(_ glyph: Int, at origin: Point, unit: Fixed, to scene: inout Scene) {
    let start = position(.glyphs, glyph)
    let stream = bytes(.outlines, Int(u32(start)), count: Int(u16(start + 4)))
    if stream.isEmpty || !scene.hasTextRoom { return }
    var pen = OutlinePen(origin: origin, unit: unit)
    if stream[0] & 1 == 0 { return pen.draw(stream, into: &scene) }
    for part in 0..<Int(stream[1]) {
      func number(_ index: Int) -> Int16 {
        Int16(
          bitPattern: UInt16(stream[2 + 6 * part + index])
            | UInt16(stream[3 + 6 * part + index]) << 8)
      }
      let glyph = position(.glyphs, Int(UInt16(bitPattern: number(0))))
      pen.origin = Point(
        origin.x + OutlinePen.length(number(2), unit), origin.y - OutlinePen.length(number(4), unit)
      )
      pen.draw(bytes(.outlines, Int(u32(glyph)), count: Int(u16(glyph + 4))), into: &scene)
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
