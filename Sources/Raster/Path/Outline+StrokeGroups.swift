// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

// Paths overlap themselves, and resolving the overlaps is the largest part of their cost. But a text is drawn
// again and again with the same letters, only translated, rotated or scaled. So each group of subpaths, such
// as a letter, is cached as an outline without overlaps. The pixels of a group depend only on the group and
// the transform, not on the rest of the path.

extension Outline {
  /// Adds the outline of a path's stroke with a round pen, or without one of its inside, without overlaps.
  mutating func addGroups(_ path: PathRange, of scene: borrowing Scene, radius: Int64?) {
    let pen = radius ?? 0
    // A quarter of a pixel for rounding.
    let reach = saturatingSum(pen, saturatingQuotient(1 << 30, maximumScale))
    if !groups.begin(path.indices, of: scene, reach: reach) { cornersOverflowed = true }
    while groups.next(of: scene), !overflowed {
      if let radius, addStraight(radius: radius) { continue }
      let size = CachedSize(maximumScale, reach: saturatingSum(groups.size, pen))
      let key = StrokeCache.Key(radius: radius ?? -1, maximumScale: size.maximumScale)
      if let stroke = strokes.find(groups, key) ?? resolve(size, key) { addLines(stroke, size) }
    }
  }

  /// Adds the current group if it is one straight line with ends that become quarters of circles.
  ///
  /// A cache would not save time: its rows are edge-crossing scanlines. Small lines, such as those of
  /// letters, are composited anyway, and a few polygon edges cost less there.
  /// letters, are composited in any case, where a few lines cost less.
  private mutating func addStraight(radius: Int64) -> Bool {
    guard groups.elementCount == 2, case .line(let delta) = groups.elements[1], delta != .zero,
      pixels(radius) >= 8 << 16
    else { return false }
    let (x, y) = (groups.origin.x.raw, groups.origin.y.raw)
    keepsArcs = true
    let end = (x: saturatingSum(x, delta.x.raw), y: saturatingSum(y, delta.y.raw))
    if !canKeepArc(x, y, radius: radius) || !canKeepArc(end.x, end.y, radius: radius) {
      return false
    }
    addLine(fromX: x, y: y, toX: end.x, y: end.y, radius: radius)
    return true
  }

  /// Makes the outline of the current group relative to its first point, and caches it without overlaps.
  private mutating func resolve(_ size: CachedSize, _ key: StrokeCache.Key) -> StrokeCache
    .CachedOutline?
  {
    let (ownTransform, ownMaximumScale) = (transform, maximumScale)
    transform = .identity.scaled(by: Fixed(raw: size.unitsPerPoint))
    maximumScale = size.maximumScale
    swap(&edges, &groupEdges)
    edges.beginUnindexed()
    addGroup(radius: key.radius)
    var stroke: StrokeCache.CachedOutline?
    if !overflowed { stroke = strokes.insert(groups, key, edges) }
    swap(&edges, &groupEdges)
    (transform, maximumScale) = (ownTransform, ownMaximumScale)
    if stroke == nil { cornersOverflowed = true }
    return stroke
  }

  /// Begins contours that may overlap: `endUnion` adds the outline of their union.
  mutating func beginUnion() {
    keepsArcs = false
    swap(&edges, &groupEdges)
    edges.beginUnindexed()
  }

  mutating func endUnion() {
    swap(&edges, &groupEdges)
    guard !groupEdges.overflowed, let range = strokes.resolve(groupEdges) else {
      cornersOverflowed = true
      return
    }
    for index in range {
      let line = strokes.lines[index]
      edges.addLine(
        fromX: Int64(line.x0), y: Int64(line.y0), toX: Int64(line.x1), y: Int64(line.y1))
    }
  }

  /// Adds a cached stroke's lines at its position.
  private mutating func addLines(_ stroke: StrokeCache.CachedOutline, _ size: CachedSize) {
    let origin = transform.saturatingApply(groups.origin.x.raw, groups.origin.y.raw)
    let strokeTransform = StrokeTransform(
      left: (origin.x + 1 << 15) >> 16, top: (origin.y + 1 << 15) >> 16,
      a: size.factor(transform.a), b: size.factor(transform.b), c: size.factor(transform.c),
      d: size.factor(transform.d), shift: size.factorBits)
    edges.addLines(stroke, of: strokes.lines, strokeTransform)
  }
}

/// The size at which a stroke's outline is cached: nearly equal sizes share it.
private struct CachedSize {
  /// The scale in pixels per point, Q32, rounded to a sixteenth.
  let maximumScale: Int64
  /// The unit of coordinates as a power of two, in Q16: pixels, but larger units for very large strokes.
  private let exponent: Int64
  /// The fraction bits of factors.
  let factorBits: Int64

  /// `reach` is the largest distance of a group and its pen from the group's first point, in user space, Q32.
  init(_ maximumScale: Int64, reach: Int64) {
    let shift = Int64(60 - maximumScale.leadingZeroBitCount)
    let nearest = shift > 0 ? ((maximumScale &+ 1 << (shift - 1)) >> shift) << shift : maximumScale
    self.maximumScale = max(nearest, 1)
    // The smallest power that is not below the scale, and the largest one that keeps coordinates below 2¹³.
    let pixels = Int64(32 - (self.maximumScale - 1).leadingZeroBitCount)
    let most = Int64(max(saturated(reach), 1).leadingZeroBitCount) - 19
    exponent = max(min(pixels, most), -32)
    // A factor is at most 2 to the difference of both, plus a sixteenth.
    factorBits = max(29 - (pixels - exponent), 1)
  }

  /// The same power, Q32.
  var unitsPerPoint: Int64 { 1 << (32 + exponent) }

  /// A coefficient of the transform from cached coordinates to pixels.
  func factor(_ number: Fixed) -> Int64 {
    let shift = exponent + 32 - factorBits
    return shift > 0 ? (saturated(number.raw) + 1 << (shift - 1)) >> shift : number.raw << -shift
  }
}
