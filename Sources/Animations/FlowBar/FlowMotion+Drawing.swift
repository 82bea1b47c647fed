// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Raster

extension FlowMotion {
  /// Draws the bar.
  ///
  /// The gradient spans the whole box, and the progress only clips it.
  func draw(
    at t: Instant, in layout: StageLayout, of configuration: StageConfiguration,
    into scene: inout Scene
  ) {
    let visible = Rectangle(
      x: 0, y: 0, width: layout.boxWidth * progress(at: t), height: layout.boxHeight)
    guard visible.width > 0 else { return }
    let stops = addStops(of: configuration, at: t, to: &scene)
    let axis = configuration.axis
    guard
      let gradient = LinearGradient(
        from: Point(layout.boxWidth * axis.start.x, layout.boxHeight * axis.start.y),
        to: Point(layout.boxWidth * axis.end.x, layout.boxHeight * axis.end.y), stops: stops)
    else { return }
    scene.add(.rectangle(visible), paint: .linear(gradient), transform: layout.boxTransform)
  }

  /// Adds the colours as they have flowed, taken by the failure as far as it has got.
  private func addStops(
    of configuration: StageConfiguration, at t: Instant, to scene: inout Scene
  ) -> StopRange {
    let colors = FlowColors(
      configuration.palette, flow: configuration.flow, period: configuration.flowPeriod,
      after: fade.elapsed(at: t))
    let failure = fade.value(at: t)
    scene.beginStops()
    let last = configuration.palette.count - 1
    var stop = 0
    while stop <= last {
      var color = colors.color(of: configuration.palette, at: stop)
      if failure > 0 { color = color.mixed(with: configuration.palette.failureColor, failure) }
      scene.addStop(color, at: Fixed(stop, over: last))
      stop += 1
    }
    return scene.endStops()
  }
}
