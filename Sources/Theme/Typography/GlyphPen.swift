// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList

/// Draws glyph after glyph into a path, from left to right.
///
/// The tables are made for a line of width 12. For another width the skeleton grows or shrinks
/// around the middle of the glyph and of the cap height. So the ink keeps its height, and advances
/// do not depend on the line: a text has the same width on every display.
struct GlyphPen {
  /// The left end of the text at half the cap height.
  private let start: Point
  private let capHeight: Fixed
  /// Half of a skeleton unit: the middle of a glyph may be between two units.
  private let halfUnit: Fixed
  /// Whether curves are drawn with more segments.
  private let isLarge: Bool
  /// The pen's position, in hundredths of the cap height.
  private var position = 0

  private static let nominalStroke = 12
  /// How much a dot's radius exceeds half of the line's width, in half units.
  private static let dotGrowth = 3

  /// Places the pen at the left end of a text; `start` is at half the cap height.
  init(start: Point, capHeight: Fixed, strokeWidth: Fixed, isLarge: Bool) {
    self.start = start
    self.capHeight = capHeight
    self.isLarge = isLarge
    halfUnit = (capHeight - strokeWidth)
      .scaled(by: 1, over: Int64(2 * (100 - Self.nominalStroke)))
  }

  /// Draws one glyph and advances the pen.
  mutating func draw(_ glyph: Glyph, into scene: inout Scene) {
    draw(glyph.base, shift: -glyph.advance, lift: 0, middle: glyph.advance, into: &scene)
    if let accent = glyph.accent {
      draw(accent, shift: 0, lift: glyph.lift, middle: glyph.advance, into: &scene)
    }
    position += glyph.advance
  }

  /// Draws a skeleton; its middle is at `-shift` half units over the glyph's middle.
  private func draw(
    _ outline: StaticString, shift: Int, lift: Int, middle: Int, into scene: inout Scene
  ) {
    let frame = Frame(
      originX: start.x + capHeight.scaled(by: Int64(2 * position + middle), over: 200),
      originY: start.y, halfUnit: halfUnit, shift: shift, lift: lift)
    var reader = OutlineReader(outline)
    var last = Point.zero
    while let step = reader.next() {
      switch step {
      case .move(let x, let y):
        last = frame.point(x, y)
        scene.move(to: last)
      case .line(let x, let y):
        last = frame.point(x, y)
        scene.line(to: last)
      case .quadratic(let controlX, let controlY, let x, let y):
        last = frame.point(x, y)
        scene.quadratic(control: frame.point(controlX, controlY), to: last)
      case .bend(let cornerX, let cornerY, let x, let y):
        let end = frame.point(x, y)
        bend(from: last, corner: frame.point(cornerX, cornerY), to: end, into: &scene)
        last = end
      case .dot(let x, let y):
        dot(at: frame.point(x, y), into: &scene)
      case .close:
        scene.close()
      }
    }
  }

  /// Rounds a corner like a cubic with its control points at 0.6 of the way to the corner.
  ///
  /// At 0.552 it would nearly be an ellipse, but narrow bowls then look pointed, because they lack
  /// the shoulders of round letters. Small text approximates the cubic by two quadratics. Their
  /// curvature varies by a quarter along each, which is visible in large text: it uses four.
  private func bend(from start: Point, corner: Point, to end: Point, into scene: inout Scene) {
    // The weights of the corner and of the end in each control and end point, in 1/1280.
    let two: InlineArray<4, (corner: Int64, end: Int64)> = [
      (576, 0), (576, 352), (576, 704), (0, 1280),
    ]
    let four: InlineArray<8, (corner: Int64, end: Int64)> = [
      (288, 1), (432, 92), (576, 183), (576, 352), (576, 521), (432, 756), (288, 991), (0, 1280),
    ]
    func point(_ weights: (corner: Int64, end: Int64)) -> Point {
      let (a, b) = (corner - start, end - start)
      return Point(
        start.x + a.x.scaled(by: weights.corner, over: 1280)
          + b.x.scaled(by: weights.end, over: 1280),
        start.y + a.y.scaled(by: weights.corner, over: 1280)
          + b.y.scaled(by: weights.end, over: 1280))
    }
    let count = isLarge ? four.count : two.count
    for index in stride(from: 0, to: count, by: 2) {
      let control = isLarge ? four[index] : two[index]
      scene.quadratic(
        control: point(control), to: point(isLarge ? four[index + 1] : two[index + 1]))
    }
  }

  /// Draws a small circle; its stroke is a disc.
  private func dot(at center: Point, into scene: inout Scene) {
    let radius = Fixed(raw: halfUnit.raw * Int64(Self.dotGrowth))
    let (left, right) = (center.x - radius, center.x + radius)
    let (top, bottom) = (center.y - radius, center.y + radius)
    scene.move(to: Point(center.x, top))
    scene.quadratic(control: Point(right, top), to: Point(right, center.y))
    scene.quadratic(control: Point(right, bottom), to: Point(center.x, bottom))
    scene.quadratic(control: Point(left, bottom), to: Point(left, center.y))
    scene.quadratic(control: Point(left, top), to: Point(center.x, top))
    scene.close()
  }

  /// Maps a skeleton's coordinates to points of the stage.
  private struct Frame {
    let originX: Fixed
    let originY: Fixed
    let halfUnit: Fixed
    let shift: Int
    let lift: Int

    func point(_ x: Int, _ y: Int) -> Point {
      Point(
        originX + Fixed(raw: halfUnit.raw * Int64(2 * x + shift)),
        originY - Fixed(raw: halfUnit.raw * Int64(2 * (y + lift) - 100)))
    }
  }
}
