// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// A scanline that the edges of opaque shapes cross from top to bottom without overlapping.
///
/// Goal: scanlines of discs, rings, bars and rotated boxes at the cost of the few pixels on their edges.
///
/// Such a scanline alternates between runs of one colour and edge crossings. Between two crossings the
/// topmost shape's colour is visible, and a crossing blends the colours at its sides. So no compositing is
/// needed: pixels are computed in their stored form. The crossing edges are the same for several rows, until
/// an edge begins or ends. Their order is computed again where two have passed each other. Only where the
/// crossings of two shapes overlap, all shapes are composited. A ring's gradient is painted first, from its
/// first to its last column.
///
/// `ScanlineCompositor` gives the same pixels to the bit.
struct EdgeCrossingScanline: ~Copyable {
  /// An edge crossing: one side of a circle, or a line.
  struct Crossing: BitwiseCopyable {
    /// The pixels that it crosses: the first, and the end after the last.
    var first = Int32.max
    var end = Int32.max
    /// The index of the first pixel's fraction, and the step to the next fraction.
    var fraction: Int32 = 0
    var step: Int32 = 1
    /// The layers that cover the point to its left, as bits.
    var around: UInt32 = 1
    /// The index of its edge, and of its circle or -1.
    let edge: Int32
    let circle: Int32
    /// The index of its row in the circle cache or -1, the step to the next row, and the column that such a
    /// row counts from.
    var cached: Int32 = -1
    var nextCached: Int32 = 0
    var origin: Int32 = 0
    /// Its layer, and the visible layers where the fractions are 0, where they are 1, and at its right.
    let layer: UInt8
    var zero: UInt8 = 0
    var one: UInt8 = 0
    var beyond: UInt8 = 0
    /// Whether it is a line, or the left side of a circle: fractions grow from left to right.
    let isLeft: Bool
    /// Whether another shape covers it.
    var isHidden = false
    /// Whether it represents several overlapping crossings; its fractions are blended pixels.
    var isBlended = false
    /// Whether it is neither, and both colours are those of a layer.
    var isPlain = true
  }

  /// A layer's colour, with the alpha of its stored form in the upper bits, and the stored form.
  ///
  /// For formats that store red first, red and blue are swapped.
  struct Tint: BitwiseCopyable {
    var color = ColorWord(bits: 0)
    var pixel: UInt32 = 0
  }

  /// The capacity in crossings.
  static var capacity: Int { 24 }

  /// The row's crossings, and one beyond all columns.
  var crossings: RigidArray<Crossing>
  private(set) var crossingCount = 0
  /// Whether they are sorted from left to right.
  var isArranged = false
  /// Whether some of them overlap.
  var overlaps = false
  /// The shapes of the layers, back to front; the first layer is the background.
  var layers: RigidArray<Int>
  private(set) var layerCount = 0

  /// The coverage fractions of pixels inside a circle, or right of a line, Q16: `scratchSize` for the
  /// current row, then the cached ones.
  var fractions: RigidArray<UInt32>
  var fractionCount = 0
  let scratchSize: Int
  var circles = CircleCache()
  /// The colours of the layers left of the border, then those right of it.
  var tints = RigidArray<Tint>(capacity: 2 * EdgeCrossingScanline.layerCapacity, initial: Tint())
  /// The first column of the layers' right colours.
  var border = Int.max
  /// The layers with individual pixel colours in the line buffer, as bits.
  var varied: UInt32 = 0
  /// For each layer, the index of its own crossing among the overlapping ones.
  var crossingOfLayer = RigidArray<Int>(capacity: EdgeCrossingScanline.layerCapacity, initial: 0)
  /// The crossings of a row with overlaps, each group merged into one.
  var merged: RigidArray<Crossing>
  /// The damaged columns of the band's rows.
  var segments = RigidArray<Segment>(capacity: EdgeCrossingScanline.segmentCapacity)
  var segmentCount = 0
  /// The pixels of the row that was composited last, and its runs.
  var pixels: RowCache
  var runs: RigidArray<Run>
  var runCount = 0

  static var layerCapacity: Int { capacity + 1 }

  init(maximumWidth: Int) {
    scratchSize = 2 * maximumWidth + 64
    fractions = RigidArray(capacity: scratchSize + CircleCache.capacity)
    for index in 0..<min(scratchSize, fractions.capacity) { fractions.append(0, at: index) }
    crossings = RigidArray(capacity: EdgeCrossingScanline.capacity + 1)
    layers = RigidArray(capacity: EdgeCrossingScanline.layerCapacity)
    merged = RigidArray(capacity: EdgeCrossingScanline.capacity + 1)
    pixels = RowCache(maximumWidth: maximumWidth)
    runs = RigidArray(capacity: EdgeCrossingScanline.runCapacity, initial: Run())
  }

  /// Begins another band of rows.
  mutating func begin() {
    (crossingCount, layerCount, border, varied, isArranged) = (0, 0, .max, 0, false)
    _ = addLayer(-1)
  }

  /// Adds a shape in front of all others; false where the capacity is exceeded.
  mutating func addLayer(_ shape: Int) -> Bool {
    if layerCount == EdgeCrossingScanline.layerCapacity { return false }
    layers.append(shape, counting: &layerCount)
    return true
  }

  /// Adds an edge of the topmost shape, with its circle or -1 and its side; false where the capacity is exceeded.
  mutating func add(_ edge: Int32, _ circle: Int32, _ side: Edge.Side) -> Bool {
    if crossingCount == EdgeCrossingScanline.capacity { return false }
    crossings.append(
      Crossing(
        edge: edge, circle: circle, layer: UInt8(truncatingIfNeeded: layerCount &- 1),
        isLeft: circle < 0 || side == .left),
      counting: &crossingCount)
    return true
  }

  /// Looks up the circle of the last added edge in the cache; its rows are used from a row on.
  ///
  /// Returns the row up to which the cache's rows are consecutive, `.max` for no limit. The centre's own row
  /// is not cached, and below the centre the order is reversed.
  mutating func findCircle(_ circle: inout Circle, row: Int) -> Int {
    if circle.cached == .min { circle.cached = circles.find(circle) }
    let top = Int32(truncatingIfNeeded: row) << 16
    if circle.cached < 0 { return .max }
    if circle.hasCenter(withinRow: top) { return row &+ 1 }
    let isLower = top >= circle.y
    let distance = (isLower ? top &- circle.y : circle.y &- top &- 65536) >> 16
    let (index, x) = (crossingCount &- 1, circle.x)
    crossings[index].cached = circle.cached &+ distance
    crossings[index].nextCached = isLower ? 1 : -1
    let isLeft = crossings[index].isLeft
    crossings[index].step = isLeft ? -1 : 1
    crossings[index].origin = isLeft ? x >> 15 &- x >> 16 : x >> 16
    return isLower ? .max : Int(circle.y >> 16)
  }

  /// Sorts the located crossings by position, and finds the visible layers between them.
  @_optimize(speed)
  mutating func arrange() {
    isArranged = true
    crossings.append(.last, at: crossingCount)
    for index in 0..<crossingCount { crossings.sortIn(index) { $0.first < $1.first } }
    // No crossing is added here.
    let crossings = unsafe crossings.pointer(to: crossingCount + 1)
    overlaps = false
    // The layers that cover the current point, with the background.
    var inside: UInt32 = 1
    for index in 0..<crossingCount {
      let crossing = unsafe crossings + index
      if unsafe crossing.pointee.end > crossing[1].first { overlaps = true }
      let layer = unsafe crossing.pointee.layer
      let bit = UInt32(1) &<< UInt32(layer)
      let isBegin = inside & bit == 0
      unsafe crossing.pointee.around = inside
      inside ^= bit
      let under = UInt8(truncatingIfNeeded: 31 &- (inside & (bit &- 1)).leadingZeroBitCount)
      unsafe crossing.pointee.isHidden = inside >= bit << 1
      unsafe crossing.pointee.beyond = UInt8(
        truncatingIfNeeded: 31 &- inside.leadingZeroBitCount)
      let isTurned = unsafe crossing.pointee.isLeft != isBegin
      unsafe crossing.pointee.zero = isTurned ? layer : under
      unsafe crossing.pointee.one = isTurned ? under : layer
      unsafe crossing.pointee.isPlain =
        (varied &>> UInt32(layer) | varied &>> UInt32(under)) & 1 == 0
    }
  }
}

extension EdgeCrossingScanline.Crossing {
  /// Beyond all columns.
  static var last: Self { Self(edge: -1, circle: -1, layer: 0, isLeft: false) }
}
