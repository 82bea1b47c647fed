// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// A radial gradient, or a linear gradient with stops of different opacity; numbers in Q16.16.
struct DrawingShading: Hashable {
  let kind: ShadingKind
  /// Those of a `ShadingRecord` in its order, as far as the kind has them.
  let points: [Int32]
  var stops: [DrawingGradient.Stop]

  /// A radial gradient, which a matrix places on a page.
  ///
  /// Cairo has moved the stops of a gradient with an inner circle outwards, to one that begins at a point.
  static func radial(
    _ node: DrawingNode, _ stops: [DrawingGradient.Stop], _ matrix: DrawingMatrix,
    _ page: (width: Double, height: Double)
  ) throws(DrawingError) -> DrawingPaint {
    func number(_ name: String) -> Double? { node.numbers(name).first }
    let (x, y, radius) = (number("cx") ?? 0, number("cy") ?? 0, number("r") ?? 0)
    if number("fr") ?? 0 != 0 {
      throw DrawingError(reason: "it has a radial gradient with an inner circle")
    }
    // Without an area the whole shape has the last colour.
    guard radius > 0, matrix.a * matrix.d != matrix.b * matrix.c else {
      return .color(stops[stops.count - 1].color)
    }
    let focus = DrawingPoint(
      x: ((number("fx") ?? x) - x) / radius, y: ((number("fy") ?? y) - y) / radius)
    guard focus.length < 0.995 else {
      throw DrawingError(reason: "it has a radial gradient with its focus at the edge")
    }
    let ends = [(0.0, 0.0), (radius, 0), (0, radius)].map {
      matrix.apply(DrawingPoint(x: x + $0.0, y: y + $0.1))
    }
    let fractions = [focus.x, focus.y].map { Int32(($0 * 65536).rounded()) }
    return .shading(
      DrawingShading(
        kind: .radial, points: try DrawingGradient.fractions(of: ends, page) + fractions,
        stops: stops))
  }

  /// The same shape in one colour, which keeps its opacity.
  func tinted(_ color: StraightColor) -> DrawingPaint {
    let colors = stops.map { color.faded(by: $0.color.alpha) }
    if colors.allSatisfy({ $0 == colors[0] }) { return .color(colors[0]) }
    var shading = self
    shading.stops = zip(stops, colors).map {
      DrawingGradient.Stop(color: $1, offset: $0.offset)
    }
    return .shading(shading)
  }

  /// The mean of its colours, for programs that do not have it.
  var mean: StraightColor {
    // Between offsets 0 and 1, beyond its ends included; premultiplied.
    var (sums, whole) = ([0.0, 0, 0, 0], 0.0)
    var last = (stops[0].color, 0.0)
    for (color, end) in stops.map({ ($0.color, Double($0.offset) / 65536) })
      + [(stops[stops.count - 1].color, 1)]
    {
      let length = max(end - last.1, 0)
      for color in [last.0, color] {
        let alpha = Double(color.alpha) / 65535
        for (index, channel) in [color.red, color.green, color.blue].enumerated() {
          sums[index] += Double(channel) * alpha * length
        }
        sums[3] += alpha * length
      }
      whole += 2 * length
      last = (color, end)
    }
    func channel(_ index: Int) -> UInt16 {
      sums[3] > 0 ? UInt16(min((sums[index] / sums[3]).rounded(), 65535)) : 0
    }
    return StraightColor(
      red: channel(0), green: channel(1), blue: channel(2),
      alpha: UInt16(min((sums[3] / max(whole, 1e-9) * 65535).rounded(), 65535)))
  }
}

extension StraightColor {
  /// The colour with its opacity times another, a share of 65535.
  func faded(by alpha: UInt16) -> StraightColor {
    var color = self
    color.alpha = UInt16((UInt32(self.alpha) * UInt32(alpha) + 32767) / 65535)
    return color
  }
}
