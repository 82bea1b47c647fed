// SPDX-License-Identifier: Apache-2.0

/// A scanline that the edges of opaque shapes cross from top to bottom without overlapping.
///
/// Goal: scanlines of discs, rings, bars and rotated boxes at the cost of the few pixels on their
/// edges. Such a scanline alternates between runs of one colour and edge crossings; between two crossings
/// the topmost shape's colour is visible, and a crossing blends the two beside it. So
/// nothing needs compositing: pixels are computed as they will be stored. Which edges cross, in what
/// order and between which shapes is the same for a band of rows, up to the one in which an edge begins
/// or ends. Only where the crossings of two shapes overlap, all shapes are composited there. A ring's gradient
/// is painted first, from where it begins to where it ends.
///
/// `ScanlineCompositor` gives the same pixels to the bit.
struct EdgeCrossingScanline: ~Copyable {
  /// An edge crossing: one side of a circle, or a line.
  struct Crossing: BitwiseCopyable {
    /// The pixels that it crosses.
    var first: Int32 = 0
    var count: Int32 = 0
    /// The index of the first one's fraction, and the step to the next one's.
    var fraction: Int32 = 0
    var step: Int32 = 1
    /// The layers that cover the point to its left, as bits.
    var around: UInt32 = 1
    /// The index of its edge.
    let edge: Int32
    /// The circle, or -1; its centre, and its index in the cache or -1.
    let circle: Int32
    var x: Int32 = 0
    var y: Int32 = 0
    var cached: Int32 = -1
    /// The index of its layer.
    let layer: UInt8
    /// The visible layers where the fractions are 0 and where they are 1, and to the right of both.
    var zero: UInt8 = 0
    var one: UInt8 = 0
    var beyond: UInt8 = 0
    /// A line, or the left side of a circle: fractions grow from left to right.
    let isLeft: Bool
    /// Whether it lies under another shape.
    var isHidden = false
    /// Whether it stands for several overlapping ones; its fractions are blended pixels.
    var isBlended = false
  }

  /// A shape in the row, or the background: one colour up to a column, another one from there on.
  struct Layer: BitwiseCopyable {
    let shape: Int
    var left = Tint()
    var right = Tint()
    var border = Int32.max
    /// Whether each pixel has its own colour, in the line buffer; no column is before the border then.
    #if FLIPBOOK_PLAYGROUND  // Its format has no such layers: see `Renderer.crosses`.
      var isVaried: Bool { false }
    #else
      var isVaried = false
    #endif
  }

  /// A colour and its stored form; for formats that store red first, red and blue are swapped.
  struct Tint: BitwiseCopyable {
    var color = ColorWord(bits: 0)
    var pixel: UInt32 = 0
  }

  /// The capacity in crossings.
  static var capacity: Int { 24 }

  /// The coverage fractions of pixels inside a circle, or right of a line, Q16: `scratchSize` for the
  /// current row, then the cached ones.
  var fractions: RigidArray<UInt32>
  var fractionCount = 0
  let scratchSize: Int
  var circles = CircleCache()
  var crossings: RigidArray<Crossing>
  private(set) var crossingCount = 0
  /// The background, then the shapes, back to front.
  var layers: RigidArray<Layer>
  private(set) var layerCount = 0
  /// For each layer, which of the overlapping crossings is its own.
  var crossingOfLayer = RigidArray<Int>(capacity: EdgeCrossingScanline.capacity + 1, initial: 0)
  /// The crossings of a row in which some overlap, each group merged into one.
  var merged: RigidArray<Crossing>
  /// The number of these; 0 where none overlap.
  var mergedCount = 0
  /// The row's pixels, or those of the row above, with the runs of each of its spans; and the number of
  /// rows composited so far.
  var pixels: RowCache
  var runs: RigidArray<Run>
  var row = 0

  init(maximumWidth: Int) {
    scratchSize = 2 * maximumWidth + 64
    fractions = RigidArray(capacity: scratchSize + CircleCache.capacity)
    for index in 0..<scratchSize { fractions.append(0, at: index) }
    crossings = RigidArray(capacity: EdgeCrossingScanline.capacity)
    layers = RigidArray(capacity: EdgeCrossingScanline.capacity + 1)
    merged = RigidArray(capacity: EdgeCrossingScanline.capacity)
    pixels = RowCache(maximumWidth: maximumWidth)
    runs = RigidArray(capacity: SpanSet.capacity * EdgeCrossingScanline.runCapacity, initial: Run())
  }

  /// Begins another band of rows.
  mutating func begin() {
    (crossingCount, layerCount) = (0, 0)
    addLayer(-1)
  }

  /// Adds a shape in front of all others.
  mutating func addLayer(_ shape: Int) {
    layers.append(Layer(shape: shape), at: layerCount)
    layerCount += 1
  }

  /// Adds an edge of the topmost shape; false where the capacity is exceeded.
  mutating func add(_ index: Int, _ edge: Edge, _ circles: borrowing RigidArray<Circle>) -> Bool {
    if crossingCount == EdgeCrossingScanline.capacity { return false }
    let isLine = edge.circle < 0
    var crossing = Crossing(
      edge: Int32(index), circle: edge.circle, layer: UInt8(layerCount - 1),
      isLeft: isLine || edge.side == .left)
    if !isLine {
      let circle = circles[Int(edge.circle)]
      (crossing.x, crossing.y) = (circle.x, circle.y)
      crossing.cached = Int32(self.circles.find(circle))
    }
    crossings.append(crossing, at: crossingCount)
    crossingCount += 1
    return true
  }

  /// Sorts the located crossings by position, and finds the visible layers between them.
  mutating func arrange() {
    for index in 0..<crossingCount {
      var position = index
      let crossing = crossings[index]
      while position > 0 && crossings[position - 1].first > crossing.first {
        crossings[position] = crossings[position - 1]
        position -= 1
      }
      crossings[position] = crossing
    }
    // The layers that cover the current point, the background among them.
    var inside: UInt32 = 1
    for index in 0..<crossingCount {
      let layer = crossings[index].layer
      let bit = UInt32(1) &<< UInt32(layer)
      let isBegin = inside & bit == 0
      crossings[index].around = inside
      inside ^= bit
      let under = UInt8(31 - (inside & (bit - 1)).leadingZeroBitCount)
      crossings[index].isHidden = inside >= bit << 1
      crossings[index].beyond = UInt8(31 - inside.leadingZeroBitCount)
      let isTurned = crossings[index].isLeft != isBegin
      crossings[index].zero = isTurned ? layer : under
      crossings[index].one = isTurned ? under : layer
    }
  }
}
