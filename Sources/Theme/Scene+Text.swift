// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Raster

extension Scene {
  /// Adds a line of text, centred on a point at half the cap height.
  ///
  /// The text is UTF-8. Where it is wider than the maximum, it ends with `…`. It is drawn with the
  /// weight that suits its height in pixels, as the transform's y axis gives it: text that is
  /// squeezed horizontally, as if it turned away, keeps its weight. Adds a shape for every 16
  /// characters, and at most 60 path elements for each one.
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

  /// Adds a line of text, from the left end of its baseline.
  ///
  /// Like the centred text in everything else.
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

  /// Adds what fits of a text; `start` is its left end at half the cap height.
  private mutating func addText(
    _ text: Span<UInt8>, _ fitted: FittedText, capHeight: Fixed, start: Point, color: Color,
    opacity: Fraction, transform: Transform
  ) {
    let scale = Fixed.hypotenuse(transform.c, transform.d).withoutLastBits
    let stroke = StrokeFont.strokeWidth(capHeight: capHeight, scale: scale)
    let isLarge = capHeight * scale >= 48
    guard stroke > 0, fitted.width > 0 else { return }
    // A number stays for many frames. The cap height and the line give all else; no text has an ellipsis here.
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
      // Ink stays within the advance, so shapes never overlap. A change of the text damages only the
      // shapes that differ, and a renderer that is short of room loses an end, not the whole line.
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
  /// The number to ten binary digits.
  ///
  /// The length of a turned axis changes in its last bits from angle to angle. A line of just the same
  /// width makes the same letters of all of them.
  fileprivate var withoutLastBits: Fixed {
    let shift = Int64(Swift.max(54 - raw.magnitude.leadingZeroBitCount, 1))
    return Fixed(raw: ((raw &+ 1 << (shift - 1)) >> shift) << shift)
  }
}
