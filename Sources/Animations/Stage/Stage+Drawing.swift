// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Raster
internal import Theme

extension Stage {
  /// Draws everything, back to front, at an instant to which the stage has been advanced.
  mutating func drawAnimation(at now: Instant, into scene: inout Scene) {
    let t = rest.time(of: now)
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
    if rest.isOn { dim(into: &scene) }
    if configuration.showsMessage { drawMessage(theme, at: now, into: &scene) }
  }

  /// Covers the animation with some of the background.
  private func dim(into scene: inout Scene) {
    // What lies around the box: a download bar's bubble, the last part of a pixel of the others.
    let isDownload = configuration.animation == .download
    let beside = isDownload ? layout.boxHeight * .half : 1
    let above = isDownload ? layout.boxHeight : 1
    scene.add(
      .rectangle(
        Rectangle(
          x: (layout.width - layout.boxWidth) / 2 - beside,
          y: (layout.height - layout.boxHeight) / 2 - above,
          width: layout.boxWidth + 2 * beside, height: layout.boxHeight + 2 * above)),
      paint: .solid(scene.background), opacity: Rest.cover, transform: layout.stageTransform)
  }

  private mutating func drawMessage(
    _ theme: BuiltInTheme, at now: Instant, into scene: inout Scene
  ) {
    if !entry.isOn && shownMessage.isEmpty { return }
    let place = theme.messageLayout(
      stageWidth: layout.width, stageHeight: layout.height,
      boxBottom: (layout.height + layout.boxHeight) / 2, scale: configuration.scale,
      capHeightsBelow: entry.isOn ? EntryField.capHeights : 0)
    let middle = place.center.x + place.capHeight * shake.offset(at: now)
    let color = theme.messageColor(on: scene.background)
    // A failure freezes other messages, but a prompt has to be visible.
    let message = entry.isOn ? askedMessage : shownMessage
    scene.addText(
      message.utf8, capHeight: place.capHeight, center: Point(middle, place.center.y),
      maximumWidth: place.maximumWidth, color: color, transform: layout.stageTransform)
    guard entry.isOn else { return }
    entry.draw(
      below: place, middle: middle, color: color, into: &scene, transform: layout.stageTransform)
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
  /// What the stage draws around the animation.
  fileprivate init(of animation: StageConfiguration.AnimationKind) {
    self =
      switch animation {
      case .flow: .flow
      case .download: .download
      case .ring: .ring
      }
  }
}
