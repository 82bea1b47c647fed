// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
package import Raster
internal import Theme

extension StageModel {
  /// Replaces a scene's contents by the frame at an instant, back to front.
  ///
  /// Allocates nothing. Changes nothing either: mutating, as all of a frame is, because a copy of the model
  /// takes 2,700 instructions (compiler-workarounds.md: immutable-self).
  package mutating func draw(at time: Instant, on layout: StageLayout, into scene: inout Scene) {
    let time = max(now, time)
    scene.removeAll()
    if let theme, let themeLayout = layout.theme {
      return draw(themeLayout, theme, at: time, on: layout, into: &scene)
    }
    scene.background = background ?? animation.background
    animation.draw(at: rest.time(of: time), in: layout.box, into: &scene)
    if rest.isOn { dim(animation.overhang(of: layout.box), on: layout, into: &scene) }
    if showsMessage { drawMessage(at: time, on: layout, into: &scene) }
  }

  /// Covers the animation, and what it paints beside and above its box, with some of the background.
  private mutating func dim(
    _ overhang: (beside: Fixed, above: Fixed), on layout: StageLayout, into scene: inout Scene
  ) {
    let (beside, above) = overhang
    scene.add(
      .rectangle(
        Rectangle(
          x: (layout.width - layout.box.width) / 2 - beside,
          y: (layout.height - layout.box.height) / 2 - above,
          width: layout.box.width + 2 * beside, height: layout.box.height + 2 * above)),
      paint: .solid(scene.background), opacity: Rest.cover, transform: layout.stageTransform)
  }

  private mutating func drawMessage(
    at time: Instant, on layout: StageLayout, into scene: inout Scene
  ) {
    // A failure freezes other messages, but a prompt has to be visible.
    let isLast = entry.isOn || showsLastMessage(at: time)
    // Most stages have none, and messages are large to copy.
    let isEmpty = isLast ? reportedState.message.isEmpty : shownMessage.isEmpty
    if isEmpty && !entry.isOn { return }
    let message = isLast ? reportedState.message : shownMessage
    let theme = BuiltInTheme(
      background: animation.background, messageColor: animation.messageColor)
    let place = theme.messageLayout(
      stageWidth: layout.width, stageHeight: layout.height,
      boxBottom: (layout.height + layout.box.height) / 2, scale: layout.scale,
      capHeightsBelow: entry.isOn ? EntryField.capHeights : 0)
    let middle = place.center.x + place.capHeight * shake.offset(at: time)
    let color = theme.messageColor(on: scene.background)
    scene.addText(
      message.utf8, capHeight: place.capHeight, center: Point(middle, place.center.y),
      maximumWidth: place.maximumWidth, color: color, transform: layout.stageTransform)
    guard entry.isOn else { return }
    entry.draw(
      below: place, middle: middle, color: color, into: &scene, transform: layout.stageTransform)
  }
}
