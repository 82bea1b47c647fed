import FixedPoint

/// A shape's paint, prepared for one map: what a pixel needs to find its colour.
enum PaintKernel: BitwiseCopyable {
  case solid(Color)
  case linear(LinearKernel)
  /// The line is below 0 where the left one counts.
  case halves(LinearKernel, LinearKernel, DeviceLine)
  case ring(RingKernel)

  init(
    _ paint: Paint, _ space: UserSpace, _ scene: borrowing Scene
  ) {
    switch paint {
    case .solid(let color):
      self = .solid(color)
    case .linear(let gradient):
      self = .linear(LinearKernel(gradient, space))
    case .halves(let left, let right, let x):
      self = .halves(
        LinearKernel(left, space), LinearKernel(right, space),
        space.x.minus(limitedProduct(limited(x.raw), space.size)))
    case .quadrants(let gradient):
      self = .ring(RingKernel(gradient, isConic: false, space, scene))
    case .conic(let gradient):
      self = .ring(RingKernel(gradient, isConic: true, space, scene))
    }
  }
}

/// A linear gradient, prepared for one map.
struct LinearKernel: BitwiseCopyable {
  /// The offset along the axis.
  private let offset: DeviceLine
  private var cursor: GradientCursor

  init(_ gradient: LinearGradient, _ space: UserSpace) {
    let (x, y) = (limited(gradient.start.x.raw), limited(gradient.start.y.raw))
    let dx = limited(limited(gradient.end.x.raw) - x)
    let dy = limited(limited(gradient.end.y.raw) - y)
    let length = WideFixed.hypotenuse(WideFixed(raw: dx), WideFixed(raw: dy)).raw
    // The way along the axis times the map's determinant, then that over the length of both.
    let way = space.x.minus(limitedProduct(x, space.size)).combined(
      limitedQuotient(dx, length), space.y.minus(limitedProduct(y, space.size)),
      limitedQuotient(dy, length))
    offset = way.divided(by: limitedProduct(limited(length), space.size))
    cursor = GradientCursor(gradient.stops)
  }

  /// Whether all rows have the same colours, which are not one colour.
  var repeatsRows: Bool { offset.isConstantInColumns && !offset.isConstantInRows }

  mutating func paint(
    _ columns: Range<Int>, row: Int, alpha: UInt32, into line: inout LineBuffer,
    of scene: borrowing Scene
  ) {
    if columns.isEmpty { return }
    let first = offset.value(columns.lowerBound, row)
    if offset.isConstantInRows {
      line.blend(columns, cursor.color(at: first, of: scene), alpha)
      return
    }
    var column = columns.lowerBound
    while column < columns.upperBound {
      let place = offset.value(column, row)
      if let ramp = cursor.ramp(at: place, along: offset, row: row, of: scene) {
        let count = cursor.pixelCount(from: place, step: offset.step)
        let end = count < columns.upperBound - column ? column + count : columns.upperBound
        line.blend(column..<end, ramp, alpha)
        column = end
      } else {
        line.blend(column, cursor.color(at: place, of: scene), alpha)
        column += 1
      }
    }
  }
}
