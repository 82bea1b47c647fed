// SPDX-License-Identifier: Apache-2.0

package import DisplayList
internal import FixedPoint
package import Stage

/// The display that the on-screen keyboard is on.
package struct OnScreenDisplay: Equatable, Sendable {
  /// The pixels as they lie in memory.
  package let width, height: Int
  package let rotation: Rotation
  /// The size of those in millimetres; 0 where the display does not say it.
  package let millimetresWide, millimetresHigh: Int

  package init(
    width: Int, height: Int, rotation: Rotation, millimetresWide: Int = 0, millimetresHigh: Int = 0
  ) {
    (self.width, self.height, self.rotation) = (width, height, rotation)
    // More than 16 m, or less than a pixel for each, is no size.
    let isSize =
      1...16384 ~= millimetresWide && 1...16384 ~= millimetresHigh && millimetresWide <= width
      && millimetresHigh <= height
    self.millimetresWide = isSize ? millimetresWide : 0
    self.millimetresHigh = isSize ? millimetresHigh : 0
  }

  /// The pixel of the unrotated stage at a pixel of memory.
  package func stagePixel(x: Int, y: Int) -> (x: Int, y: Int) {
    switch rotation {
    case .degrees0: (x, y)
    case .degrees90: (y, width - 1 - x)
    case .degrees180: (width - 1 - x, height - 1 - y)
    case .degrees270: (height - 1 - y, x)
    }
  }

  /// The stage's size in pixels, not rotated.
  package var stageSize: (width: Int, height: Int) {
    rotation.turned(width: width, height: height)
  }
}

/// The positions of the keys of a layer, in whole pixels of the unrotated stage.
///
/// A key with its gaps, its pitch, is at least 9 mm wide and high if the display says its size and has that room, and
/// at most 18 mm; without a size at most a tenth of the stage's height. The keyboard is at the bottom, as wide as its
/// keys, and leaves at least two fifths of the height to the question.
package struct OnScreenLayout: Equatable {
  /// The stage's size.
  package let width, height: Int
  /// The top of the keyboard's panel, which is as wide as the stage.
  package let top: Int
  /// The gap between two keys.
  package let gap: Int
  /// The left end of the rows, their width, and the height of a row with its gap.
  let left, rowWidth, rowHeight: Int
  /// The width of a usual key with its gap.
  let pitch: Int
  private let firstRow: Int

  /// Lays a layer out on a display.
  package init(_ layer: OnScreenLayer, on display: OnScreenDisplay) {
    let size = display.stageSize
    (width, height) = size
    let millimetres = display.rotation.turned(
      width: display.millimetresWide, height: display.millimetresHigh)
    let rows = max(layer.rowEnds.count, 1)
    let halves = max(layer.width, 2)
    /// Millimetres in pixels, rounded up; nil where the size is unknown.
    func pixels(_ count: Int, _ length: Int, _ millimetres: Int) -> Int? {
      millimetres > 0 ? (count * length + millimetres - 1) / millimetres : nil
    }
    let fitting = 2 * size.width / halves
    let widest = pixels(18, size.width, millimetres.width) ?? max(size.height / 10, 36)
    pitch = min(fitting, widest)
    gap = max(min(pitch / 10, size.height / 100), 1)
    // A third higher than wide where keys are narrow.
    let tallest = pixels(18, size.height, millimetres.height) ?? max(size.height / 10, 36)
    let preferred = min(min(pitch * 4 / 3, tallest), size.height / 2 / rows)
    let least = pixels(9, size.height, millimetres.height) ?? -gap
    rowHeight = max(min(max(preferred, least + gap), size.height * 3 / 5 / rows), 1)
    // All the width where that makes keys no wider than they may be.
    rowWidth = pitch == fitting ? size.width : pitch * halves / 2
    left = (size.width - rowWidth) / 2
    // The same gap above the first and below the last row as beside each key.
    firstRow = size.height - rows * rowHeight - gap / 2
    top = firstRow - gap / 2 - gap
  }

  /// The cell of a key in a layer, with half of the gap around it.
  private func cell(_ index: Int, in row: Int, of layer: OnScreenLayer) -> PixelRectangle {
    var before = 0
    var whole = 0
    for key in layer.row(row) {
      if key < index { before += Int(layer.keys[key].width) }
      whole += Int(layer.keys[key].width)
    }
    let halves = max(layer.width, 2)
    // Rows that are shorter than the widest are in the middle.
    let start = 2 * before + (halves - whole)
    func x(_ quarter: Int) -> Int { left + rowWidth * quarter / (2 * halves) }
    let y = firstRow + row * rowHeight
    return PixelRectangle(
      left: x(start), top: y, right: x(start + 2 * Int(layer.keys[index].width)),
      bottom: y + rowHeight)
  }

  /// The area of a key, in which it is drawn.
  package func key(_ index: Int, of layer: OnScreenLayer) -> PixelRectangle {
    var row = 0
    while row < layer.rowEnds.count - 1, index >= layer.rowEnds[row] { row += 1 }
    let cell = cell(index, in: row, of: layer)
    return PixelRectangle(
      x: cell.x + gap - gap / 2, y: cell.y + gap - gap / 2, width: cell.width - gap,
      height: cell.height - gap)
  }

  /// The index of the key at a pixel; nil above the keyboard.
  ///
  /// Half of each gap belongs to the key beside it, and the space beside a row to its first and last key.
  package func key(atX x: Int, y: Int, of layer: OnScreenLayer) -> Int? {
    guard y >= top, y < height, 0..<width ~= x, !layer.keys.isEmpty else { return nil }
    let row = min(max((y - firstRow) / rowHeight, 0), layer.rowEnds.count - 1)
    let keys = layer.row(row)
    for key in keys where x < cell(key, in: row, of: layer).right { return key }
    return keys.last
  }
}
