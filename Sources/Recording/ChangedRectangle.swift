// SPDX-License-Identifier: Apache-2.0

import Images

/// The smallest rectangle with all pixels in which two frames differ.
struct ChangedRectangle: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>

  /// All of a frame.
  init(allOf frame: Image) {
    (columns, rows) = (0..<frame.width, 0..<frame.height)
  }

  /// Compares two frames of one size; nil where they are equal.
  init?(from old: Image, to new: Image) {
    let width = new.width
    let (before, after) = (old.pixels.span, new.pixels.span)
    var columns = width..<width
    var rows: Range<Int>?
    for row in 0..<new.height {
      let start = row * width
      guard let first = (0..<width).first(where: { before[start + $0] != after[start + $0] })
      else { continue }
      // The search ends at `first` at the latest.
      var last = width - 1
      while before[start + last] == after[start + last] { last -= 1 }
      columns = min(columns.lowerBound, first)..<max(rows == nil ? 0 : columns.upperBound, last + 1)
      rows = (rows?.lowerBound ?? row)..<row + 1
    }
    guard let rows else { return nil }
    (self.columns, self.rows) = (columns, rows)
  }
}
