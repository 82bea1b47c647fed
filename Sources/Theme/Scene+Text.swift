// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList
import Text

extension Scene {
  /// Adds a line of text, centred on a point at half the cap height.
  ///
  /// The text is UTF-8. Where it is wider than the maximum, it ends with `…`. Its line width depends on its
  /// height in pixels, by the transform's y axis: text that is squeezed horizontally, as if it turned away,
  /// keeps its line width. It adds a shape for every 16 characters, and at most 60 path elements for each
  /// character.
  package mutating func addText(
    _ text: Span<UInt8>, capHeight: Fixed, center: Point, maximumWidth: Fixed? = nil,
    color: Color, opacity: Fraction = .one, transform: Transform
  ) {
    let fitted = StrokeFont.fitted(text, capHeight: capHeight, maximumWidth: maximumWidth)
    let start = Point(center.x - fitted.width * .half, center.y)
    addText(
      text, fitted, capHeight: capHeight, start: start, color: color, opacity: opacity,
      transform: transform)
  }

  /// Adds a line of text, from the left end of its baseline; otherwise like centred text.
  package mutating func addText(
    _ text: Span<UInt8>, capHeight: Fixed, baseline: Point, maximumWidth: Fixed? = nil,
    color: Color, opacity: Fraction = .one, transform: Transform
  ) {
    let fitted = StrokeFont.fitted(text, capHeight: capHeight, maximumWidth: maximumWidth)
    let start = Point(baseline.x, baseline.y - capHeight * .half)
    addText(
      text, fitted, capHeight: capHeight, start: start, color: color, opacity: opacity,
      transform: transform)
  }

  /// Adds a fixed line of text, centred on a point at half the cap height.
  package mutating func addText(
    _ text: StaticString, capHeight: Fixed, center: Point, color: Color,
    opacity: Fraction = .one, transform: Transform
  ) {
    // The literal lives as long as the program and has this many bytes.
    let bytes = unsafe Span(_unsafeStart: text.utf8Start, count: text.utf8CodeUnitCount)
    addText(
      bytes, capHeight: capHeight, center: center, color: color, opacity: opacity,
      transform: transform)
  }

  /// Adds the part of a text that fits; `start` is its left end at half the cap height.
  private mutating func addText(
    _ text: Span<UInt8>, _ fitted: FittedText, capHeight: Fixed, start: Point, color: Color,
    opacity: Fraction, transform: Transform
  ) {
    let scale = Fixed.hypotenuse(transform.c, transform.d).withoutLastBits
    let stroke = StrokeFont.strokeWidth(capHeight: capHeight, scale: scale)
    let isLarge = capHeight * scale >= 48
    guard stroke > 0, fitted.width > 0 else { return }
    // A number stays unchanged for many frames. The cap height and the line width determine the rest; text
    // with an ellipsis is not cached here.
    let key =
      fitted.hasEllipsis ? nil : PathKey(text, start, capHeight, isLarge ? -stroke : stroke)
    if let key, let path = takeKeptPath(key) {
      return add(
        .stroke(path, width: stroke), paint: .solid(color), opacity: opacity, transform: transform)
    }
    var pen = GlyphPen(
      start: start, capHeight: capHeight, strokeWidth: stroke, isLarge: isLarge)
    var reader = UTF8Reader()
    var isDone = false
    while !isDone {
      // Ink stays within the advance, so shapes never overlap. A change of the text damages only the shapes
      // that differ. A renderer without capacity loses the end of the line, not the whole line.
      beginPath()
      for _ in 0..<16 where !isDone {
        if reader.position < fitted.byteCount, let scalar = reader.next(in: text) {
          pen.draw(Glyph(scalar), into: &self)
        } else {
          if fitted.hasEllipsis { pen.draw(Glyph("…"), into: &self) }
          isDone = true
        }
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
