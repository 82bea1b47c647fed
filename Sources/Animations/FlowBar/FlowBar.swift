// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion
package import DisplayList
internal import Theme

/// A bar with colours that flow along it; its visible length follows the progress.
package struct FlowBar {
  private var motion: FlowMotion
  private let palette: Palette
  private let flow: Flow
  private let axis: GradientAxis
  private let period: Duration
  /// How long the colours flow until one of them differs visibly; nil for ever.
  private let colorTime: Duration?
  private let track: AnimationLook.Tint
  private let radius: Fixed

  /// The default box, in points.
  static func usualBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (stageWidth, 2) }

  /// The bar of a configuration; it appears at an instant.
  init(_ configuration: StageConfiguration, at start: Instant) {
    motion = FlowMotion(
      at: start, springDuration: configuration.springDuration, sweeps: configuration.look.barSweeps)
    palette = configuration.palette
    flow = configuration.flow
    axis = configuration.axis
    period = configuration.flowPeriod
    colorTime = FlowColors.visibleTime(palette, flow: flow, period: period)
    track = configuration.look.barTrack
    radius = configuration.look.barRadius
  }

  /// Copies everything from another bar except the motion.
  mutating func takeLook(of other: FlowBar) {
    let motion = motion
    self = other
    self.motion = motion
  }
}

extension FlowBar: Animation {
  package mutating func apply(_ command: Command, at time: Instant) {
    if let input = MotionInput(command, channel: 1) { motion.apply(input, at: time) }
  }

  /// Whether the colours move; not by `!=`, which would copy a flow's payload.
  private var flows: Bool {
    if case .still = flow { false } else { true }
  }

  /// Draws the bar: the gradient spans the whole box, and the progress only clips it.
  @inline(__always)
  package mutating func draw(at time: Instant, in box: AnimationBox, into scene: inout Scene) {
    if track.opacity > .zero {
      let all = Rectangle(x: 0, y: 0, width: box.width, height: box.height)
      scene.add(
        .roundedRectangle(all, radius: radius), paint: .solid(track.color),
        opacity: track.opacity, transform: box.transform)
    }
    if let sweep = motion.sweep, sweep.isSeen(at: time) {
      return draw(sweep, at: time, in: box, into: &scene)
    }
    let visible = Rectangle(
      x: 0, y: 0, width: box.width * motion.progress(at: time), height: box.height)
    draw(visible, .one, at: time, in: box, into: &scene)
  }

  /// Draws the progress, and the moving part that replaces it while it is unknown.
  @inline(never)
  private func draw(
    _ sweep: FlowSweep, at time: Instant, in box: AnimationBox, into scene: inout Scene
  ) {
    let (part, range) = (sweep.part(at: time), sweep.range(at: motion.fade.elapsed(at: time)))
    let known = Rectangle(
      x: 0, y: 0, width: box.width * motion.progress(at: time), height: box.height)
    if part < 1 { draw(known, Fraction(1 - part), at: time, in: box, into: &scene) }
    let passing = Rectangle(
      x: box.width * range.from, y: 0, width: box.width * (range.to - range.from),
      height: box.height)
    draw(passing, Fraction(part), at: time, in: box, into: &scene)
  }

  /// Draws a part of the bar; not inlined, as there are three calls.
  @inline(never)
  private func draw(
    _ visible: Rectangle, _ opacity: Fraction, at time: Instant, in box: AnimationBox,
    into scene: inout Scene
  ) {
    guard visible.width > 0 else { return }
    let stops = addStops(at: time, to: &scene)
    guard
      let gradient = LinearGradient(
        from: Point(box.width * axis.start.x, box.height * axis.start.y),
        to: Point(box.width * axis.end.x, box.height * axis.end.y), stops: stops)
    else { return }
    scene.add(
      radius > 0 ? .roundedRectangle(visible, radius: radius) : .rectangle(visible),
      paint: .linear(gradient), opacity: opacity, transform: box.transform)
  }

  /// Adds the colours after their flow, faded to the failure colour as far as the failure is.
  private func addStops(at time: Instant, to scene: inout Scene) -> StopRange {
    let colors = FlowColors(period: period, after: motion.fade.elapsed(at: time))
    scene.beginStops()
    colors.add(palette, flow: flow, failing: motion.fade.value(at: time), to: &scene)
    return scene.endStops()
  }

  @inline(__always)
  package mutating func nextChange(after time: Instant, in box: AnimationBox) -> NextChange {
    nextChange(after: time, in: box, since: nil)
  }

  /// The same, after an earlier frame on the display.
  mutating func nextChange(
    after time: Instant, in box: AnimationBox, since shown: ShownMotion?
  ) -> NextChange {
    motion.nextChange(
      after: time, flows: flows, colorTime: colorTime, pixels: box.width * box.pixelsPerPoint,
      since: shown)
  }

  /// The motion of the frame at an instant.
  func shownMotion(at time: Instant) -> ShownMotion {
    ShownMotion(at: time, motion.progress(at: time))
  }

  package func state(at time: Instant) -> StageState { motion.state(at: time) }

  package func stateChange(after time: Instant) -> Instant? { motion.stateChange(after: time) }

  package func progress(at time: Instant, channel: Int) -> Fixed {
    channel == 1 ? motion.progress(at: time) : 0
  }

  package func showsProgress(at time: Instant, channel: Int) -> Bool { !motion.isUnknown }

  /// Only the colours move.
  package func isEndless(at time: Instant) -> Bool { motion.isStill(at: time, flows: false) }

  package func holdsMessage(at time: Instant) -> Bool { motion.fade.isFailed }

  package var background: Color { BuiltInTheme.flow.background }

  package var messageColor: Color { BuiltInTheme.flow.messageColor }

  /// As wide as the stage.
  package func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    FlowBar.usualBox(stageWidth: stageWidth)
  }

  package func check(_ box: AnimationBox) throws(StageError) {
    if axis.isEmpty { throw .axisOfLengthZero }
    if case .custom(let order) = flow, order.count != palette.count {
      throw .flowDoesNotFitPalette
    }
  }
}
