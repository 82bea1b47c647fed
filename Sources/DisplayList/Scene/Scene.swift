// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// A display list: shapes, back to front, over one background colour.
///
/// `init` allocates all memory; adding never allocates, except for the first use of an image. Elements that do not
/// fit are left out and flagged by `overflowed`. Paths and gradient stops are part of their scene, and `removeAll()`
/// removes them.
public struct Scene: ~Copyable {
  /// The colour below all shapes.
  public var background: Color

  /// Whether an element did not fit since the last `removeAll()` and is missing.
  public private(set) var overflowed = false

  /// The pixmaps that its shapes are painted with, by their numbers.
  package var pixmaps: PixmapSet?

  /// The images of `paint(_:)`, with numbers below 0, and how many of them are used.
  private var images: PixmapSet?
  private var imageCount = 0

  /// The outgoing scene of a dissolve: the number of its shapes, which come first in the list (-1 without a
  /// dissolve), its background, its pixmaps, and the share of the incoming scene in each pixel, Q16.
  package private(set) var outgoingCount = -1
  package private(set) var outgoingBackground = Color.black
  private(set) var outgoingPixmaps: PixmapSet?
  package private(set) var fraction: UInt32 = 0

  /// The opacity of the group that shapes are added to; 1 without a group.
  package private(set) var groupOpacity = Fraction.one
  /// The group bits of its shapes, the index of its first shape, and the number of groups.
  private var group: UInt32 = 0
  private var groupStart = 0
  private var groupCount: UInt32 = 0

  /// Whether there is room for the paths of more text; an eighth is reserved for a prompt, which comes last.
  package var hasTextRoom: Bool { elementCount < elements.capacity - elements.capacity / 8 }

  /// The number of shapes.
  package private(set) var shapeCount = 0

  /// Whether an eighth of the shape capacity is reserved for later shapes that must not be missing.
  package var keepsRoom = false

  /// The number of the shape that is the field for typed text; -1 where there is none.
  private(set) var fieldIndex = -1

  /// Its shapes, back to front.
  package private(set) var shapes: RigidArray<Shape>
  /// The elements of its paths.
  package private(set) var elements: RigidArray<PathElement>
  /// The stops of its gradients.
  package private(set) var stops: RigidArray<GradientStop>
  private(set) var elementCount = 0
  private(set) var stopCount = 0
  // The number used since the last `wipe()`.
  private var usedElementCount = 0
  private var pathStart = 0
  private var stopStart = 0
  // Whether a stop of the unfinished list is translucent.
  private var hasTranslucentStop = false

  /// The content of a path; its elements stay from frame to frame until others replace them.
  private(set) var kept: (key: PathKey, range: PathRange, extent: Bounds)?
  /// Whether a path was kept or reused since the last `removeAll()`.
  private var keepsPath = false

  /// Makes an empty scene with capacity for shapes, path elements and gradient stops.
  ///
  /// Unused capacity costs no memory. A cubic curve takes two elements, a character of text at most 60.
  public init(
    background: Color = Color(hex: 0), shapeCapacity: Int = 64, elementCapacity: Int = 4096,
    stopCapacity: Int = 512
  ) {
    self.background = background
    shapes = RigidArray(capacity: shapeCapacity)
    elements = RigidArray(capacity: elementCapacity)
    stops = RigidArray(capacity: stopCapacity)
  }

  /// Removes all shapes, paths and stops, and ends a group; keeps the background.
  public mutating func removeAll() {
    usedElementCount = max(usedElementCount, elementCount)
    (shapeCount, elementCount, stopCount) = (0, 0, 0)
    (pathStart, stopStart) = (0, 0)
    hasTranslucentStop = false
    imageCount = 0
    (overflowed, keepsPath) = (false, false)
    keepsRoom = false
    fieldIndex = -1
    beginGroup(.one)
    groupCount = 0
    (outgoingCount, outgoingPixmaps) = (-1, nil)
  }

  /// Takes note that the shape that is added next is the field for typed text.
  package mutating func beginField() { fieldIndex = shapeCount }

  /// Begins the incoming scene of a dissolve; each of its pixels has the weight `fraction`/65536.
  package mutating func beginDissolve(_ fraction: UInt32) {
    (outgoingCount, outgoingBackground, outgoingPixmaps) = (shapeCount, background, pixmaps)
    self.fraction = min(fraction, 65536)
  }

  /// Also overwrites the paths of earlier frames: they may be typed letters.
  package mutating func wipe() {
    removeAll()
    kept = nil
    for index in 0..<usedElementCount { elements.append(.close, at: index) }
    usedElementCount = 0
  }

  /// Begins a group of the following shapes, and ends the previous group.
  ///
  /// A group is composited over the scene below it, and the result is blended with `opacity`, from 0 to 1:
  /// its shapes are not visible through each other. Shapes of a group with opacity 1 are drawn like single
  /// shapes: it ends the previous group. Groups are not nested.
  public mutating func beginGroup(_ opacity: Fraction) {
    // A group of a single shape becomes a shape with that opacity.
    if group != 0, shapeCount == groupStart + 1 {
      let own = shapes[groupStart].opacity * groupOpacity
      shapes[groupStart].opacities = UInt64(UInt32(own.raw))
    }
    (groupOpacity, groupStart, groupCount) = (opacity, shapeCount, groupCount &+ 1)
    let alpha = UInt32((max(opacity.raw, 0) + 1 << 13) >> 14)
    group = alpha < 65536 ? groupCount &<< 16 | alpha : 0
  }

  /// Adds a shape in front of the existing shapes.
  ///
  /// Its opacity is clamped to 0 … 1.
  public mutating func add(
    _ geometry: Geometry, paint: Paint, opacity: Fraction = .one, transform: Transform = .identity
  ) {
    // The group is invisible.
    if group != 0 && group & 0xFFFF == 0 { return }
    if shapeCount >= shapes.capacity - (keepsRoom ? shapes.capacity / 8 : 0) {
      overflowed = true
      return
    }
    shapes.append(
      Shape(
        geometry: geometry, paint: paint,
        opacities: UInt64(group) << 32 | UInt64(opacity.clamped(to: .zero ... .one).raw),
        transform: transform, bounds: userBounds(of: geometry).transformed(by: transform)),
      counting: &shapeCount)
  }

  /// Whether a dissolve is in progress.
  package var isDissolving: Bool { outgoingCount >= 0 }

  /// The number of shapes that can cover a shape: those of its own scene.
  package func count(with index: Int, of count: Int) -> Int {
    index < outgoingCount ? min(outgoingCount, count) : count
  }

  /// The pixmap with a number in a shape's paint; nil where there is none.
  package func pixmap(_ number: Int, ofShape index: Int) -> Pixmap? {
    if number < 0 { return images?.image(~number) }
    guard let list = (index < outgoingCount ? outgoingPixmaps : pixmaps)?.list,
      list.indices.contains(number)
    else { return nil }
    return list[number]
  }

  /// A paint with an image: its pixels are a point wide and high, its top left corner is the origin.
  ///
  /// In any transform the colours are interpolated between the centres of its pixels: a transform to less than half of
  /// its size leaves pixels out. Beyond its edge they are those of its outermost pixels. The scene keeps the image, and
  /// its pixels are those at the time of drawing; after `Pixmap.update` make another paint.
  public mutating func paint(_ image: Pixmap) -> Paint {
    let images = images ?? PixmapSet()
    self.images = images
    return .sampledPixmap(index: ~images.use(image, &imageCount), version: image.version)
  }

  /// Whether two paints have the same image, and it is as it was.
  func hasSameImage(_ number: Int, _ other: borrowing Scene, _ otherNumber: Int) -> Bool {
    if number >= 0 || otherNumber >= 0 { return number == otherNumber }
    return images?.image(~number) === other.images?.image(~otherNumber)
  }

  /// Whether it was drawn with a pixmap that has another version now.
  package var isOutdated: Bool {
    for index in 0..<shapeCount {
      let used: (number: Int, version: Int)
      switch shapes[index].paint {
      case .pixmap(let number, let version, _, _), .sampledPixmap(let number, let version):
        used = (number, version)
      case .solid, .linear, .halves, .quadrants, .conic, .radial: continue
      }
      if let pixmap = pixmap(used.number, ofShape: index), pixmap.version != used.version {
        return true
      }
    }
    return false
  }

  /// Begins a path; an unfinished path is dropped.
  public mutating func beginPath() {
    elementCount = pathStart
  }

  /// Begins a subpath.
  public mutating func move(to point: Point) {
    append(.move(point))
  }

  /// Continues with a straight line; without a subpath its end begins one.
  public mutating func line(to point: Point) {
    append(.line(point))
  }

  /// Continues with a quadratic Bézier curve; without a subpath its end begins one.
  public mutating func quadratic(control: Point, to end: Point) {
    append(.quadratic(control: control, end: end))
  }

  /// Continues with a cubic Bézier curve; without a subpath its end begins one.
  public mutating func cubic(_ first: Point, _ second: Point, to end: Point) {
    if elementCount == pathStart { return append(.move(end)) }
    if elementCount + 2 > elements.capacity {
      overflowed = true
      return
    }
    append(.cubic(first: first, second: second))
    append(.line(end))
  }

  /// Closes the subpath with a straight line; a following element starts at the subpath's start.
  public mutating func close() {
    append(.close)
  }

  /// Ends the path that `beginPath()` began, for use in this scene's shapes.
  public mutating func endPath() -> PathRange {
    let range = PathRange(first: Int32(pathStart), count: Int32(elementCount - pathStart))
    pathStart = elementCount
    return range
  }

  /// Reuses the path that was kept last; nil where it has another key, or its position differs.
  package mutating func takeKeptPath(_ key: PathKey) -> PathRange? {
    guard let kept, kept.key == key, kept.range.first == Int32(pathStart) else { return nil }
    keepsPath = true
    elementCount = kept.range.indices.upperBound
    return endPath()
  }

  /// Keeps a path for reuse in later frames; only the first one of each frame.
  package mutating func keep(_ path: PathRange, as key: PathKey) {
    if keepsPath || overflowed { return }
    kept = nil
    kept = (key, path, extent(of: path))
    keepsPath = true
  }

  /// Begins a list of stops; an unfinished list is dropped.
  package mutating func beginStops() {
    stopCount = stopStart
    hasTranslucentStop = false
  }

  /// Adds a colour at an offset along a gradient to a list of stops, which `endStops()` ends.
  ///
  /// An offset below the previous one is raised to it; two stops at one offset are an edge.
  /// Between two stops colour and opacity change evenly, each by itself: colours are not premultiplied. The opacity is
  /// clamped to 0 … 1, and has 16 bits.
  public mutating func addStop(_ color: Color, at offset: Fixed, opacity: Fraction = .one) {
    if stopCount == stops.capacity {
      overflowed = true
      return
    }
    let least = stopCount > stopStart ? stops[stopCount - 1].offset : Fixed.min
    // Within the limits, so that lengths between stops can be computed.
    let offset = Fixed(raw: saturated(max(offset, least).raw))
    let share = (Int64(opacity.clamped(to: .zero ... .one).raw) * 65535 + 1 << 29) >> 30
    let transparency = UInt16(truncatingIfNeeded: 65535 - share)
    if transparency > 0 { hasTranslucentStop = true }
    stops.append(
      GradientStop(offset: offset, color: color, transparency: transparency), counting: &stopCount)
  }

  /// Ends the list of the stops since the last list, for use in this scene's paints.
  public mutating func endStops() -> StopRange {
    let range = StopRange(
      first: stopStart, count: stopCount - stopStart, isTranslucent: hasTranslucentStop)
    (stopStart, hasTranslucentStop) = (stopCount, false)
    return range
  }

  /// Adds the stops of a gradient from one colour at 0 to another at 1.
  public mutating func addStops(_ first: Color, _ last: Color) -> StopRange {
    beginStops()
    addStop(first, at: 0)
    addStop(last, at: 1)
    return endStops()
  }

  /// Adds stops that are spread evenly from 0 to 1.
  ///
  /// Their colours are interpolated between two rotations of a circle of colours, which begin with `first`
  /// and `second`.
  @_optimize(speed)
  package mutating func addStops(
    _ colors: Span<Color>, from first: Int, to second: Int, _ part: Fixed
  ) {
    let last = UInt64(colors.count - 1)
    precondition(
      (0..<colors.count).contains(first) && (0..<colors.count).contains(second), "No such colour.")
    if last < 1 || stopCount + colors.count > stops.capacity {
      overflowed = true
      return
    }
    // There are as many stops as colours.
    var stop = unsafe stops.reserve(colors.count, at: stopCount)
    // An offset to nearest is a product's upper bits. The factor is rounded up here; for up to 2¹¹ stops the
    // error is too small to change the rounding.
    let step = ((1 << 56) + last - 1) / last
    var offset: UInt64 = 1 << 23
    var (one, other, rest) = (first, second, colors.count)
    while rest > 0 {
      // Up to the point where one of the two rotations wraps around.
      let count = min(rest, colors.count - one, colors.count - other)
      for index in 0..<count {
        unsafe stop.initialize(
          to: GradientStop(
            offset: Fixed(raw: Int64(bitPattern: offset &>> 24)),
            color: colors[unchecked: one &+ index].mixed(
              with: colors[unchecked: other &+ index], part)))
        unsafe stop += 1
        offset = offset &+ step
      }
      rest -= count
      one = one + count == colors.count ? 0 : one + count
      other = other + count == colors.count ? 0 : other + count
    }
    stopCount += colors.count
    unsafe stops.recordInitialized(upTo: stopCount)
  }

  private mutating func append(_ element: PathElement) {
    if elementCount == elements.capacity {
      overflowed = true
      return
    }
    if let range = kept?.range, range.indices.contains(elementCount) { kept = nil }
    elements.append(element, counting: &elementCount)
  }
}

/// One shape of a scene: its geometry, paint and transform.
package struct Shape: BitwiseCopyable {
  /// The area.
  package var geometry: Geometry
  /// The colours.
  package var paint: Paint
  /// Its own opacity in the lower half, its group in the upper half: one word for comparisons.
  var opacities: UInt64
  /// The transform from its geometry to pixels.
  package var transform: Transform
  /// The box around it, in pixels.
  var bounds: Bounds

  /// Its own opacity.
  package var opacity: Fraction { Fraction(raw: Int32(truncatingIfNeeded: opacities)) }

  /// Its own opacity times its group's, Q16.
  package var effectiveOpacity: Int32 {
    let own = Int64(opacity.raw + 1 << 13) >> 14
    return Int32(truncatingIfNeeded: group == 0 ? own : (own * Int64(group & 0xFFFF)) >> 16)
  }

  /// The number of its group in the upper 16 bits, and the group's opacity, Q16; 0 for none.
  package var group: UInt32 { UInt32(truncatingIfNeeded: opacities >> 32) }
}
