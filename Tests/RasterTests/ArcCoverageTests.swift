// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import DisplayList
import Raster
import Testing

/// Pixels are stored in 255 steps: half of one is lost to them, the rest is the outline's error.
private let rounding = 0.5
/// The largest error of an arc's area in any pixel, in levels: 6/10000 of a pixel.
private let arcError = 0.15

@Suite struct ArcCoverageTests {
  @Test func `discs of every size have the exact areas at all sub-pixel places`() {
    let radii = [
      0.01, 0.05, 0.1, 0.2, 0.3, 0.49, 0.5, 0.7, 1, 1.5, 1.99, 2, 2.8, 4, 5.5, 7.99, 8, 12, 14, 23,
    ]
    for radius in radii {
      for (fx, fy) in [(0.0, 0.0), (0.25, 0.4), (0.5, 0.5), (0.83, 0.11), (0.999, 0.001)] {
        let (x, y, size) = (radius + 1.3 + fx, radius + 1.3 + fy, Int(2 * radius) + 4)
        expectAreas(
          .circle(center: Point(at: x, y), radius: Fixed(radius)), size,
          "disc \(radius) at \(x), \(y)"
        ) { ExactAreas.disc(x, y, radius, $0, $1) }
      }
    }
  }

  @Test func `parts of large discs have the exact areas`() {
    for radius in [63.3, 100, 255, 257, 517, 3000] {
      let diagonal = radius * 0.5.squareRoot()
      let places = [
        (-diagonal, -diagonal), (0, radius), (0, -radius), (-radius, 0), (radius, 0),
        (radius * 0.28, -radius * 0.96), (-radius * 0.96, radius * 0.28),
      ]
      for (dx, dy) in places {
        let (x, y) = (20.25 + dx, 20.6 + dy)
        expectAreas(
          .circle(center: Point(at: x, y), radius: Fixed(radius)), 40,
          "disc \(radius) at \(x), \(y)"
        ) { ExactAreas.disc(x, y, radius, $0, $1) }
      }
    }
  }

  @Test func `rounded boxes and capsules have the exact areas, mirrored and turned too`() {
    let boxes = [
      (5.3, 4.6, 28.0, 20.0, 8.0), (5.3, 4.6, 28.0, 20.0, 10.0), (3, 3, 30, 8, 4),
      (2.5, 2.2, 9.7, 8.1, 0.8), (4.1, 6.2, 30, 0.9, 0.45),
    ]
    for (left, top, width, height, radius) in boxes {
      for turn in 0..<8 {
        let isMirrored = turn >= 4
        var transform = Transform.identity.translated(x: 20, y: 20)
          .rotated(by: Angle(raw: Int64(turn & 3) << 30))
        if isMirrored { transform = transform.scaled(x: -1, y: 1) }
        transform = transform.translated(x: -20, y: -20)
        expectAreas(
          .roundedRectangle(
            Rectangle(
              x: Fixed(left), y: Fixed(top), width: Fixed(width),
              height: Fixed(height)), radius: Fixed(radius)), 40,
          "box \(left), \(top), \(width), \(height), \(radius), turn \(turn)", transform
        ) { x, y in
          var place = (x, y)
          for _ in 0..<turn & 3 { place = (place.1, 39 - place.0) }
          if isMirrored { place.0 = 39 - place.0 }
          return ExactAreas.roundedBox(left, top, width, height, radius, place.0, place.1)
        }
      }
    }
  }

  @Test func `a turned and scaled ring has the exact areas`() {
    let (x, y, scale) = (25.0, 24.0, 0.2)
    let transform = Transform.identity.translated(x: Fixed(x), y: Fixed(y))
      .rotated(by: .degrees(33)).scaled(by: Fixed(scale))
    expectAreas(
      .ring(center: .zero, radius: 100, width: 27), 50, "ring", transform
    ) {
      ExactAreas.disc(x, y, 113.5 * scale, $0, $1) - ExactAreas.disc(x, y, 86.5 * scale, $0, $1)
    }
  }

  /// Draws a white shape on black and compares each pixel with its area.
  private func expectAreas(
    _ geometry: Geometry, _ size: Int, _ name: String, _ transform: Transform = .identity,
    sourceLocation: SourceLocation = #_sourceLocation, _ area: (Int, Int) -> Double
  ) {
    var scene = Scene()
    scene.add(geometry, paint: .solid(.white), transform: transform)
    var canvas = Canvas(size, size)
    canvas.draw(scene)
    var (worst, place) = (0.0, (0, 0))
    for y in 0..<size {
      for x in 0..<size {
        let error = abs(Double(canvas.channel(0, x, y)) - 255 * area(x, y))
        if error > worst { (worst, place) = (error, (x, y)) }
      }
    }
    #expect(
      worst <= rounding + arcError, "\(name): \(worst) levels off at \(place).",
      sourceLocation: sourceLocation)
  }

  @Test func `a damaged part of arcs equals the same part of the whole, whatever cuts them`() {
    var scene = Scene()
    scene.add(
      .circle(center: Point(at: 30.3, 29.6), radius: Fixed(28.7)), paint: .solid(.white))
    scene.add(.circle(center: Point(at: 30.3, -300), radius: Fixed(320)), paint: .solid(.black))
    scene.add(
      .ringArc(
        center: Point(at: 31, 30), radius: 20, width: Fixed(3.3), start: .degrees(100),
        sweep: .degrees(250)), paint: .solid(.black))
    var whole = Canvas(60, 60)
    whole.draw(scene)
    var number: UInt64 = 1
    func next(_ limit: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % limit
    }
    var renderer = Renderer(maximumWidth: 60)
    for _ in 0..<60 {
      let (x, y) = (next(59), next(59))
      let part = PixelRectangle(x: x, y: y, width: 1 + next(60 - x), height: 1 + next(60 - y))
      var canvas = Canvas(60, 60)
      var damage = DamageRegion(width: 60, height: 60)
      damage.insert(part)
      canvas.draw(scene, with: &renderer, damage: damage)
      var different = 0
      for row in y..<part.bottom {
        for column in x..<part.right where canvas[column, row] != whole[column, row] {
          different += 1
        }
      }
      #expect(different == 0, "\(part)")
    }
  }
}
