// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

extension RingMotion {
  /// When the ring, its dot or its label will differ visibly.
  ///
  /// The head moves along the circle by its angle times the radius. Turning and fading parts need every
  /// frame.
  func nextChange(
    after t: Instant, in ring: RingGeometry, _ style: RingStyle, hasLabel: Bool,
    pixelsPerPoint: Fixed, since shown: ShownMotion?
  ) -> NextChange {
    let length = length(at: t)
    let hasMoved = shown.map { $0.progress != length } ?? false
    if isStill(at: t) { return hasMoved ? .visibly(t) : .never }
    guard fade.isSettled(at: t), !isUnknown, tail(at: t) == 0, let bound = lengthBound(at: t)
    else { return .now }
    // In points, 6.2832 rounded up.
    let circle = ring.radius.scaled(by: 62_832, over: 10_000)
    if style.paint != .halves && bound.speed != 0 {
      // A pixel's colour depends on its centre: where head and tail meet it changes abruptly. The same is
      // true of the head of small quadrants, because their gradient is steep across the arc.
      let gap = circle * (1 - length)
      if gap <= style.arcWidth + 2 { return .now }
      if style.paint == .quadrants && ring.radius < 64 { return .now }
    }
    var motion = VisibleMotion(after: t)
    motion.add(bound, pixels: circle * pixelsPerPoint)
    if let shown { motion.record(length, since: shown.progress, pixels: circle * pixelsPerPoint) }
    if hasLabel && showsProgress(at: t) {
      if let shown, shown.percent != RingMotion.percent(of: length) { return .visibly(t) }
      motion.add(bound, percentOf: length, rounding: .half)
    }
    if let silentUntil, t < silentUntil { motion.add(.at(silentUntil)) }
    return motion.nextChange
  }
}
