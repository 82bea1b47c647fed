// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// The colours of a shape, chosen for each pixel at its centre in the shape's user space.
public enum Paint: Equatable, BitwiseCopyable, Sendable {
  /// One colour.
  case solid(Color)
  /// A linear gradient.
  case linear(LinearGradient)
  /// One gradient left of a vertical line, another on it and at its right.
  case halves(left: LinearGradient, right: LinearGradient, x: Fixed)
  /// A linear gradient in each quarter of a turn, joined head to tail along a ring's arc.
  case quadrants(RingGradient)
  /// A gradient by the angle from a ring arc's tail.
  case conic(RingGradient)
  /// A gradient from a point to a circle or an ellipse around it.
  case radial(RadialGradient)
  /// A pixmap of the scene, by its number, with its top left pixel at a column and row of the output.
  ///
  /// It is for rectangles of whole pixels; another version of a pixmap has other pixels.
  case pixmap(index: Int, version: Int, x: Int, y: Int)
  /// A pixmap of the scene, by its number, in user space: its pixels are units, its top left corner is the origin.
  ///
  /// Its colours are interpolated between the centres of its pixels, for any transform. Beyond its edge they are those
  /// of its outermost pixels.
  case sampledPixmap(index: Int, version: Int)
}

/// Colours along a straight axis, in user space; constant beyond its ends.
public struct LinearGradient: Equatable, BitwiseCopyable, Sendable {
  /// The point with offset 0.
  package let start: Point
  /// The point with offset 1.
  package let end: Point
  /// The colours along the axis.
  package let stops: StopRange

  /// Makes a gradient; nil when the axis has no length or there are no stops.
  public init?(from start: Point, to end: Point, stops: StopRange) {
    if start == end || stops.isEmpty { return nil }
    self.start = start
    self.end = end
    self.stops = stops
  }
}

/// Colours along a ring's arc, from its tail to its head.
///
/// The arc begins at `tail` and extends by `sweep`, up to a full turn, in either direction. Stops at
/// offsets 0 to 1 cover a full turn.
public struct RingGradient: Equatable, BitwiseCopyable, Sendable {
  /// The ring's centre.
  package var center: Point
  /// The radius of the arc's centre line.
  package var radius: Fixed
  /// The radius of the arc's round caps: half of its width.
  package var capRadius: Fixed
  /// The angle where the arc begins.
  package var tail: Angle
  /// The length of the arc, not negative; at most a full turn counts.
  package var sweep: Angle
  /// Whether the arc goes clockwise from its tail.
  package var isClockwise: Bool
  /// The colours along a full turn.
  package var stops: StopRange

  /// Makes the colours of an arc, that of a `Geometry.ringArc` with the same numbers: from its tail to its head.
  ///
  /// For `Paint.conic` a centre, a start and stops are enough: the colours of a full turn around a point, clockwise. Stops
  /// from 0 to 1 cover a full turn, whatever the sweep.
  public init(
    center: Point, radius: Fixed = 0, width: Fixed = 0, start: Angle, sweep: Angle = .fullTurn,
    stops: StopRange
  ) {
    // Without a radius there is no head that lies over the tail.
    self.init(
      center: center, radius: radius, capRadius: width / 2, tail: start,
      sweep: Angle(raw: Int64(clamping: sweep.raw.magnitude)), isClockwise: sweep >= .zero,
      stops: stops)
  }

  /// Makes the colours of an arc.
  package init(
    center: Point, radius: Fixed, capRadius: Fixed, tail: Angle, sweep: Angle,
    isClockwise: Bool = true, stops: StopRange
  ) {
    self.center = center
    self.radius = radius
    self.capRadius = capRadius
    self.tail = tail
    self.sweep = sweep
    self.isClockwise = isClockwise
    self.stops = stops
  }
}

/// The range of a gradient's stops in its scene; made by `Scene.endStops()`.
public struct StopRange: Equatable, BitwiseCopyable, Sendable {
  /// The index of its first stop.
  package let first: Int32
  /// The number of stops; the uppermost bit says whether one of them is translucent.
  private let bits: UInt32

  init(first: Int, count: Int, isTranslucent: Bool) {
    self.first = Int32(first)
    bits = UInt32(count) | (isTranslucent ? 1 << 31 : 0)
  }

  /// The number of its stops.
  package var count: Int32 { Int32(truncatingIfNeeded: bits & 0x7FFF_FFFF) }

  /// Whether a stop is not opaque.
  package var isTranslucent: Bool { bits >> 31 != 0 }

  /// No stops.
  package static var empty: StopRange { StopRange(first: 0, count: 0, isTranslucent: false) }

  /// Whether there are no stops.
  package var isEmpty: Bool { count == 0 }

  var indices: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

/// A colour at an offset along a gradient.
package struct GradientStop: Equatable, BitwiseCopyable {
  /// The offset.
  package let offset: Fixed
  /// Blue, green, red and the transparency from the lowest bits up, 16 bits each: as the renderer mixes them.
  package let bits: UInt64

  init(offset: Fixed, color: Color, transparency: UInt16 = 0) {
    self.offset = offset
    bits =
      UInt64(color.blue) | UInt64(color.green) << 16 | UInt64(color.red) << 32
      | UInt64(transparency) << 48
  }

  /// The colour.
  package var color: Color {
    Color(
      red: UInt16(truncatingIfNeeded: bits >> 32), green: UInt16(truncatingIfNeeded: bits >> 16),
      blue: UInt16(truncatingIfNeeded: bits))
  }

  /// What is missing of its opacity: 0 for an opaque stop, 65535 for an invisible stop.
  package var transparency: UInt16 { UInt16(truncatingIfNeeded: bits >> 48) }
}

extension Paint {
  /// Whether it is a gradient with translucent colours.
  package var isTranslucent: Bool {
    switch self {
    case .solid, .pixmap, .sampledPixmap: false
    case .linear(let gradient): gradient.stops.isTranslucent
    case .halves(let left, let right, _): left.stops.isTranslucent || right.stops.isTranslucent
    case .quadrants(let gradient), .conic(let gradient): gradient.stops.isTranslucent
    case .radial(let gradient): gradient.stops.isTranslucent
    }
  }

  /// Whether it certainly hides what is below it.
  var isOpaque: Bool {
    switch self {
    case .pixmap, .sampledPixmap: false
    default: !isTranslucent
    }
  }
}
