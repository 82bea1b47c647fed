// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

@Suite struct CullingTests {
  @Test func `a ring under an arc variants the same as one that is drawn whole`() {
    for scale in [1.0, 0.37, 2.3] {
      for width in [18.0, 10, 8.5, 8] {
        for (start, sweep) in [
          (-90.0, 259.2), (-90, 1), (-90, 90), (17, -200), (33, 330), (-90, 345), (0, 359),
          (5, 360),
          (5, -720), (100, 0),
        ] {
          expectSame(scale, width, start, sweep)
        }
      }
    }
  }

  @Test func `an arc that there is no room for hides nothing`() {
    func draw(_ shapeCapacity: Int, hasArc: Bool) -> Canvas {
      var scene = Scene(background: .white)
      scene.add(.ring(center: Point(30, 30), radius: 20, width: 6), paint: .solid(.black))
      if hasArc {
        scene.add(
          .ringArc(
            center: Point(30, 30), radius: 20, width: 12, start: .zero, sweep: .degrees(180)),
          paint: .solid(.white))
      }
      var renderer = Renderer(maximumWidth: 60, shapeCapacity: shapeCapacity)
      var canvas = Canvas(60, 60)
      canvas.draw(scene, with: &renderer)
      #expect(renderer.overflowed == (hasArc && shapeCapacity == 1))
      return canvas
    }
    #expect(draw(1, hasArc: true).pixels == draw(1, hasArc: false).pixels)
    #expect(draw(2, hasArc: true).pixels != draw(1, hasArc: false).pixels)
  }

  @Test func `an arc without a width hides nothing, however far below 0 that is`() {
    for width: Fixed in [.min, -1_048_576, 0] {
      var scene = Scene(background: .white)
      scene.add(.ring(center: Point(30, 30), radius: 20, width: 6), paint: .solid(.black))
      var expected = Canvas(60, 60)
      expected.draw(scene)
      scene.add(
        .ringArc(
          center: Point(30, 30), radius: 20, width: width, start: .zero, sweep: .degrees(180)),
        paint: .solid(.white))
      var canvas = Canvas(60, 60)
      canvas.draw(scene)
      #expect(canvas.pixels == expected.pixels)
    }
  }

  /// Draws a ring under an arc around the same centre, and under one that is off by 2⁻³² points.
  private func expectSame(_ scale: Double, _ width: Double, _ start: Double, _ sweep: Double) {
    func draw(hides: Bool) -> Canvas {
      var scene = Scene(background: .white)
      let transform = Transform.identity.translated(x: Fixed(60.3), y: Fixed(59.8))
        .rotated(by: .degrees(11)).scaled(by: Fixed(scale))
      scene.add(
        .ring(center: .zero, radius: 40, width: 8), paint: .solid(Color(hex: 0x805020)),
        transform: transform)
      scene.add(
        .ringArc(
          center: .zero, radius: 40, width: Fixed(width), start: .degrees(Fixed(start)),
          sweep: .degrees(Fixed(sweep))), paint: .solid(Color(hex: 0x1060C0)),
        transform: hides ? transform : transform.translated(x: Fixed(raw: 1), y: 0))
      var canvas = Canvas(120, 120)
      canvas.draw(scene)
      return canvas
    }
    let (culled, whole) = (draw(hides: true), draw(hides: false))
    let different = zip(culled.pixels, whole.pixels).count { $0 != $1 }
    #expect(different == 0, "scale \(scale), width \(width), \(sweep)° from \(start)°")
  }
}
