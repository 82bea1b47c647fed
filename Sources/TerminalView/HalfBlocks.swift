// SPDX-License-Identifier: Apache-2.0

package import Images

/// An image as text for a terminal: each cell shows two pixels, one above the other, with `▀`.
package struct HalfBlocks: Equatable {
  /// One cell's colours, each `0xRRGGBB`.
  package struct Cell: Equatable {
    package var top: UInt32
    package var bottom: UInt32
  }

  /// The number of cells side by side.
  package let columns: Int
  /// The number of cells one above the other.
  package let rows: Int
  /// The cells, row by row.
  package private(set) var cells: [Cell]

  /// Shrinks an image to fit a number of columns and rows; each pixel is an average.
  package init(_ image: Image, columns maximumColumns: Int, rows maximumRows: Int) {
    let (maximumColumns, maximumHeight) = (max(1, maximumColumns), max(1, maximumRows) * 2)
    var width = min(maximumColumns, image.width)
    var height = max(1, image.height * width / image.width)
    if height > maximumHeight {
      height = maximumHeight
      width = max(1, min(maximumColumns, image.width * height / image.height))
    }
    let small = image.shrunk(width: width, height: height)
    columns = width
    rows = (height + 1) / 2
    cells = []
    cells.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let top = small.pixels[row * 2 * width + column]
        let below = row * 2 + 1 < height ? small.pixels[(row * 2 + 1) * width + column] : 0
        cells.append(Cell(top: top & 0xFFFFFF, bottom: below & 0xFFFFFF))
      }
    }
  }

  /// The text that makes a terminal show this image instead of an earlier one, from its top left
  /// on.
  ///
  /// Only differing cells are written.
  package func text(replacing previous: HalfBlocks?) -> String {
    let old = previous?.columns == columns && previous?.rows == rows ? previous : nil
    var text = ""
    var colors: Cell?
    for row in 0..<rows {
      var isInPlace = false
      for column in 0..<columns {
        let index = row * columns + column
        let cell = cells[index]
        if let old, old.cells[index] == cell {
          isInPlace = false
          continue
        }
        if !isInPlace { text += "\u{1B}[\(row + 1);\(column + 1)H" }
        if colors != cell { text += HalfBlocks.colors(cell) }
        text += "▀"
        colors = cell
        isInPlace = true
      }
    }
    return text.isEmpty ? "" : text + "\u{1B}[0m"
  }

  private static func colors(_ cell: Cell) -> String {
    "\u{1B}[38;2;\(triple(cell.top));48;2;\(triple(cell.bottom))m"
  }

  private static func triple(_ color: UInt32) -> String {
    "\(color >> 16 & 255);\(color >> 8 & 255);\(color & 255)"
  }
}
