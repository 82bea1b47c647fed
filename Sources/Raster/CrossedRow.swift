/// A row in which the boundaries of opaque shapes pass from top to bottom, each apart from the others.
///
/// Goal: rows of discs, rings, bars and turned boxes at the price of the few pixels on their
/// boundaries. Such a row is an alternation of colours and crossings; between two crossings one
/// colour is seen, that of the uppermost shape that is there, and a crossing mixes the two beside it. So
/// nothing need be composed: pixels go straight to where they are stored. Which edges cross, in what
/// order and between which shapes is the same for a band of rows, up to the one in which an edge begins
/// or ends or two crossings meet.
///
/// Any row may be composed instead, with the same pixels to the bit.
struct CrossedRow: ~Copyable {
  /// A boundary's crossing of the row: one side of a circle, or a line.
  struct Crossing: BitwiseCopyable {
    /// Which boundary's it is, and which layer's.
    let boundary: Int
    let layer: Int
    /// A line, or the left side of a circle: parts grow from left to right.
    let isLeft: Bool
    /// Whether it lies under another shape.
    var isHidden = false
    /// The layers that are seen where the parts are 0 and where they are 1, and to the right of both.
    var zero = 0
    var one = 0
    var beyond = 0
    /// The pixels that it passes.
    var first: Int32 = 0
    var count: Int32 = 0
    /// Where the part of the first of these is, and the way to that of the next one.
    var part: Int32 = 0
    var way: Int32 = 1
  }

  /// An edge, with its one or two crossings, or -1.
  struct Boundary: BitwiseCopyable {
    let edge: Int
    /// The circle, or -1; its middle, and its place in the cache or -1.
    let circle: Int
    var x: Int32 = 0
    var y: Int32 = 0
    var kept = -1
    var left = -1
    var right = -1
  }

  /// A shape in the row, or the background: one colour up to a column, another one from there on.
  struct Layer: BitwiseCopyable {
    let shape: Int
    var left = Tint()
    var right = Tint()
    var border = Int32.max
  }

  /// A colour and how it is stored; where red is stored first, red and blue are in each other's place.
  struct Tint: BitwiseCopyable {
    var color = ColorWord(bits: 0)
    var pixel: UInt32 = 0
  }

  /// What is stored next: a pixel up to a column, and from there on so many pixels that are mixed.
  struct Step: BitwiseCopyable {
    let first: Int32
    var count: Int32 = 0
    /// The first of these has the part at `part`, the next one that at `way` further.
    var part: Int32 = 0
    var way: Int32 = 0
    let pixel: UInt32
    /// Whether the pixel is the background's.
    let isBackground: Bool
    /// The colours that are seen where the part is 0 and where it is 1.
    var zero: UInt64 = 0
    var one: UInt64 = 0
  }

  /// The most crossings that a row has.
  static var capacity: Int { 24 }

  /// How much of pixels a circle covers, or what is right of a line, Q16: those of the present row, and
  /// behind so many those that are kept.
  var parts: Storage<UInt32>
  var partCount = 0
  let scratchSize: Int
  var circles = CircleCache()
  var crossings: Storage<Crossing>
  private(set) var crossingCount = 0
  var boundaries: Storage<Boundary>
  private(set) var boundaryCount = 0
  /// The background, and the shapes from below.
  var layers: Storage<Layer>
  private(set) var layerCount = 0
  private(set) var steps: Storage<Step>
  private(set) var stepCount = 0

  init(maximumWidth: Int) {
    scratchSize = 2 * maximumWidth + 64
    parts = Storage(capacity: scratchSize + CircleCache.capacity)
    for index in 0..<scratchSize { parts.store(0, at: index) }
    crossings = Storage(capacity: CrossedRow.capacity)
    boundaries = Storage(capacity: CrossedRow.capacity)
    layers = Storage(capacity: CrossedRow.capacity + 1)
    // Each crossing may come with the border between a layer's colours, and one step ends the row.
    steps = Storage(capacity: 2 * CrossedRow.capacity + 2)
  }

  /// Begins another band of rows.
  mutating func begin() {
    (crossingCount, boundaryCount, layerCount) = (0, 0, 0)
    addLayer(-1)
  }

  /// Adds a shape above all others.
  mutating func addLayer(_ shape: Int) {
    layers.store(Layer(shape: shape), at: layerCount)
    layerCount += 1
  }

  /// Adds an edge of the uppermost shape; false where there is no room.
  mutating func add(_ index: Int, _ edge: Edge, _ circles: borrowing Storage<Circle>) -> Bool {
    if crossingCount + 2 > CrossedRow.capacity { return false }
    var boundary = Boundary(edge: index, circle: Int(edge.circle))
    let isLine = edge.circle < 0
    if !isLine {
      let circle = circles[Int(edge.circle)]
      (boundary.x, boundary.y, boundary.kept) = (circle.x, circle.y, self.circles.find(circle))
    }
    boundaries.store(boundary, at: boundaryCount)
    if isLine || edge.side != .right { addCrossing(isLeft: true) }
    if !isLine && edge.side != .left { addCrossing(isLeft: false) }
    boundaryCount += 1
    return true
  }

  private mutating func addCrossing(isLeft: Bool) {
    let crossing = Crossing(boundary: boundaryCount, layer: layerCount - 1, isLeft: isLeft)
    crossings.store(crossing, at: crossingCount)
    crossingCount += 1
    link(crossingCount - 1)
  }

  /// Tells a crossing's boundary where the crossing is.
  private mutating func link(_ index: Int) {
    let crossing = crossings[index]
    if crossing.isLeft {
      boundaries[crossing.boundary].left = index
    } else {
      boundaries[crossing.boundary].right = index
    }
  }

  /// Brings the crossings, which have their places, into their order, and finds what is between them.
  mutating func arrange() {
    for index in 0..<crossingCount {
      var place = index
      let crossing = crossings[index]
      while place > 0 && crossings[place - 1].first > crossing.first {
        crossings[place] = crossings[place - 1]
        place -= 1
      }
      crossings[place] = crossing
    }
    // The layers around a place, the background among them.
    var inside: UInt32 = 1
    for index in 0..<crossingCount {
      link(index)
      let layer = crossings[index].layer
      let bit = UInt32(1) &<< UInt32(truncatingIfNeeded: layer)
      let isBegin = inside & bit == 0
      inside ^= bit
      let under = 31 - (inside & (bit - 1)).leadingZeroBitCount
      crossings[index].isHidden = inside >= bit << 1
      crossings[index].beyond = 31 - inside.leadingZeroBitCount
      let isTurned = crossings[index].isLeft != isBegin
      crossings[index].zero = isTurned ? layer : under
      crossings[index].one = isTurned ? under : layer
    }
  }

  /// Finds what is to be stored; false where crossings meet each other or a change of colours.
  @_optimize(speed)
  mutating func findSteps() -> Bool {
    stepCount = 0
    // The layer that is seen, from which column on, and up to where all is crossed.
    var (layer, start, column) = (0, Int32.min, Int32.min)
    for index in 0..<crossingCount {
      // Crossings are never removed.
      let crossing = crossings[index]
      let (first, end) = (crossing.first, crossing.first &+ crossing.count)
      if first < column { return false }
      column = end
      if crossing.isHidden { continue }
      let tint = tint(of: layer, from: start, to: first)
      guard let zero = color(of: crossing.zero, from: first, to: end),
        let one = color(of: crossing.one, from: first, to: end)
      else { return false }
      add(
        Step(
          first: first, count: crossing.count, part: crossing.part, way: crossing.way,
          pixel: tint, isBackground: layer == 0, zero: zero, one: one))
      (layer, start) = (crossing.beyond, end)
    }
    let pixel = tint(of: layer, from: start, to: .max)
    add(Step(first: .max, pixel: pixel, isBackground: layer == 0))
    return true
  }

  @inline(__always)
  private mutating func add(_ step: Step) {
    steps.store(step, at: stepCount)
    stepCount &+= 1
  }

  /// The pixel that a layer has before a column; adds a step where it changes on the way to there.
  @inline(__always)
  private mutating func tint(of layer: Int, from start: Int32, to end: Int32) -> UInt32 {
    let border = layers[layer].border
    if border >= end { return layers[layer].left.pixel }
    if border > start {
      add(Step(first: border, pixel: layers[layer].left.pixel, isBackground: false))
    }
    return layers[layer].right.pixel
  }

  /// The colour of a layer in some columns, if it has one.
  @inline(__always)
  private func color(of layer: Int, from start: Int32, to end: Int32) -> UInt64? {
    let border = layers[layer].border
    if border >= end { return layers[layer].left.color.bits }
    return border <= start ? layers[layer].right.color.bits : nil
  }
}
