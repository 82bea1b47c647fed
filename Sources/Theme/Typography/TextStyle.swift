// SPDX-License-Identifier: Apache-2.0

package import DisplayList
package import FixedPoint

/// The font, the measures and the colour of a text.
package struct TextStyle {
  /// The number of a font of the pack; nil for the built-in font.
  package let font: Int?
  /// In points.
  package let capHeight: Fixed
  /// The distance of two baselines, in cap heights.
  package let lineHeight: Fixed
  /// The largest number of lines.
  package let lines: Int
  package let alignment: Alignment
  package let color: Color
  package let opacity: Fraction

  /// A style; by default one line in the middle, opaque.
  package init(
    font: Int?, capHeight: Fixed, lineHeight: Fixed = 2, lines: Int = 1,
    alignment: Alignment = .center, color: Color, opacity: Fraction = .one
  ) {
    (self.font, self.capHeight, self.lineHeight) = (font, capHeight, lineHeight)
    (self.lines, self.alignment, self.color, self.opacity) = (lines, alignment, color, opacity)
  }
}
