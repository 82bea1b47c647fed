// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A gradient's colours in float64, as SVG defines them: neither premultiplied nor rounded.
public struct ReferenceGradient: Sendable {
  /// A colour with its opacity at an offset.
  public struct Stop: Sendable {
    /// From the gradient's start, 0, to its end, 1.
    public let offset: Double
    /// `0xRRGGBB`.
    public let color: UInt32
    /// From 0 to 1.
    public let opacity: Double

    /// Makes a stop; an opaque one by default.
    public init(_ offset: Double, _ color: UInt32, opacity: Double = 1) {
      (self.offset, self.color, self.opacity) = (offset, color, opacity)
    }
  }

  /// Sorted by their offsets.
  public let stops: [Stop]

  /// Makes a gradient of at least one stop.
  public init(_ stops: [Stop]) { self.stops = stops }

  /// Red, green and blue, 0 … 255, and the opacity.
  public func color(at offset: Double) -> [Double] {
    func channels(_ stop: Stop) -> [Double] {
      [16, 8, 0].map { Double(stop.color >> UInt32($0) & 255) } + [stop.opacity]
    }
    guard let next = stops.firstIndex(where: { $0.offset > offset }) else {
      return channels(stops[stops.count - 1])
    }
    if next == 0 { return channels(stops[0]) }
    let (from, to) = (stops[next - 1], stops[next])
    let part = (offset - from.offset) / (to.offset - from.offset)
    return zip(channels(from), channels(to)).map { $0 + ($1 - $0) * part }
  }

  /// The colour over a second colour, 0 … 255, with an opacity of the whole shape.
  public func color(at offset: Double, over under: UInt32, opacity: Double = 1) -> [Double] {
    let own = color(at: offset)
    return (0..<3).map {
      let below = Double(under >> UInt32(16 - 8 * $0) & 255)
      return below + (own[$0] - below) * own[3] * opacity
    }
  }

  /// The offset in a circle at a point, for a focus within it.
  ///
  /// Solves |p - f - t (c - f)| = t r, where p is the point, f the focus, c the centre and r the radius.
  public static func radialOffset(
    _ point: (x: Double, y: Double), center: (x: Double, y: Double), radius: Double,
    focus: (x: Double, y: Double)
  ) -> Double {
    let (dx, dy) = (center.x - focus.x, center.y - focus.y)
    let (px, py) = (point.x - focus.x, point.y - focus.y)
    let (a, b, c) = (dx * dx + dy * dy - radius * radius, px * dx + py * dy, px * px + py * py)
    return (b - (b * b - a * c).squareRoot()) / a
  }
}
