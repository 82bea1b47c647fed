// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

extension Renderer {
  /// Prepares the shapes of a scene in a damage region; returns its rows.
  mutating func begin(
    _ scene: borrowing Scene, _ damage: borrowing DamageRegion
  ) -> Range<Int> {
    let bounds = damage.bounds
    precondition(
      bounds.right <= maximumWidth && bounds.bottom <= maximumHeight,
      "The frame is larger than the renderer's maximum.")
    overflowed = false
    if bounds.isEmpty { return 0..<0 }
    nextRow = bounds.y
    (lastLinearShape, finishedShape) = (-1, -1)
    evaluators.removeAll()
    crossingScanline.circles.begin()
    outline.begin(rows: bounds.y..<bounds.bottom)
    shapeCount = min(scene.shapeCount, shapes.capacity)
    if scene.shapeCount > shapeCount { overflowed = true }
    for index in 0..<shapeCount {
      activeEdges.append(-1, at: index)
      shapes.append(.nothing, at: index)
      prepare(index, of: scene, damage, within: bounds)
    }
    return bounds.y..<bounds.bottom
  }

  private mutating func prepare(
    _ index: Int, of scene: borrowing Scene, _ damage: borrowing DamageRegion,
    within bounds: PixelRectangle
  ) {
    let window = scene.pixelBounds(ofShape: index).intersection(bounds)
    let shape = scene.shapes[index]
    guard damage.touches(window) else { return }
    // Most shapes have the same transform as the previous shape.
    if shape.transform != outline.transform {
      outline.setTransform(shape.transform)
      space = UserSpace(shape.transform)
    }
    guard let space else { return }
    outline.edges.beginShape(index, window)
    outline.addShape(index, of: scene, count: scene.count(with: index, of: shapeCount))
    if outline.overflowed {
      // An incomplete contour would fill the whole row: the shape is left out.
      outline.edges.dropShape()
      outline.cornersOverflowed = false
      overflowed = true
      return
    }
    shapes[index] = PreparedShape(
      window: window, alpha: UInt32((shape.opacity.raw + 1 << 13) >> 14), group: shape.group,
      paint: evaluators.prepare(shape.paint, space, of: scene),
      isTranslucent: shape.paint.isTranslucent)
  }

  /// Composites a row into spans; rows must come from top to bottom.
  ///
  /// With a format, gradients of the topmost shape are stored as pixels of that format.
  @_optimize(speed)
  mutating func composite(_ scene: borrowing Scene, row: Int, finishing format: PixelFormat? = nil)
  {
    activateEdges(upTo: row)
    // The columns from the row's first to its last damaged one are composited.
    var (left, right, top) = (Int.max, 0, -1)
    for index in 0..<shapeCount
    where activeEdges[index] >= 0 && shapes[index].left < shapes[index].right {
      left = min(left, shapes[index].left)
      right = max(right, shapes[index].right)
      top = index
    }
    compositor.begin(left < right ? left..<right : 0..<0, outside: scene.outside)
    if left >= right { return }
    if scene.isDissolving { return dissolve(scene, row: row) }
    composite(scene, 0..<shapeCount, on: scene.background, row: row, top: top, format)
  }

  /// Composites some shapes of a row; gradients of the topmost shape are stored as pixels of a format.
  @_optimize(speed)
  @inline(never)
  mutating func composite(
    _ scene: borrowing Scene, _ range: Range<Int>, on background: Color, row: Int, top: Int,
    _ format: PixelFormat?
  ) {
    compositor.fill(ColorWord(background))
    var group: UInt32 = 0
    for index in range where activeEdges[index] >= 0 && shapes[index].left < shapes[index].right {
      if shapes[index].group != group {
        if group != 0 { compositor.mixWithAside(group & 0xFFFF) }
        group = shapes[index].group
        if group != 0 { compositor.putAside() }
      }
      addEdges(ofShape: index, row: row)
      paintRuns(
        ofShape: index, scene, row: row, finishing: index == top && group == 0 ? format : nil)
    }
    if group != 0 { compositor.mixWithAside(group & 0xFFFF) }
  }

  /// Sets the damaged columns of the following rows.
  mutating func setSpans(_ spans: SpanSet) {
    self.spans = spans
    let extent = spans.extent
    for index in 0..<shapeCount {
      let window = shapes[index].window
      shapes[index].left = max(window.x, extent.lowerBound)
      shapes[index].right = min(window.right, extent.upperBound)
    }
  }

  /// Activates the edges that begin above a row or in it.
  mutating func activateEdges(upTo row: Int) {
    while nextRow <= row {
      var index = outline.edges.head(ofRow: nextRow)
      while index >= 0 {
        let edge = outline.edges.edges[Int(index)]
        let shape = Int(edge.shape)
        outline.edges.edges[Int(index)].next = activeEdges[shape]
        activeEdges[shape] = index
        index = edge.next
      }
      nextRow += 1
    }
  }

  /// Adds up the signed areas of a shape's edges in a row, and deactivates edges that end in it.
  private mutating func addEdges(ofShape shape: Int, row: Int) {
    let (top, bottom) = (Int32(row) << 16, (Int32(row) << 16) &+ 65536)
    let left = Int32(shapes[shape].left) << 16
    coverage.begin(width: shapes[shape].right - shapes[shape].left)
    activeEdges[shape] = coverage.addEdges(
      &outline.edges, from: activeEdges[shape], top: top, bottom: bottom, left: left)
  }

}

extension Renderer {
  /// The first row below that may differ from the row to composite, at most `limit`.
  ///
  /// Rows are equal if only vertical edges cross them from top to bottom, and every paint is the same in
  /// all of them. `ditherRows` means that gradients differ from row to row nevertheless.
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
    case .ring, .radial, .pixmap, .sampledPixmap: false
    }
  }
}
