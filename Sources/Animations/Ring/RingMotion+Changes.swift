// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Raster

extension RingMotion {
  /// When the ring, its dot or its label will differ visibly.
  ///
  /// The head goes along the circle by its angle times the radius. What turns or fades gets every frame.
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
      // Which colour a pixel has, its centre decides: where head and tail meet it changes at once. So it does
      // at the head of small quadrants, whose gradient is steep across the arc.
      let gap = circle * (1 - length)
      if gap <= style.look.arcWidth + 2 { return .now }
      if style.paint == .quadrants && ring.radius < 64 { return .now }
    }
    var motion = VisibleMotion(after: t)
    motion.add(bound, pixels: circle * pixelsPerPoint)
    if let shown { motion.note(length, since: shown.progress, pixels: circle * pixelsPerPoint) }
    if hasLabel && showsProgress(at: t) {
      if let shown, shown.percent != RingMotion.percent(of: length) { return .visibly(t) }
      motion.add(bound, percentOf: length, rounding: .half)
    }
    if let silentUntil, t < silentUntil { motion.add(.at(silentUntil)) }
    return motion.nextChange
  }
}
