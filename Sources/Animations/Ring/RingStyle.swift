// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList

/// The paint of a ring's arc.
public enum RingPaint: Equatable, Sendable {
  /// A vertical gradient for each half of the box, the right one a little further down.
  case halves

  /// A straight gradient for each quarter of the box, head to tail in the direction of travel.
  case quadrants

  /// One gradient around the ring, from the arc's tail in the direction of travel.
  case conic
}

/// The direction in which a ring's arc grows.
public enum RingDirection: Equatable, Sendable {
  /// Like a clock's hands.
  case clockwise

  /// Against a clock's hands.
  case counterclockwise
}

/// The style of rings.
struct RingStyle {
  let paint: RingPaint
  let direction: RingDirection
  /// The dot's diameter in points.
  let dotDiameter: Fixed
  let failureColor: Color
  let look: AnimationLook

  /// The style of a configuration.
  init(_ configuration: StageConfiguration) {
    paint = configuration.paint
    direction = configuration.direction
    dotDiameter = configuration.dotDiameter
    failureColor = configuration.failureColor
    look = configuration.look
  }
}
