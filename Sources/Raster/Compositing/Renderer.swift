// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// Draws scenes into pixels: each damaged pixel is stored once, in order, and none is ever read.
///
/// `init` allocates all memory that a frame needs; drawing never allocates. A row is composited back
/// to front, as spans with 16 bits per channel, and then stored from left to right.
package struct Renderer: ~Copyable {
  var shapes: RigidArray<PreparedShape>
  /// For each shape, the first of its edges that are active in the current row, or -1.
  var activeEdges: RigidArray<Int32>
  var shapeCount = 0
  /// The first row with edges that are not yet active.
  var nextRow = 0
  /// The damaged columns of the current row.
  var spans = SpanSet()
  var compositor: ScanlineCompositor

  /// The maximum frame width, in pixels.
  package let maximumWidth: Int

  /// The maximum frame height, in pixels.
  package let maximumHeight: Int

  /// How many pixels have been stored since the start.
  package internal(set) var pixelsWritten: Int64 = 0

  /// Whether a shape was left out of the last frame because its outline exceeded the edge capacity.
  package internal(set) var overflowed = false

  /// Which pixels are dithered.
  package var dithering = Dithering.automatic

  var outline: Outline
  /// The user space of the outline's transform; nil for a singular one.
  var space = UserSpace(.identity)
  var coverage: CoverageRow
  var arcTangent = ArcTangent()
  var crossingScanline: EdgeCrossingScanline
  var evaluators: GradientEvaluators
  /// The colours of a gradient that is composited pixel by pixel.
  var gradientLine: LineBuffer
  /// A row that is stored several times, or compared.
  var equalRow: RowCache
  /// The shape whose finished pixels the compositor holds, if all its rows are equal.
  var finishedShape = -1
  /// The last shape that was painted with a linear gradient.
  var lastLinearShape = -1

  /// A row of the outgoing scene of a dissolve.
  var outgoingRow: RowAside

  /// The scene that the prepared scene is compared with.
  var compared: PreparedScene

  /// Allocates memory for frames up to a size, with capacity for one scene's shapes and outlines.
  ///
  /// A circle takes 2 edges, a rectangle 2 to 4, a rounded rectangle up to 8, a letter some hundred.
  /// No side may be longer than 16384 pixels.
  package init(
    maximumWidth: Int, maximumHeight: Int = 8192, shapeCapacity: Int = 64,
    edgeCapacity: Int = 65536
  ) {
    precondition((1...16384).contains(maximumWidth), "The width is out of range.")
    precondition((1...16384).contains(maximumHeight), "The height is out of range.")
    self.maximumWidth = maximumWidth
    self.maximumHeight = maximumHeight
    outline = Outline(edgeCapacity: edgeCapacity, maximumHeight: maximumHeight)
    coverage = CoverageRow(maximumWidth: maximumWidth)
    compositor = ScanlineCompositor(maximumWidth: maximumWidth)
    crossingScanline = EdgeCrossingScanline(maximumWidth: maximumWidth)
    outgoingRow = RowAside(maximumWidth: maximumWidth)
    // Columns are stored before they are read.
    gradientLine = unsafe LineBuffer(storedFirst: maximumWidth)
    equalRow = RowCache(maximumWidth: maximumWidth)
    evaluators = GradientEvaluators(shapeCapacity: shapeCapacity)
    shapes = RigidArray(capacity: shapeCapacity)
    activeEdges = RigidArray(capacity: shapeCapacity)
    compared = PreparedScene(
      shapeCapacity: shapeCapacity, edgeCapacity: edgeCapacity, maximumWidth: maximumWidth,
      maximumHeight: maximumHeight)
  }

  /// Removes the cached outlines of letters; no pixel depends on them.
  package mutating func forgetStrokes() { outline.strokes.removeAll() }
}

/// A shape that is ready to be drawn.
struct PreparedShape: BitwiseCopyable {
  /// The pixels that may be touched: the shape's bounds within the damage region's bounds.
  var window: PixelRectangle
  /// Its columns from the first to the last damaged one of the current rows.
  var left = 0
  var right = 0
  /// The opacity, Q16.
  var alpha: UInt32
  /// The shape's group.
  var group: UInt32
  var paint: PreparedPaint
  /// Whether it is painted with a gradient that has translucent colours.
  var isTranslucent = false

  static var nothing: PreparedShape {
    PreparedShape(
      window: .empty, alpha: 0, group: 0, paint: .solid(ColorWord(bits: 0)))
  }
}
