// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Text

// The parts, back to front. The indicator's are in its own square of 80 units.
extension DownloadMotion {
  /// Draws the bar at an instant of the present state.
  func draw(
    at t: Instant, in animationBox: AnimationBox, _ style: DownloadStyle, into scene: inout Scene
  ) {
    let box = DownloadGeometry(width: animationBox.width, height: animationBox.height)
    let transform = animationBox.transform
    let container = box.container(unfolded: unfolding(at: t))
    scene.add(
      .roundedRectangle(container.frame, radius: container.radius),
      paint: .solid(style.box), transform: transform)
    drawFill(at: t, in: box, style.fill, into: &scene, transform: transform)
    if state == .failing && stopped > 0 {
      drawStream(at: t, in: box, style.fill, into: &scene, transform: transform)
    }
    let facing = turn.width(at: t)
    guard facing > 0 else { return }
    let center = position(at: t, in: box)
    let raised = box.unit * 4 * bob.height(at: t)
    let square = transform.translated(x: center.x, y: center.y - raised)
      .rotated(by: .degrees(lean(at: t)))
      .scaled(x: facing * box.unit, y: box.unit)
    drawIndicator(at: t, style.arrow, into: &scene, transform: square)
    if style.showsLabel { drawLabel(at: t, style, into: &scene, transform: square) }
  }

  private func drawFill(
    at t: Instant, in box: DownloadGeometry, _ color: Color, into scene: inout Scene,
    transform: Transform
  ) {
    let progress = progress(at: t)
    let left = fillPart(at: t)
    guard progress > 0 && left > 0 else { return }
    let isDraining = state == .failing
    let frame = box.drainingFill(at: progress, left: isDraining ? left : 1)
    scene.add(
      .roundedRectangle(frame, radius: frame.height / 2), paint: .solid(color),
      opacity: isDraining ? .one : Fraction(left), transform: transform)
  }

  /// The water that runs out at the end of the fill, and falls at the end.
  private func drawStream(
    at t: Instant, in box: DownloadGeometry, _ color: Color, into scene: inout Scene,
    transform: Transform
  ) {
    let grown = TimingFunction.easeIn.value(at: part(of: drainDuration, at: t))
    let width = 2 - grown
    let length = box.width * stopped * grown
    guard length > 0 else { return }
    let falling = max(TimeSpan.zero, t - since - drainDuration)
    let fall = (box.width * Fixed(345, over: 100)) * falling.seconds
    let frame = Rectangle(
      x: box.width * stopped - width / 2, y: box.fillBottom(at: stopped) + fall,
      width: width, height: length)
    let opacity = 1 - falling.fraction(of: .milliseconds(350))
    scene.add(
      .roundedRectangle(frame, radius: min(width, length) / 2),
      paint: .solid(color), opacity: Fraction(opacity), transform: transform)
  }

  /// Draws arrow or bubble; `transform` is in units, with its origin at the indicator's centre.
  private func drawIndicator(
    at t: Instant, _ color: Color, into scene: inout Scene, transform: Transform
  ) {
    let part = unfolding(at: t)
    scene.add(
      .roundedRectangle(Rectangle(x: -11, y: -21, width: 22, height: 22), radius: 2),
      paint: .solid(color), transform: transform.scaled(x: 1 + part / 2, y: 1 - part / 10))
    scene.beginPath()
    scene.move(to: Point(-20, 0))
    scene.line(to: Point(0, 20))
    scene.line(to: Point(20, 0))
    scene.close()
    let arrow = scene.endPath()
    scene.add(
      .convexPolygon(arrow, outset: .half), paint: .solid(color),
      transform: transform.scaled(by: 1 - part * Fixed(7, over: 10)))
  }

  private func drawLabel(
    at t: Instant, _ style: DownloadStyle, into scene: inout Scene, transform: Transform
  ) {
    func add(_ text: Span<UInt8>, _ color: Color, to scene: inout Scene) {
      // In the strip from 23 to 38 of the indicator's 80 units.
      scene.addLabel(
        text, style.font, capHeight: 10, width: DownloadGeometry.labelWidth,
        center: Point(0, Fixed(-19, over: 2)), color, transform: transform)
    }
    switch label(at: t) {
    case .none: break
    case .percent(let percent):
      let text = InlineText(percent: percent)
      add(text.bytes, style.percent, to: &scene)
    case .done: add(style.doneText.span, style.done, to: &scene)
    case .failed: add(style.failedText.span, style.failed, to: &scene)
    }
  }
}
