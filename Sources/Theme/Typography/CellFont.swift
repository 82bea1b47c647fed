// SPDX-License-Identifier: Apache-2.0

package import DisplayList
package import FixedPoint

/// The font of a text in cells of equal widths, as on a text console: a font of a pack, or the built-in one.
///
/// All lengths are in pixels. Characters that the pack's font does not have are drawn in the built-in font.
package struct CellFont {
  private let font: PackFont?

  /// A monospaced font of a pack; the built-in font without one.
  package init(_ font: PackFont? = nil) { self.font = font }

  /// The width of a cell, at least 1.
  package func cellWidth(capHeight: Int) -> Int {
    guard let font else { return (capHeight * 8 + 5) / 10 }
    let glyph = font.glyph(of: 0x4D) ?? font.missing
    let width = Fixed(font.pack.advance(ofGlyph: glyph)) * font.unit(capHeight: Fixed(capHeight))
    // No character could be read beyond these, whatever the pack says.
    return min(max(1, capHeight / 2, (width + .half).floor), 2 * capHeight)
  }

  /// The height of a cell.
  package func cellHeight(capHeight: Int) -> Int {
    guard let font else { return (capHeight * 17 + 5) / 10 }
    let height = Fixed(font.ascent) * font.unit(capHeight: Fixed(capHeight))
    return descent(capHeight: capHeight)
      + min(max(capHeight, (height + .half).floor), 2 * capHeight)
  }

  /// How far a cell reaches below the baseline.
  package func descent(capHeight: Int) -> Int {
    guard let font else { return (capHeight * 4 + 5) / 10 }
    let descent = Fixed(-font.descent) * font.unit(capHeight: Fixed(capHeight))
    return min(max(0, (descent + .half).floor), capHeight)
  }

  /// Adds a character in a cell that begins at (0, 0), with its baseline at `baseline`.
  ///
  /// A character that is wider than the cell is squeezed.
  package func draw(
    _ character: Unicode.Scalar, capHeight: Fixed, cellWidth: Fixed, baseline: Fixed,
    into scene: inout Scene
  ) {
    guard let font, let glyph = font.glyph(of: character.value) else {
      return scene.addCharacter(
        character, capHeight: capHeight, cellWidth: cellWidth, baseline: baseline)
    }
    let unit = font.unit(capHeight: capHeight)
    let width = Fixed(font.pack.advance(ofGlyph: glyph)) * unit
    scene.beginPath()
    font.pack.addGlyph(glyph, at: .zero, unit: unit, to: &scene)
    let path = scene.endPath()
    if path.isEmpty { return }
    // A cell is a whole number of pixels: its width differs by half a pixel at most.
    let share = width > cellWidth + .one ? cellWidth / width : .one
    scene.add(
      .fill(path), paint: .solid(.white),
      transform: Transform(
        a: share, b: 0, c: 0, d: 1, tx: (cellWidth - width * share) * .half, ty: baseline))
  }
}
