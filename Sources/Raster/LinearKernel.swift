import FixedPoint

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
    cursor = GradientCursor(gradient.stops, step: offset.step)
  }

  /// Whether all rows have the same colours.
  var repeatsRows: Bool { offset.isConstantInColumns }

  /// Whether all pixels of a row have one colour.
  var isConstantInRows: Bool { offset.isConstantInRows }

  /// The one colour of a row.
  @inline(__always)
  mutating func color(ofRow row: Int, of scene: borrowing Scene) -> ColorWord {
    cursor.color(at: offset.value(0, row), of: scene)
  }

  @_optimize(speed)
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
      let place = origin &+ offset.step &* Int64(column)
      let count = cursor.begin(at: place, of: scene)
      let end = count < columns.upperBound - column ? column + count : columns.upperBound
      if cursor.hasRamp {
        line.blend(column..<end, upTo: columns.upperBound, cursor.ramp(from: origin), alpha)
      } else {
        line.blend(column, cursor.color(at: place, of: scene), alpha)
      }
      column = end
    }
  }
}
