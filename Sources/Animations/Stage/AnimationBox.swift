// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import DisplayList

/// The rectangle of a stage for an animation, from (0, 0) to its size in points; the stage's layout places
/// it.
public struct AnimationBox: Equatable, Sendable {
  /// The width in points.
  public let width: Fixed

  /// The height in points.
  public let height: Fixed

  /// The transform from points of the box to pixels, for each shape that is added to the scene.
  public let transform: Transform

  /// Pixels per point.
  package var pixelsPerPoint: Fixed { Fixed(raw: transform.maximumScale) }

  init(width: Fixed, height: Fixed, transform: Transform = .identity) {
    (self.width, self.height, self.transform) = (width, height, transform)
  }
}
