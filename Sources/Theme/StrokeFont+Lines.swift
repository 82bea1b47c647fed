// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
import Text

extension StrokeFont {
  /// The number of bytes of a text on its first line, which a line feed ends.
  ///
  /// Lines break between words. A first word that is wider than the line is broken after as many
  /// characters as fit, at least one.
  package static func lineLength(
    of text: Span<UInt8>, capHeight: Fixed, maximumWidth: Fixed
  ) -> Int {
    var reader = UTF8Reader()
    var (total, end, last) = (0, 0, 0)
    while let scalar = reader.next(in: text) {
      if scalar == "\n" { return last }
      total += Glyph(scalar).advance
      if Glyph.isSpace(scalar) {
        end = last
      } else if width(total, capHeight: capHeight) > maximumWidth, last > 0 {
        return end > 0 ? end : last
      }
      last = reader.position
    }
    return text.count
  }

  /// The end of a text that fits a width: its start, and its width.
  ///
  /// If a part is cut off, the width includes an ellipsis.
  package static func end(
    of text: Span<UInt8>, capHeight: Fixed, maximumWidth: Fixed
  ) -> (start: Int, width: Fixed) {
    let whole = width(of: text, capHeight: capHeight)
    if whole <= maximumWidth { return (0, whole) }
    var reader = UTF8Reader()
    var rest = Glyph("…").advance
    while let scalar = reader.next(in: text) { rest += Glyph(scalar).advance }
    reader = UTF8Reader()
    while width(rest, capHeight: capHeight) > maximumWidth, let scalar = reader.next(in: text) {
      rest -= Glyph(scalar).advance
    }
    return (reader.position, width(rest, capHeight: capHeight))
  }

  private static func width(_ advance: Int, capHeight: Fixed) -> Fixed {
    capHeight.scaled(by: Int64(advance), over: 100)
  }
}
