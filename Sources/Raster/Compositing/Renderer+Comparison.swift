// SPDX-License-Identifier: Apache-2.0

/// A scene that is prepared to be composited from top to bottom, apart from a renderer's own: that one
/// is exchanged with it to composite either.
struct PreparedScene: ~Copyable {
  fileprivate var edges: EdgeList
  fileprivate var shapes: RigidArray<PreparedShape>
  fileprivate var activeEdges: RigidArray<Int32>
  fileprivate var evaluators: GradientEvaluators
  fileprivate var shapeCount = 0
  fileprivate var nextRow = 0
  /// Where its rows are stored to be compared.
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
  /// Scenes that differ may still give the same pixels, where things moved by less than a shade or
  /// under something else. Both are stored into cached rows, up to the first one that differs.
  ///
  /// - Complexity: That of drawing both scenes up to the first row that differs.
  package mutating func differs(
    _ scene: borrowing Scene, from other: borrowing Scene, within damage: borrowing DamageRegion,
    as format: PixelFormat
  ) -> Bool {
    // Nobody knows any more what it looked like.
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
        // Within those.
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

  /// Exchanges the scene that is prepared with the one that it is compared with.
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
