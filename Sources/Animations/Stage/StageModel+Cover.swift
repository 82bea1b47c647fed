// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
package import DisplayList

/// An image of an output's size that is shown in place of the stage.
package struct CoverImage {
  private let pixmaps: PixmapSet
  private let version: Int

  /// The first pixmap of a set, in a version.
  package init(_ pixmaps: PixmapSet, version: Int) {
    (self.pixmaps, self.version) = (pixmaps, version)
  }

  fileprivate func draw(on layout: StageLayout, into scene: inout Scene) {
    scene.pixmaps = pixmaps
    scene.background = .black
    scene.add(
      .rectangle(
        Rectangle(
          x: 0, y: 0, width: Fixed(layout.widthInPixels), height: Fixed(layout.heightInPixels))),
      paint: .pixmap(index: 0, version: version, x: 0, y: 0))
  }
}

extension StageModel {
  /// Replaces a scene's contents by an image, and a prompt in front of it, in the built-in look.
  package func draw(
    _ cover: CoverImage, at time: Instant, on layout: StageLayout, into scene: inout Scene
  ) {
    scene.removeAll()
    cover.draw(on: layout, into: &scene)
    guard isAsking else { return }
    // The image remains visible, and the question can be read.
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: layout.width, height: layout.height)),
      paint: .solid(.black), opacity: Fraction(Fixed(17, over: 20)),
      transform: layout.stageTransform)
    StagePainter(layout: layout, time: max(now, time)).drawPrompt(of: self, into: &scene)
  }

  /// When the frame of such an image at an instant may change by itself: while its prompt moves.
  package func coverChange(after time: Instant) -> NextChange {
    isPromptMoving(at: max(now, time)) ? .now : .never
  }
}
