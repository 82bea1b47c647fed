// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
package import Theme

extension PackMaker {
  /// A theme with a drawing of two shapes: a radial gradient, and a linear one that fades.
  ///
  /// The node for older programs is the last one.
  package static func shadingSample(
    _ change: (inout ShadingRecord) -> Void = { _ in }
  ) -> PackMaker {
    var pack = PackMaker()
    pack.minorVersion = 3
    pack.stage()
    pack.background(0x1014_18FF)
    let first = pack.count(.stops)
    for (offset, color) in [(0.0, 0xFFE0_A0FF), (1, 0x1030_6000)] as [(Double, UInt32)] {
      var stop = StopRecord()
      (stop.offset, stop.color) = (Fixed(number: offset), StraightColor(hex: color))
      pack.add(stop)
    }
    var radial = ShadingRecord()
    radial.kind = .radial
    (radial.start, radial.end) = (Point(.half, .half), Point(1, .half))
    (radial.side, radial.focus) = (Point(.half, 1), Point(Fixed(1, over: 4), 0))
    radial.stops = first..<first + 2
    change(&radial)
    pack.add(radial)
    var linear = ShadingRecord()
    (linear.start, linear.end) = (.zero, Point(1, 0))
    linear.stops = first..<first + 2
    pack.add(linear)
    let image = pack.drawing(
      32, 32,
      [Shape(0, 0, 16384, 16384, color: 0x8080_80FF), Shape(0, 8192, 16384, 12288, color: 0xFF)])
    for shape in 0..<2 {
      // The reference is behind that to a gradient of `GRAD`.
      pack.sections[Int(PackSection.vectors.rawValue)]?[shape * PackSection.vectors.stride + 14] =
        UInt8(shape + 1)
    }
    var record = PackMaker.image(image)
    (record.placement.width, record.fit) = (Length(20), .contain)
    pack.node(.image, record)
    pack.node(.shading, ElementPlacement())
    return pack
  }
}
