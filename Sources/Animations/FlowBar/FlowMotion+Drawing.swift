// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList

/// A filled part of a bar.
struct FlowSpan {
  /// In fractions of the bar.
  let from, to: Fixed
  let opacity: Fraction

  var isSeen: Bool { to > from && opacity > .zero }
}

extension FlowMotion {
  /// Draws the bar: the gradient spans the whole box, and the progress only clips it.
  func draw(
    at time: Instant, in box: AnimationBox, _ style: FlowStyle, into scene: inout Scene
  ) {
    if style.track.opacity > .zero {
      let all = Rectangle(x: 0, y: 0, width: box.width, height: box.height)
      scene.add(
        .roundedRectangle(all, radius: style.radius), paint: .solid(style.track.color),
        opacity: style.track.opacity, transform: box.transform)
    }
    if !style.hasFill { return }
    let fill = fill(at: time)
    for index in 0..<2 where fill[index].isSeen {
      draw(fill[index], at: time, in: box, style, into: &scene)
    }
  }

  /// The filled parts of the bar: up to the progress, and what moves along the bar while the progress is unknown.
  func fill(at time: Instant) -> InlineArray<2, FlowSpan> {
    let known = FlowSpan(from: 0, to: progress(at: time), opacity: .one)
    let nothing = FlowSpan(from: 0, to: 0, opacity: .zero)
    guard let sweep, sweep.isSeen(at: time) else { return [known, nothing] }
    let (part, range) = (sweep.part(at: time), sweep.range(at: fade.elapsed(at: time)))
    return [
      FlowSpan(from: 0, to: known.to, opacity: Fraction(1 - part)),
      FlowSpan(from: range.from, to: range.to, opacity: Fraction(part)),
    ]
  }

  /// Draws a part of the bar.
  private func draw(
    _ span: FlowSpan, at time: Instant, in box: AnimationBox, _ style: FlowStyle,
    into scene: inout Scene
  ) {
    let visible = Rectangle(
      x: box.width * span.from, y: 0, width: box.width * (span.to - span.from), height: box.height)
    guard visible.width > 0 else { return }
    let stops = addStops(style, at: time, to: &scene)
    let axis = style.axis
    guard
      let gradient = LinearGradient(
        from: Point(box.width * axis.start.x, box.height * axis.start.y),
        to: Point(box.width * axis.end.x, box.height * axis.end.y), stops: stops)
    else { return }
    scene.add(
      style.radius > 0 ? .roundedRectangle(visible, radius: style.radius) : .rectangle(visible),
      paint: .linear(gradient), opacity: span.opacity, transform: box.transform)
  }

  /// Adds the colours after their flow, faded to the failure colour as far as the failure is.
  private func addStops(
    _ style: FlowStyle, at time: Instant, to scene: inout Scene
  ) -> StopRange {
    let colors = FlowColors(period: style.period, after: fade.elapsed(at: time))
    scene.beginStops()
    colors.add(style.palette, flow: style.flow, failing: fade.value(at: time), to: &scene)
    return scene.endStops()
  }

  /// When the bar's end has moved visibly, or its colours have changed visibly.
  ///
  /// With `before`, the displayed frame is an earlier one.
  func nextChange(
    after t: Instant, in box: AnimationBox, _ style: FlowStyle, since before: ShownMotion?
  ) -> NextChange {
    let hasMoved = before.map { $0.progress != progress(at: t) } ?? false
    if isStill(at: t, flows: style.flows) { return hasMoved ? .visibly(t) : .never }
    if sweep?.isSeen(at: t) == true { return .now }
    // A fade changes each colour by most of its levels.
    if !fade.isSettled(at: t) { return .now }
    let pixels = box.width * box.pixelsPerPoint
    var motion = VisibleMotion(after: t)
    motion.add(shown.bound(at: t), pixels: pixels)
    if let before { motion.record(progress(at: t), since: before.progress, pixels: pixels) }
    if let colorTime = style.colorTime, !fade.isFailed {
      motion.add(.visibly((before?.time ?? t) + colorTime))
    }
    return motion.nextChange
  }

  /// The motion of the frame at an instant.
  func shownMotion(at time: Instant) -> ShownMotion { ShownMotion(at: time, progress(at: time)) }
}
