// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Raster

/// The rectangle of a stage, placed by its layout, that an animation fills, from (0, 0) to its size in points.
public struct AnimationBox: Equatable, Sendable {
  /// The width in points.
  public let width: Fixed

  /// The height in points.
  public let height: Fixed

  /// From points of the box to pixels: for each shape that is added to the scene.
  public let transform: Transform

  /// The look that a theme has for it here; nil for its own.
  package let look: AnimationCostume?

  /// Pixels per point.
  package var pixelsPerPoint: Fixed { Fixed(raw: transform.maximumScale) }

  init(
    width: Fixed, height: Fixed, transform: Transform = .identity, look: AnimationCostume? = nil
  ) {
    (self.width, self.height, self.look) = (width, height, look)
    self.transform = transform
  }
}
