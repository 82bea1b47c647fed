// SPDX-License-Identifier: Apache-2.0

import CPixels
import FixedPoint

/// A linear gradient, prepared for one transform.
struct LinearGradientEvaluator: BitwiseCopyable {
  /// The offset along the axis.
  private let offset: LinearInterpolant
  private var cursor: GradientCursor

  init(_ gradient: LinearGradient, _ space: UserSpace) {
    let (x, y) = (saturated(gradient.start.x.raw), saturated(gradient.start.y.raw))
    let dx = saturated(saturated(gradient.end.x.raw) - x)
    let dy = saturated(saturated(gradient.end.y.raw) - y)
    let length = Fixed.hypotenuse(Fixed(raw: dx), Fixed(raw: dy)).raw
    // The distance along the axis times the transform's determinant, then divided by the length of both.
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
  @inline(__always)
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
        line.blend(column..<end, upTo: columns.upperBound, cursor.ramp(from: origin), alpha)
      } else {
        line.blend(column, cursor.color(at: position, of: scene), alpha)
      }
      column = end
    }
  }

  /// Stores the pixels of some columns, blue first and a byte of alpha last, if colours change along a
  /// row; what lies to the right of them may be stored too.
  ///
  /// They are bit-identical to `paint` and a conversion.
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
        // An interval between two columns may have none but the first of these.
        unsafe target.pointee = cursor.color(at: position).bytes | alpha &<< 24
      }
      column &+= count
    }
    self.cursor = cursor
  }
}
