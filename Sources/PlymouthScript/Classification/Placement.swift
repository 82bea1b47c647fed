// SPDX-License-Identifier: Apache-2.0

/// A rectangle in pixels.
struct Box: Equatable {
  var x, y, width, height: Int

  func union(_ other: Box) -> Box {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Box(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  func intersects(_ other: Box) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  func contains(_ other: Box) -> Bool { union(other) == self }

  /// The part in a window.
  func clipped(width: Int, height: Int) -> Box {
    let (left, top) = (max(0, x), max(0, y))
    return Box(
      x: left, y: top, width: max(1, min(width, x + self.width) - left),
      height: max(1, min(height, y + self.height) - top))
  }
}

/// Where an element is, for windows of all sizes.
package struct Placement: Equatable, Sendable {
  /// One direction: the element's pivot is at a fraction of the window, plus an offset.
  package struct Axis: Equatable, Sendable {
    /// In thousandths of the window.
    package var fraction: Int
    /// In thousandths of the element.
    package var pivot: Int
    /// In pixels.
    package var offset: Int
    /// The element's length.
    package var extent: Extent
  }

  /// A width or height.
  package enum Extent: Equatable, Sendable {
    case pixels(Int)
    /// In thousandths of the window's width or height.
    case windowWidth(Int)
    case windowHeight(Int)
  }

  /// The rule from left to right, and that from the top down.
  package var x, y: Axis

  /// Finds the rule by which a box lies in two windows of different sizes.
  init(
    _ one: Box, in first: (width: Int, height: Int), _ two: Box,
    in second: (width: Int, height: Int)
  ) {
    let width = Placement.extent(one.width, first, two.width, second, prefersHeight: false)
    let height = Placement.extent(one.height, first, two.height, second, prefersHeight: true)
    x = Placement.axis(
      (one.x, one.width, first.width), (two.x, two.width, second.width), extent: width)
    y = Placement.axis(
      (one.y, one.height, first.height), (two.y, two.height, second.height), extent: height)
  }

  private static func extent(
    _ one: Int, _ first: (width: Int, height: Int), _ two: Int,
    _ second: (width: Int, height: Int), prefersHeight: Bool
  ) -> Extent {
    if one == two { return .pixels(one) }
    let fits = { (a: Int, b: Int) in abs(one * b - two * a) <= 2 * max(a, b) }
    let byWidth = fits(first.width, second.width)
    let byHeight = fits(first.height, second.height)
    if byWidth, !(prefersHeight && byHeight) {
      return .windowWidth((one * 1000 + first.width / 2) / first.width)
    }
    if byHeight { return .windowHeight((one * 1000 + first.height / 2) / first.height) }
    return .pixels(one)
  }

  private typealias Span = (start: Int, length: Int, window: Int)

  private static func axis(_ one: Span, _ two: Span, extent: Extent) -> Axis {
    // Fractions that scripts use come first; the position may be off by a pixel, as scripts round.
    let common = [500, 0, 1000, 333, 667, 250, 750] + stride(from: 50, to: 1000, by: 50)
    for fraction in common {
      let fitting = [fraction, 500, 0, 1000].compactMap { pivot -> Axis? in
        let offsets = [one, two].map { span in
          1000 * span.start + pivot * span.length - fraction * span.window
        }
        guard abs(offsets[0] - offsets[1]) <= 2100 else { return nil }
        let offset = rounded(offsets[0], 1000)
        return Axis(
          fraction: fraction, pivot: pivot, offset: abs(offset) <= 1 ? 0 : offset, extent: extent)
      }
      // A pivot that needs no offset is the meant one.
      if let axis = fitting.first(where: { $0.offset == 0 }) ?? fitting.first { return axis }
    }
    let pivot = one.length == two.length ? 0 : 500
    let ends = [one, two].map { 1000 * $0.start + pivot * $0.length }
    let exact = rounded(ends[0] - ends[1], one.window - two.window)
    let fraction = min(1000, max(0, exact))
    return Axis(
      fraction: fraction, pivot: pivot, offset: rounded(ends[0] - fraction * one.window, 1000),
      extent: extent)
  }

  private static func rounded(_ value: Int, _ divisor: Int) -> Int {
    Int((Double(value) / Double(divisor)).rounded())
  }
}
