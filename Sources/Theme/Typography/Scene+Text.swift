// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList
import Text

extension Scene {
  /// Adds a line of text in the built-in font, centred on a point at half the cap height.
  ///
  /// The text is UTF-8, and drawn in its own order. Its line width depends on its height in pixels, by the
  /// transform's y axis: text that is squeezed horizontally, as if it turned away, keeps its line width. It adds a
  /// shape for every 16 characters, and at most 60 path elements for each character.
  package mutating func addText(
    _ text: Span<UInt8>, capHeight: Fixed, center: Point, color: Color, transform: Transform
  ) {
    let width = StrokeFont.width(of: text, capHeight: capHeight)
    let start = Point(center.x - width * .half, center.y)
    var reader = UTF8Reader()
    // A number stays unchanged for many frames.
    addStrokes(
      capHeight: capHeight, start: start, color: color, transform: transform, keeping: text
    ) { reader.next(in: text) }
  }

  /// Adds a fixed line of text, centred on a point at half the cap height.
  package mutating func addText(
    _ text: StaticString, capHeight: Fixed, center: Point, color: Color, transform: Transform
  ) {
    addText(
      text.bytes, capHeight: capHeight, center: center, color: color, transform: transform)
  }

  /// Adds a line of characters of the built-in font, which `next` returns one after the other.
  ///
  /// `start` is its left end at half the cap height. The path of a short `text` is kept for the next frames.
  mutating func addStrokes(
    capHeight: Fixed, start: Point, color: Color, opacity: Fraction = .one, transform: Transform,
    keeping text: Span<UInt8> = Span(), next: () -> Unicode.Scalar?
  ) {
    let scale = Fixed.hypotenuse(transform.c, transform.d).withoutLastBits
    let stroke = StrokeFont.strokeWidth(capHeight: capHeight, scale: scale)
    let isLarge = capHeight * scale >= 48
    guard stroke > 0 else { return }
    // Its place, the cap height and the line width determine the rest.
    let key =
      text.isEmpty ? nil : PathKey(text, start, capHeight, isLarge ? -stroke : stroke)
    if let key, let path = takeKeptPath(key) {
      return add(
        .stroke(path, width: stroke), paint: .solid(color), opacity: opacity, transform: transform)
    }
    var pen = GlyphPen(
      start: start, capHeight: capHeight, strokeWidth: stroke, isLarge: isLarge)
    var isDone = false
    while !isDone {
      // Ink stays within the advance, so shapes never overlap. A change of the text damages only the shapes
      // that differ. A renderer without capacity loses the end of the line, not the whole line.
      beginPath()
      for _ in 0..<16 where !isDone {
        if let scalar = next() { pen.draw(Glyph(scalar), into: &self) } else { isDone = true }
      }
      let path = endPath()
      if path.isEmpty { continue }
      if let key { keep(path, as: key) }
      add(
        .stroke(path, width: stroke), paint: .solid(color), opacity: opacity, transform: transform)
    }
  }
}

extension Fixed {
  /// The number rounded to ten significant binary digits.
  ///
  /// The computed length of a rotated axis varies in its last bits from angle to angle. With exactly the same
  /// line width the letters are the same at all angles.
  fileprivate var withoutLastBits: Fixed {
    let shift = Int64(Swift.max(54 - raw.magnitude.leadingZeroBitCount, 1))
    return Fixed(raw: ((raw &+ 1 << (shift - 1)) >> shift) << shift)
  }
}
