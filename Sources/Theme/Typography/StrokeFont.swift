// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
import Text

/// The built-in font: one line of even width with round ends, drawn by the stroker.
///
/// It has printable ASCII, the letters of Latin-1 and Latin Extended-A, and common marks such as `… – ·
/// ° ✓`. Other characters and malformed UTF-8 are shown as a box with a dot. All digits have the same
/// width. Sizes are cap heights: from the baseline to the top of an `H`, ink included.
package enum StrokeFont {
  /// How far ink reaches above the baseline, in hundredths of the cap height.
  package static var ascent: Int { 138 }

  /// How far ink reaches below the baseline, in hundredths of the cap height.
  package static var descent: Int { 38 }

  /// The width of a text on one line, side bearings included, in the unit of the cap height.
  ///
  /// Proportional to the cap height, whatever the line's width; 0 for a cap height of 0 or less.
  package static func width(of text: Span<UInt8>, capHeight: Fixed) -> Fixed {
    var reader = UTF8Reader()
    var total = 0
    while let scalar = reader.next(in: text) { total += Glyph(scalar).advance }
    return length(Int64(total), capHeight: capHeight)
  }

  /// The line width for a cap height, both in points, where one point is `scale` pixels.
  ///
  /// It is a fixed share of the cap height plus a fixed part of a pixel: text of 10 pixels is drawn
  /// with 14 % of the cap height, large numbers with 11 %, as optical sizes do. At least one pixel, but
  /// never more than a quarter of the cap height.
  package static func strokeWidth(capHeight: Fixed, scale: Fixed) -> Fixed {
    guard capHeight > 0, scale > 0 else { return 0 }
    let pixels = max(.one, capHeight * scale * Fixed(11, over: 100) + Fixed(3, over: 10))
    return min(pixels / scale, capHeight * Fixed(1, over: 4))
  }

  /// The length of a number of hundredths of the cap height.
  static func length(_ hundredths: Int64, capHeight: Fixed) -> Fixed {
    capHeight > 0 ? capHeight.scaled(by: hundredths, over: 100) : 0
  }
}
