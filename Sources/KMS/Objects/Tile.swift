// SPDX-License-Identifier: Apache-2.0

package import Scanout

/// A connector's tile of a display that needs several connectors.
///
/// Corresponds to the connector property `TILE`. A class, so that connectors without a tile are
/// small.
package final class Tile: Sendable {
  /// The display, by the kernel's number for all of its tiles.
  package let group: Int
  /// The number of tiles from left to right, and from top to bottom.
  package let columns, rows: Int
  /// The tile's position, from 0.
  package let column, row: Int
  /// Its size in pixels.
  package let size: PixelSize

  /// Parses the property's text, such as `1:1:2:1:0:0:1920:2160`; nil where it is invalid.
  ///
  /// All tiles have one size. At most four tiles, and 16384 pixels to a side, are supported.
  package init?(_ text: Span<UInt8>) {
    var numbers: [8 of Int] = [0, 0, 0, 0, 0, 0, 0, 0]
    var index = 0
    for position in text.indices where text[position] != 0 {
      if text[position] == UInt8(ascii: ":") {
        index += 1
        if index == 8 { return nil }
        continue
      }
      let digit = Int(text[position]) - 0x30
      guard 0...9 ~= digit, numbers[index] < 100_000 else { return nil }
      numbers[index] = 10 * numbers[index] + digit
    }
    (group, columns, rows) = (numbers[0], numbers[2], numbers[3])
    (column, row, size) = (numbers[4], numbers[5], PixelSize(width: numbers[6], height: numbers[7]))
    guard index == 7, 1...4 ~= columns, 1...4 ~= rows, 2...4 ~= columns * rows, column < columns,
      row < rows, 1...16384 ~= columns * size.width, 1...16384 ~= rows * size.height
    else { return nil }
  }

  /// Whether it is the display's upper left tile; its connector represents the display.
  package var isFirst: Bool { column == 0 && row == 0 }

  /// A bit for its position.
  var bit: UInt32 { 1 << UInt32(row * columns + column) }

  /// The bits of all of the display's tiles.
  var allBits: UInt32 { 1 << UInt32(columns * rows) - 1 }

  /// Whether connectors include all tiles of its display.
  func isWhole(in connectors: [Connector]) -> Bool {
    var found: UInt32 = 0
    for connector in connectors where connector.connection == .connected {
      if let other = connector.tile, isBeside(other) { found |= other.bit }
    }
    return found == allBits
  }

  /// Whether both are tiles of one display.
  func isBeside(_ other: Tile) -> Bool {
    group == other.group && columns == other.columns && rows == other.rows && size == other.size
  }
}
