// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
internal import Motion
internal import DisplayList
internal import Text

extension RingMotion {
  /// Draws track, arc and dot of one ring; `transform` maps its box to pixels.
  func draw(
    at t: Instant, in ring: RingGeometry, _ style: RingStyle,
    into scene: inout Scene, transform: Transform
  ) {
    if style.track.opacity > .zero {
      scene.add(
        .ring(center: ring.center, radius: ring.radius, width: style.trackWidth),
        paint: .solid(style.track.color), opacity: style.track.opacity, transform: transform)
    }

    let isClockwise = style.direction == .clockwise
    let tail = Angle.turns(tail(at: t))
    let sweep = Angle.turns(length(at: t))
    let start = isClockwise ? tail - .quarterTurn : -tail - .quarterTurn
    let signedSweep = isClockwise ? sweep : -sweep
    let stops = addStops(of: style, at: t, to: &scene)
    let paint =
      switch style.paint {
      // A theme may already have used up all stops of the scene.
      case _ where stops.isEmpty: Paint.solid(style.colors[0])
      case .halves: RingMotion.halves(of: ring, stops: stops, style.colors[0])
      case .quadrants, .conic:
        RingMotion.travelling(
          style.paint,
          RingGradient(
            center: ring.center, radius: ring.radius, capRadius: style.arcWidth / 2,
            tail: start, sweep: sweep, isClockwise: isClockwise,
            stops: stops))
      }
    scene.add(
      .ringArc(
        center: ring.center, radius: ring.radius, width: style.arcWidth, start: start,
        sweep: signedSweep),
      paint: paint, transform: transform)

    scene.add(
      .circle(center: ring.point(at: start + signedSweep), radius: style.dotDiameter / 2),
      paint: .solid(style.dot.color), opacity: style.dot.opacity, transform: transform)
  }

  /// Draws the shown value in the middle; nothing while it is unknown, and for a while after that.
  func drawLabel(
    at t: Instant, side: Fixed, rings: Int, _ style: RingStyle,
    into scene: inout Scene, transform: Transform
  ) {
    guard showsProgress(at: t) else { return }
    let color = style.label.mixed(
      with: style.failure, fade.value(at: t))
    let text = InlineText(percent: RingMotion.percent(of: length(at: t)))
    let capHeight = RingGeometry.capHeight(side: side, rings: rings, style)
    // Most of the inner width of the innermost ring.
    let width = (capHeight * Fixed(25, over: 4) - 2 * style.arcWidth) * Fixed(15, over: 16)
    scene.addLabel(
      text.bytes, style.font, capHeight: capHeight, width: width,
      center: Point(side / 2, side / 2), color, transform: transform)
  }

  /// The nearest whole percent; 100 only for the whole.
  package static func percent(of length: Fixed) -> Int {
    length >= 1 ? 100 : min(99, (length * 100).rounded)
  }

  /// A gradient down each half of the box, the right one a tenth further down.
  ///
  /// Nested rings share the gradients of the outer one's box, so that they match at every height.
  private static func halves(
    of ring: RingGeometry, stops: StopRange, _ other: Color
  ) -> Paint {
    let tenth = ring.side / 10
    guard
      let left = LinearGradient(
        from: .zero, to: Point(0, ring.side - tenth), stops: stops),
      let right = LinearGradient(
        from: Point(0, tenth), to: Point(0, ring.side), stops: stops)
    else { return .solid(other) }
    return .halves(left: left, right: right, x: ring.side / 2)
  }

  private static func travelling(_ paint: RingPaint, _ gradient: RingGradient) -> Paint {
    paint == .conic ? .conic(gradient) : .quadrants(gradient)
  }

  /// Adds the arc's colours, faded to the failure colour as far as the failure is.
  private func addStops(
    of style: RingStyle, at t: Instant, to scene: inout Scene
  ) -> StopRange {
    // Only the quadrants use the three middle colours: they are not exactly on the line.
    let step = style.paint == .quadrants ? 1 : 4
    let failure = fade.value(at: t)
    scene.beginStops()
    for index in stride(from: 0, through: 4, by: step) {
      scene.addStop(
        style.colors[index].mixed(with: style.failure, failure),
        at: Fixed(index, over: 4))
    }
    return scene.endStops()
  }
}
