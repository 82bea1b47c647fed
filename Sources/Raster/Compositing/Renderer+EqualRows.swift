// SPDX-License-Identifier: Apache-2.0

extension Renderer {
  /// The first row below that may differ from a row that is about to be composed, at most `limit`.
  ///
  /// Rows are equal where only vertical edges run through them, from top to bottom, and every paint is
  /// the same in all rows; `ditherRows` says that gradients differ from row to row nevertheless.
  mutating func rowsAlike(from row: Int, upTo limit: Int, ditherRows: Bool) -> Int {
    activateEdges(upTo: row)
    var end = limit
    let top = Int32(row) << 16
    for index in 0..<shapeCount where activeEdges[index] >= 0 {
      var edge = activeEdges[index]
      while edge >= 0 {
        let here = outline.edges.edges[Int(edge)]
        edge = here.next
        if here.y1 <= top { continue }
        if here.y0 > top || here.x0 != here.x1 || here.circle >= 0 { return row + 1 }
        end = min(end, Int(here.y1 >> 16))
        if end <= row + 1 { return row + 1 }
      }
      if !repeatsRows(shapes[index].paint, ditherRows: ditherRows) { return row + 1 }
    }
    return max(row + 1, outline.edges.nextRow(after: row, upTo: end))
  }

  private func repeatsRows(_ paint: PreparedPaint, ditherRows: Bool) -> Bool {
    switch paint {
    case .solid: true
    case .linear(let evaluator): !ditherRows && evaluators.linear[evaluator].repeatsRows
    case .halves(let evaluator): !ditherRows && evaluators.halves[evaluator].repeatsRows
    case .ring, .pixmap: false
    }
  }
}
