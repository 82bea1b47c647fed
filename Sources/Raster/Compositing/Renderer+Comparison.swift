// SPDX-License-Identifier: Apache-2.0

package import DisplayList

/// A scene that is prepared for compositing from top to bottom, beside the renderer's own scene.
///
/// The two are swapped in order to composite either.
struct PreparedScene: ~Copyable {
  fileprivate var edges: EdgeList
  fileprivate var shapes: RigidArray<PreparedShape>
  fileprivate var activeEdges: RigidArray<Int32>
  fileprivate var evaluators: GradientEvaluators
  fileprivate var shapeCount = 0
  fileprivate var nextRow = 0
  /// Stores its rows for the comparison.
  fileprivate var row: RowCache

  init(shapeCapacity: Int, edgeCapacity: Int, maximumWidth: Int, maximumHeight: Int) {
    edges = EdgeList(capacity: edgeCapacity, maximumHeight: maximumHeight)
    shapes = RigidArray(capacity: shapeCapacity)
    activeEdges = RigidArray(capacity: shapeCapacity)
    evaluators = GradientEvaluators(shapeCapacity: shapeCapacity)
    row = RowCache(maximumWidth: maximumWidth)
  }
}

extension Renderer {
  /// Whether two scenes differ in any pixel of a damage region; stores nothing.
  ///
  /// Different scenes may have equal pixels, where shapes moved by less than a colour step or below
  /// another shape. Both scenes are stored into cached rows, up to the first row that differs.
  ///
  /// - Complexity: That of drawing both scenes up to the first row that differs.
  package mutating func differs(
    _ scene: borrowing Scene, from other: borrowing Scene, within damage: borrowing DamageRegion,
    as format: PixelFormat
  ) -> Bool {
    // The other scene's pixels are unknown.
    if other.isOutdated { return true }
    let rows = begin(scene, damage)
    exchangeScenes()
    _ = begin(other, damage)
    for row in rows {
      storeToCompare(other, row: row, damage, format)
      exchangeScenes()
      storeToCompare(scene, row: row, damage, format)
      exchangeScenes()
      for index in 0..<spans.count {
        let size = format.bytesPerPixel
        let end = spans[index].upperBound * size
        let (bytes, others) = unsafe (equalRow.bytes(to: end), compared.row.bytes(to: end))
        // Within the bytes of both rows.
        for byte in spans[index].lowerBound * size..<end
        where unsafe bytes.load(fromByteOffset: byte, as: UInt8.self)
          != others.load(fromByteOffset: byte, as: UInt8.self)
        {
          return true
        }
      }
    }
    return false
  }

  private mutating func storeToCompare(
    _ scene: borrowing Scene, row: Int, _ damage: borrowing DamageRegion, _ format: PixelFormat
  ) {
    setSpans(damage.spans(ofRow: row))
    composite(scene, row: row)
    equalRow.keep(
      &compositor, spans, ofRow: row, dithers: dithering.applies(to: format), width: damage.width,
      as: format)
  }

  /// Swaps the prepared scene and the scene that it is compared with.
  private mutating func exchangeScenes() {
    swap(&outline.edges, &compared.edges)
    swap(&shapes, &compared.shapes)
    swap(&activeEdges, &compared.activeEdges)
    swap(&evaluators, &compared.evaluators)
    swap(&shapeCount, &compared.shapeCount)
    swap(&nextRow, &compared.nextRow)
    swap(&equalRow, &compared.row)
    (lastLinearShape, finishedShape) = (-1, -1)
  }
}
