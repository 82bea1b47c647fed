// SPDX-License-Identifier: Apache-2.0

/// Two linear gradients side by side, prepared for one transform.
struct HalvesGradientEvaluator: BitwiseCopyable {
  private var left: LinearGradientEvaluator
  private var right: LinearGradientEvaluator
  /// Below 0 where the left one counts.
  private let side: LinearInterpolant
  /// The first column of the right one, where that is the same in all rows.
  private let border: Int?

  init(left: LinearGradientEvaluator, right: LinearGradientEvaluator, side: LinearInterpolant) {
    (self.left, self.right, self.side) = (left, right, side)
    let isLeftFirst = side.isConstantInColumns && side.step > 0
    border = isLeftFirst ? side.split(0..<1 << 14, row: 0).others.lowerBound : nil
  }

  /// Whether each row has one colour before a border and one after it.
  var hasTwoColors: Bool { border != nil && left.isConstantInRows && right.isConstantInRows }

  /// Whether all rows have the same colours.
  var repeatsRows: Bool {
    side.isConstantInColumns && left.repeatsRows && right.repeatsRows
  }

  /// The colours of a row that has two.
  @inline(__always)
  mutating func colors(ofRow row: Int, of scene: borrowing Scene) -> RowPaint {
    .two(
      left.color(ofRow: row, of: scene), upTo: border ?? 0, right.color(ofRow: row, of: scene))
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

/// What a paint comes to in one row.
enum RowPaint {
  case one(ColorWord)
  /// One colour up to a column, another one from there on.
  case two(ColorWord, upTo: Int, ColorWord)
}
