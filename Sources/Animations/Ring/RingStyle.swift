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

/// The colours and measures of rings; lengths are points.
package struct RingStyle {
  var paint = RingPaint.halves
  var direction = RingDirection.clockwise
  var showsLabel = true
  /// The font of the label; nil for the built-in font.
  var font = LabelFont.builtIn
  /// The colours along the arc; the middle ones are for quadrants only.
  var colors: InlineArray<5, Color> = [
    Color(hex: 0xEBD6AB), Color(hex: 0xE2C998), Color(hex: 0xD9BB84), Color(hex: 0xCFAE71),
    Color(hex: 0xC6A05D),
  ]
  /// The colour that the arc and the label fade to on a failure.
  var failure: Color
  var track = Tint(Color(hex: 0xF6F6F9))
  var dot = Tint(.white)
  var label = Color(hex: 0xC8A159)
  /// The width of the arc, and of the track below it.
  var arcWidth: Fixed = 17
  var trackWidth: Fixed = 10
  /// The gap to the next ring.
  var gap: Fixed = 6
  var dotDiameter: Fixed

  /// The distance between the circles of two adjacent rings.
  var inset: Fixed { arcWidth + gap }
}
