// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Theme

/// The size of the console's characters on an output, in whole pixels, and how many there are.
package struct ConsoleMetrics: Equatable, Sendable {
  /// The height of capital letters.
  package let capHeight: Int
  /// The size of a character's cell.
  package let cellWidth, cellHeight: Int
  /// How far below the top of a cell the baseline is.
  package let baseline: Int
  /// How many characters are in a row, and how many rows there are; at least 1.
  package let columns, rows: Int

  /// The cap height at which text is shown at least, in pixels.
  private static var leastCapHeight: Int { 7 }

  /// The columns that most programs count on.
  private static var minimumColumns: Int { 80 }

  /// Metrics for an output of a size in pixels, before its rotation, with `scale` pixels for each point.
  ///
  /// Capital letters are 10 points high, or smaller where 80 characters do not fit.
  package init(width: Int, height: Int, scale: Fixed, font: CellFont = CellFont()) {
    var capHeight = max(ConsoleMetrics.leastCapHeight, (10 * scale + .half).floor)
    while capHeight > ConsoleMetrics.leastCapHeight,
      width / font.cellWidth(capHeight: capHeight) < ConsoleMetrics.minimumColumns
    {
      capHeight -= 1
    }
    self.capHeight = capHeight
    cellWidth = font.cellWidth(capHeight: capHeight)
    cellHeight = font.cellHeight(capHeight: capHeight)
    baseline = cellHeight - font.descent(capHeight: capHeight)
    columns = max(1, min(width / cellWidth, ConsoleText.width))
    rows = max(1, height / cellHeight)
  }
}
