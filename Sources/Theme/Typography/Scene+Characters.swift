// SPDX-License-Identifier: Apache-2.0

package import DisplayList
package import FixedPoint

extension Scene {
  /// Adds a character of the built-in font in a cell of a fixed width, as on a text console.
  ///
  /// The cell begins at (0, 0), and its baseline is at `baseline`; all lengths are in pixels. Narrow letters have
  /// serifs in a cell. A character that is wider than the cell is squeezed.
  package mutating func addCharacter(
    _ character: Unicode.Scalar, capHeight: Fixed, cellWidth: Fixed, baseline: Fixed
  ) {
    let glyph = Glyph(inCell: character)
    let width = StrokeFont.length(Int64(glyph.advance), capHeight: capHeight)
    let stroke = StrokeFont.strokeWidth(capHeight: capHeight, scale: .one)
    if width <= 0 || stroke <= 0 { return }
    // Side bearings may be cut off, but no ink.
    let room = cellWidth + StrokeFont.length(8, capHeight: capHeight)
    let share = width > room ? room / width : .one
    var pen = GlyphPen(
      start: .zero, capHeight: capHeight, strokeWidth: stroke, isLarge: capHeight >= 48)
    beginPath()
    pen.draw(glyph, into: &self)
    let path = endPath()
    if path.isEmpty { return }
    add(
      .stroke(path, width: stroke), paint: .solid(.white),
      transform: Transform(
        a: share, b: 0, c: 0, d: 1, tx: (cellWidth - width * share) * .half,
        ty: baseline - capHeight * .half))
  }
}

extension Glyph {
  /// The glyph of a scalar for a cell of a fixed width.
  fileprivate init(inCell scalar: Unicode.Scalar) {
    if let skeleton = Glyph.narrowLetter(scalar) {
      self.init(base: skeleton)
    } else {
      self.init(scalar)
    }
  }

  /// The skeletons of letters that would leave gaps, in the form that `OutlineReader` reads.
  private static func narrowLetter(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case "i": "85 M24 64 L45 64 L45 6 M22 6 L67 6 D45 88"
    case "l": "85 M22 98 L44 98 L44 6 M22 6 L66 6"
    case "j": "85 M28 64 L52 64 L52 -10 V38 -25 L24 -25 D52 88"
    case "r": "85 M26 64 L26 6 M26 38 C34 66 64 64"
    case "t": "85 M34 84 L34 19 V50 6 L64 6 M16 64 L64 64"
    case "f": "85 M66 99 L56 99 H38 84 L38 6 M18 64 L64 64"
    case "I": "85 M20 94 L65 94 M42 94 L42 6 M20 6 L65 6"
    case "1": "85 M22 77 L43 94 L43 6 M22 6 L65 6"
    default: nil
    }
  }
}
