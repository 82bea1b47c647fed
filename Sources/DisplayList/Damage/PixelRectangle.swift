// SPDX-License-Identifier: Apache-2.0

/// An axis-aligned rectangle of whole pixels; one with a size of 0 or less is empty.
package struct PixelRectangle: Equatable, BitwiseCopyable, Sendable {
  /// The leftmost column.
  package var x: Int
  /// The topmost row.
  package var y: Int
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Makes a rectangle from its top left pixel and its size in pixels.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes a rectangle from its sides; right and bottom are the first column and row beyond it.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle without pixels.
  package static var empty: PixelRectangle { PixelRectangle(x: 0, y: 0, width: 0, height: 0) }

  /// The first column to the right of it.
  package var right: Int { x + width }

  /// The first row below it.
  package var bottom: Int { y + height }

  /// Whether it has no pixels.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The number of its pixels.
  package var pixelCount: Int { isEmpty ? 0 : width * height }

  /// Whether a pixel is inside.
  package func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < right && y >= self.y && y < bottom
  }

  /// Whether all pixels of another rectangle are inside; an empty one always is.
  package func contains(_ other: PixelRectangle) -> Bool {
    other.isEmpty
      || (other.x >= x && other.right <= right && other.y >= y && other.bottom <= bottom)
  }

  /// The common pixels of both; empty where there are none.
  package func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let both = PixelRectangle(
      left: max(x, other.x), top: max(y, other.y),
      right: min(right, other.right), bottom: min(bottom, other.bottom))
    return both.isEmpty ? .empty : both
  }

  /// The smallest rectangle around both.
  package func union(_ other: PixelRectangle) -> PixelRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRectangle(
      left: min(x, other.x), top: min(y, other.y),
      right: max(right, other.right), bottom: max(bottom, other.bottom))
  }
}
