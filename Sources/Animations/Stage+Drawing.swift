internal import FixedPoint
internal import Motion
internal import Raster
internal import Theme

extension Stage {
  /// Draws everything, back to front, at an instant to which the stage has been advanced.
  mutating func drawPicture(at t: Instant, into scene: inout Scene) {
    scene.removeAll()
    let theme = BuiltInTheme(of: configuration.animation)
    scene.background = configuration.background ?? theme.background
    switch configuration.animation {
    case .flow: flow.draw(at: t, in: layout, of: configuration, into: &scene)
    case .download:
      download.draw(
        at: t, in: DownloadGeometry(width: layout.boxWidth, height: layout.boxHeight),
        showsLabel: configuration.showsLabel, into: &scene, transform: layout.boxTransform)
    case .ring: drawRings(at: t, into: &scene)
    }
    if configuration.showsMessage && !shownMessage.isEmpty {
      drawMessage(theme, at: t, into: &scene)
    }
  }

  private mutating func drawMessage(
    _ theme: BuiltInTheme, at t: Instant, into scene: inout Scene
  ) {
    let place = theme.messageLayout(
      stageWidth: layout.width, stageHeight: layout.height,
      boxBottom: (layout.height + layout.boxHeight) / 2, scale: configuration.scale)
    let middle = place.center.x + place.capHeight * shake.offset(at: t)
    scene.addText(
      shownMessage.utf8, capHeight: place.capHeight, center: Point(middle, place.center.y),
      maximumWidth: place.maximumWidth,
      color: theme.messageColor(on: scene.background), transform: layout.stageTransform)
  }

  private mutating func drawRings(at t: Instant, into scene: inout Scene) {
    for index in 0..<configuration.rings {
      rings[index].draw(
        at: t, in: RingGeometry(side: layout.boxWidth, index: index), of: configuration,
        into: &scene, transform: layout.boxTransform)
    }
    if configuration.showsLabel {
      rings[0].drawLabel(
        at: t, side: layout.boxWidth, of: configuration, into: &scene,
        transform: layout.boxTransform)
    }
  }
}

extension BuiltInTheme {
  /// How the stage looks around a picture.
  fileprivate init(of animation: StageConfiguration.Animation) {
    self =
      switch animation {
      case .flow: .flow
      case .download: .download
      case .ring: .ring
      }
  }
}
