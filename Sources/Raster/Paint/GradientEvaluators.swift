// SPDX-License-Identifier: Apache-2.0

import DisplayList
import CPixels
import FixedPoint

/// A shape's paint, prepared for one transform; gradient evaluators are given by index.
enum PreparedPaint: BitwiseCopyable {
  case solid(ColorWord)
  case linear(Int)
  case halves(Int)
  case ring(Int)
  case radial(Int)
  /// The pixmap's number and the position of its top left pixel.
  case pixmap(Int, x: Int, y: Int)
  case sampledPixmap(Int)
}

/// The gradient evaluators of a scene's shapes: they compute a pixel's colour from its position.
///
/// They are used in place: they are large, and copying them for each row would cost more than the pixels
/// of many rows.
struct GradientEvaluators: ~Copyable {
  var linear: RigidArray<LinearGradientEvaluator>
  var halves: RigidArray<HalvesGradientEvaluator>
  var rings: RigidArray<RingGradientEvaluator>
  var radials: RigidArray<RadialGradientEvaluator>
  private var linearCount = 0
  private var halvesCount = 0
  var samplers: RigidArray<PixmapSampler>
  private var ringCount = 0
  private var radialCount = 0
  private var samplerCount = 0

  /// Allocates one paint for each shape.
  init(shapeCapacity: Int) {
    linear = RigidArray(capacity: shapeCapacity)
    halves = RigidArray(capacity: shapeCapacity)
    rings = RigidArray(capacity: shapeCapacity)
    radials = RigidArray(capacity: shapeCapacity)
    samplers = RigidArray(capacity: shapeCapacity)
  }

  /// Removes all evaluators.
  mutating func removeAll() {
    (linearCount, halvesCount, ringCount, radialCount, samplerCount) = (0, 0, 0, 0, 0)
  }

  /// Prepares a shape's paint.
  mutating func prepare(
    _ paint: Paint, _ space: UserSpace, of scene: borrowing Scene
  ) -> PreparedPaint {
    switch paint {
    case .solid(let color):
      return .solid(ColorWord(color))
    case .linear(let gradient):
      linear.append(LinearGradientEvaluator(gradient, space), counting: &linearCount)
      return .linear(linearCount - 1)
    case .halves(let left, let right, let x):
      let evaluator = HalvesGradientEvaluator(
        left: LinearGradientEvaluator(left, space), right: LinearGradientEvaluator(right, space),
        side: space.x.minus(saturatingProduct(saturated(x.raw), space.size)))
      halves.append(evaluator, counting: &halvesCount)
      return .halves(halvesCount - 1)
    case .quadrants(let gradient):
      return ring(RingGradientEvaluator(gradient, isConic: false, space, scene))
    case .pixmap(let index, _, let x, let y):
      return .pixmap(index, x: x, y: y)
    case .sampledPixmap(let index, _):
      samplers.append(PixmapSampler(index, space), counting: &samplerCount)
      return .sampledPixmap(samplerCount - 1)
    case .radial(let gradient):
      radials.append(RadialGradientEvaluator(gradient, space), counting: &radialCount)
      return .radial(radialCount - 1)
    case .conic(let gradient):
      return ring(RingGradientEvaluator(gradient, isConic: true, space, scene))
    }
  }

  private mutating func ring(_ evaluator: RingGradientEvaluator) -> PreparedPaint {
    rings.append(evaluator, counting: &ringCount)
    return .ring(ringCount - 1)
  }
}

extension GradientEvaluators {
  /// Stores a gradient's colours in some columns of a line, with the transparency of translucent ones above the channels.
  @inline(never)
  mutating func findColors(
    of paint: PreparedPaint, _ columns: Range<Int>, row: Int, into line: inout LineBuffer,
    of scene: borrowing Scene, _ arcTangent: borrowing ArcTangent, _ roots: borrowing SquareRoots
  ) {
    switch paint {
    case .solid, .pixmap, .sampledPixmap: break
    case .linear(let index):
      linear[index].paint(columns, row: row, alpha: 65536, into: &line, of: scene)
    case .halves(let index):
      halves[index].paint(columns, row: row, alpha: 65536, into: &line, of: scene)
    case .ring(let index):
      rings[index].paint(columns, row: row, into: &line, of: scene, arcTangent)
    case .radial(let index):
      radials[index].paint(columns, row: row, into: &line, of: scene, roots)
    }
  }
}

/// Two linear gradients side by side, prepared for one transform.
struct HalvesGradientEvaluator: BitwiseCopyable {
  private var left: LinearGradientEvaluator
  private var right: LinearGradientEvaluator
  /// Below 0 for pixels of the left gradient.
  private let side: LinearInterpolant
  /// The first column of the right gradient, if it is the same in all rows.
  private let border: Int?

  init(left: LinearGradientEvaluator, right: LinearGradientEvaluator, side: LinearInterpolant) {
    (self.left, self.right, self.side) = (left, right, side)
    let isLeftFirst = side.isConstantInColumns && side.step > 0
    border = isLeftFirst ? side.split(0..<1 << 14, row: 0).others.lowerBound : nil
  }

  /// The first column of the right colour, if each row has one colour on either side.
  var borderOfColors: Int? { left.isConstantInRows && right.isConstantInRows ? border : nil }

  /// Whether all rows have the same colours.
  var repeatsRows: Bool {
    side.isConstantInColumns && left.repeatsRows && right.repeatsRows
  }

  /// The two colours of a row.
  mutating func colors(
    ofRow row: Int, of scene: borrowing Scene
  ) -> (left: ColorWord, right: ColorWord) {
    (left.color(ofRow: row, of: scene), right.color(ofRow: row, of: scene))
  }

  mutating func paint(
    _ columns: Range<Int>, row: Int, alpha: UInt32, into line: inout LineBuffer,
    of scene: borrowing Scene
  ) {
    let (here, there) = side.split(columns, row: row)
    left.paint(here, row: row, alpha: alpha, into: &line, of: scene)
    right.paint(there, row: row, alpha: alpha, into: &line, of: scene)
  }
}

/// A linear gradient, prepared for one transform.
struct LinearGradientEvaluator: BitwiseCopyable {
  /// The offset along the axis.
  private let offset: LinearInterpolant
  private var cursor: GradientCursor

  init(_ gradient: LinearGradient, _ space: UserSpace) {
    let ((x, y), end) = (gradient.start.withinLimits, gradient.end.withinLimits)
    let (dx, dy) = (saturated(end.x - x), saturated(end.y - y))
    let length = Fixed.hypotenuse(Fixed(raw: dx), Fixed(raw: dy)).raw
    // The distance along the axis times the transform's determinant, then divided by both lengths.
    let distance = space.x.minus(saturatingProduct(x, space.size)).combined(
      saturatingQuotient(dx, length), space.y.minus(saturatingProduct(y, space.size)),
      saturatingQuotient(dy, length))
    offset = distance.divided(by: saturatingProduct(saturated(length), space.size))
    cursor = GradientCursor(gradient.stops, step: offset.step)
  }

  /// Whether all rows have the same colours.
  var repeatsRows: Bool { offset.isConstantInColumns }

  /// Whether all pixels of a row have one colour.
  var isConstantInRows: Bool { offset.isConstantInRows }

  /// The one colour of a row.
  mutating func color(ofRow row: Int, of scene: borrowing Scene) -> ColorWord {
    cursor.color(at: offset.value(0, row), of: scene)
  }

  mutating func paint(
    _ columns: Range<Int>, row: Int, alpha: UInt32, into line: inout LineBuffer,
    of scene: borrowing Scene
  ) {
    if columns.isEmpty { return }
    if offset.isConstantInRows {
      line.blend(columns, color(ofRow: row, of: scene), alpha)
      return
    }
    let origin = offset.value(0, row)
    var column = columns.lowerBound
    while column < columns.upperBound {
      let position = origin &+ offset.step &* Int64(column)
      let count = cursor.begin(at: position, of: scene)
      let end = count < columns.upperBound - column ? column + count : columns.upperBound
      if cursor.hasRamp {
        var (first, step) = cursor.channels(from: origin, at: column, alpha: 0)
        if cursor.isTranslucent {
          (first[3], step[3]) = cursor.transparency(from: origin, at: column)
        }
        line.blend(column..<end, first, step, alpha)
      } else {
        line.blend(column..<end, cursor.color(at: position), alpha)
      }
      column = end
    }
  }

  /// Stores the pixels of some columns, blue first and a byte of alpha last, if colours change along a
  /// row.
  ///
  /// Pixels at their right may be overwritten too. They are bit-identical to `paint` and a conversion.
  @_optimize(speed)
  mutating func store(
    _ columns: Range<Int>, row: Int, alpha: UInt32, into cache: inout RowCache,
    of scene: borrowing Scene
  ) {
    // Up to three more columns may be stored, within the cache's capacity.
    let pixels = unsafe cache.pointer(to: columns.upperBound + 3)
    let origin = offset.value(0, row)
    var cursor = self.cursor
    var column = columns.lowerBound
    while column < columns.upperBound {
      let position = origin &+ offset.step &* Int64(column)
      let inside = cursor.begin(at: position, of: scene)
      let count = min(inside, columns.upperBound &- column)
      let target = unsafe pixels + column
      if inside > 1 || cursor.hasRamp {
        let (first, step) = cursor.channels(from: origin, at: column, alpha: alpha)
        unsafe cpixels_ramp(target, count, first, step)
      } else {
        // An interval between two columns may contain only the first of these columns.
        unsafe target.pointee = cursor.color(at: position).bytes | alpha &<< 24
      }
      column &+= count
    }
    self.cursor = cursor
  }
}
