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
    /// In thousandths of a pixel.
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
    // Fractions that scripts use come first. The position may be off by a pixel, as scripts round.
    let common = [500, 0, 1000, 333, 667, 250, 750] + stride(from: 50, to: 1000, by: 50)
    let hundredths = stride(from: 10, to: 1000, by: 10)
    for (fractions, mustBeExact) in [(common, true), (Array(hundredths), true), (common, false)] {
      for fraction in fractions {
        let fitting = [fraction, 500, 0, 1000].compactMap { pivot -> Axis? in
          let rule = axis(one, two, fraction: fraction, pivot: pivot, extent)
          return rule.flatMap { $0.isExact || !mustBeExact ? $0.axis : nil }
        }
        // A pivot that needs no offset is the meant one.
        let meant = fitting.first { abs($0.offset) < 1500 }
        if let axis = meant ?? fitting.first { return axis }
      }
    }
    let pivot = one.length == two.length ? 0 : 500
    let ends = [one, two].map { 1000 * $0.start + pivot * $0.length }
    let exact = rounded(ends[0] - ends[1], one.window - two.window)
    let fraction = min(1000, max(0, exact))
    return Axis(
      fraction: fraction, pivot: pivot,
      offset: 1000 * rounded(ends[0] - fraction * one.window, 1000), extent: extent)
  }

  /// The rule with a fraction and a pivot, and whether it is exact in both windows; nil if it does not fit.
  private static func axis(
    _ one: Span, _ two: Span, fraction: Int, pivot: Int, _ extent: Extent
  ) -> (axis: Axis, isExact: Bool)? {
    let distances = [one, two].map { span in
      1000 * span.start + pivot * span.length - fraction * span.window
    }
    guard abs(distances[0] - distances[1]) <= 2100 else { return nil }
    let offset = rounded(distances[0], 1000)
    var axis = Axis(
      fraction: fraction, pivot: pivot, offset: abs(offset) <= 1 ? 0 : 1000 * offset,
      extent: extent)
    let isExact = axis.makeExact(distances)
    return (axis, isExact)
  }

  private static func rounded(_ value: Int, _ divisor: Int) -> Int {
    Int((Double(value) / Double(divisor)).rounded())
  }
}

extension Placement.Axis {
  /// The offset, in thousandths of a pixel, with which a theme has a position where Plymouth has it; 0 for a position
  /// that is whole in windows with even sides.
  ///
  /// Plymouth cuts off the fraction of a pixel, and a theme rounds it: almost half a pixel less is the same. All of the
  /// half would be too much where the theme's fraction is a little too small.
  package static func cut(fraction: Int, pivot: Int, length: Int) -> Int {
    fraction % 500 == 0 && pivot * length % 1000 == 0 ? 0 : -480
  }

  /// The same for an element that a theme does not round, such as a bar without images, with its pivot at its anchor.
  ///
  /// It is at whole pixels on each display on which the anchor is: with hundredths that end in 0 or 5, in windows of
  /// 720, 1080, 1440 and 2160 rows.
  package static func cutWhole(fraction: Int, length: Int) -> Int {
    let rest = fraction * length % 1000
    return rest == 0 ? 0 : rest - 1000
  }

  /// Sets the offset with which an element of a length in pixels is where it was in two windows, to the pixel.
  ///
  /// - Parameter distances: from the fraction of each window to the pivot, in thousandths of a pixel.
  /// - Returns: False if there is none.
  fileprivate mutating func makeExact(_ distances: [Int]) -> Bool {
    guard case .pixels(let length) = extent else { return false }
    let cut = Self.cut(fraction: fraction, pivot: pivot, length: length)
    // Unless the window is halved, the distance differs between windows by what was cut off.
    let whole = fraction % 500 == 0 ? [0] : []
    let highest = ((distances.max() ?? 0) + 979).flooredQuotient(1000)
    let offset = (whole + [1000 * highest + cut]).first { offset in
      distances.allSatisfy { ($0 - 500..<$0 + 500).contains(offset) }
    }
    self.offset = offset ?? self.offset
    return offset != nil
  }

  /// Changes a length in pixels; the left or upper edge stays where it is.
  package mutating func lengthen(to length: Int) {
    guard case .pixels(let before) = extent else { return }
    extent = .pixels(length)
    offset += pivot * (length - before)
    let isWhole = Self.cut(fraction: fraction, pivot: pivot, length: length) == 0
    if isWhole, (-500..<500).contains(offset) { offset = 0 }
  }
}

extension Int {
  /// The quotient, rounded down.
  fileprivate func flooredQuotient(_ divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
