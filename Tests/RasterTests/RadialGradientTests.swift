// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Foundation
import Raster
import Support
import Testing

/// Radial gradients against float64.
@Suite struct RadialGradientTests {
  private static let side = 64
  private static let gradient = ReferenceGradient([
    .init(0, 0xFFE0A0), .init(0.25, 0x10FF40), .init(0.6, 0x0080F0), .init(1, 0x401030),
  ])

  /// From pixels to the circle's points, and the transform of the circle.
  private struct Placement {
    var degrees = 0.0
    var scale = (x: 1.0, y: 1.0)
    var origin = (x: 0.0, y: 0.0)

    var transform: Transform {
      Transform.identity.translated(x: Fixed(origin.x), y: Fixed(origin.y))
        .rotated(by: .degrees(Fixed(degrees))).scaled(x: Fixed(scale.x), y: Fixed(scale.y))
    }

    func point(_ column: Int, _ row: Int) -> (x: Double, y: Double) {
      let (dx, dy) = (Double(column) + 0.5 - origin.x, Double(row) + 0.5 - origin.y)
      let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      return ((dx * cosine + dy * sine) / scale.x, (dy * cosine - dx * sine) / scale.y)
    }
  }

  private static let placements = [
    Placement(), Placement(degrees: 30, origin: (20, 11)),
    Placement(degrees: 110, scale: (1.5, -0.5), origin: (31.25, 18.5)),
    Placement(degrees: -77.5, scale: (0.01, 0.02), origin: (20, 40)),
    Placement(degrees: 5, scale: (40, 25), origin: (1, 2)),
  ]

  /// Draws a rectangle over the whole canvas in a gradient; returns the largest difference from float64 in levels.
  private static func worst(
    _ gradient: ReferenceGradient, _ placement: Placement, center: (Double, Double),
    radius: Double, focus: (Double, Double), opacity: Double = 1
  ) throws -> Double {
    var scene = Scene(background: Color(hex: 0x20_4060))
    let stops = gradient.addStops(to: &scene)
    let radial = try #require(
      RadialGradient(
        center: Point(at: center.0, center.1), radius: Fixed(radius),
        focus: Point(at: focus.0, focus.1), stops: stops))
    let far = Fixed(100_000)
    scene.add(
      .rectangle(Rectangle(x: -far, y: -far, width: 2 * far, height: 2 * far)),
      paint: .radial(radial), opacity: Fraction(Fixed(opacity)), transform: placement.transform)
    var canvas = Canvas(side, side)
    canvas.draw(scene)
    var worst = 0.0
    for row in 0..<side {
      for column in 0..<side {
        let offset = ReferenceGradient.radialOffset(
          placement.point(column, row), center: center, radius: radius, focus: focus)
        let color = gradient.color(at: offset, over: 0x20_4060, opacity: opacity)
        for channel in 0..<3 {
          worst = max(worst, abs(color[channel] - Double(canvas.channel(2 - channel, column, row))))
        }
      }
    }
    return worst
  }

  @Test func `any circle and focus are as in float64`() throws {
    for placement in Self.placements {
      // About as large as the canvas, in the circle's points.
      let unit = 30 / max(abs(placement.scale.x), abs(placement.scale.y))
      for (distance, angle) in [(0.0, 0.0), (0.3, 1), (0.75, 4), (0.99, 2.5)] {
        let center = (unit * 0.4, unit * 0.3)
        let focus = (
          center.0 + distance * unit * cos(angle), center.1 + distance * unit * sin(angle)
        )
        let worst = try Self.worst(
          Self.gradient, placement, center: center, radius: unit, focus: focus)
        #expect(worst < 0.51, "\(placement), focus at \(distance): \(worst)")
      }
    }
  }

  @Test func `translucent colours are mixed as in float64`() throws {
    let gradient = ReferenceGradient([
      .init(0, 0xFFFFFF, opacity: 0.9), .init(0.4, 0xFF8000, opacity: 0.2),
      .init(0.8, 0x000000, opacity: 1), .init(1, 0x000000, opacity: 0),
    ])
    for opacity in [1, 0.75] {
      for placement in Self.placements {
        let unit = 30 / max(abs(placement.scale.x), abs(placement.scale.y))
        let worst = try Self.worst(
          gradient, placement, center: (unit, unit / 2), radius: unit,
          focus: (unit * 1.2, unit / 2), opacity: opacity)
        #expect(worst < 0.52, "\(placement), \(opacity): \(worst)")
      }
    }
  }

  @Test func `circles of any size are as in float64`() throws {
    for radius in [0.02, 0.7, 400, 90_000] {
      let worst = try Self.worst(
        Self.gradient, Placement(), center: (32.3, 30.1), radius: radius,
        focus: (32.3 + radius * 0.5, 30.1))
      // Within a pixel of the smallest ones all colours are found.
      #expect(worst < 0.52, "\(radius): \(worst)")
    }
  }

  @Test func `an ellipse is a circle that is transformed`() throws {
    var scene = Scene()
    var other = Scene()
    let stops = Self.gradient.addStops(to: &scene)
    _ = Self.gradient.addStops(to: &other)
    let ellipse = try #require(
      RadialGradient(
        center: Point(30, 20), xAxis: Point(16, 12), yAxis: Point(-6, 8), focus: .zero, stops: stops
      ))
    let circle = try #require(RadialGradient(center: .zero, radius: 10, stops: stops))
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: 64, height: 64)), paint: .radial(ellipse))
    let transform = Transform(
      a: Fixed(16, over: 10), b: Fixed(12, over: 10), c: Fixed(-6, over: 10), d: Fixed(8, over: 10),
      tx: 30, ty: 20)
    other.add(
      .rectangle(Rectangle(x: -99, y: -99, width: 198, height: 198)), paint: .radial(circle),
      transform: transform)
    var (canvas, wanted) = (Canvas(64, 64), Canvas(64, 64))
    canvas.draw(scene)
    wanted.draw(other)
    var differences = [0, 0]
    for index in 0..<3 * 64 * 64 {
      let (column, row) = (index / 3 % 64, index / 192)
      let found = canvas.channel(index % 3, column, row)
      let difference = abs(found - wanted.channel(index % 3, column, row))
      differences = [max(differences[0], difference), differences[1] + difference]
    }
    #expect(differences[0] <= 1 && differences[1] < 16, "\(differences)")
  }

  @Test func `a circle without area, or with a focus beyond it, is refused`() {
    var scene = Scene()
    let stops = scene.addStops(.black, .white)
    func made(_ radius: Fixed, _ focus: Point?, _ stops: StopRange) -> Bool {
      RadialGradient(center: Point(5, 5), radius: radius, focus: focus, stops: stops) != nil
    }
    #expect(made(10, nil, stops) && made(10, Point(14, 5), stops))
    #expect(!made(0, nil, stops) && !made(-1, nil, stops) && !made(10, nil, .empty))
    #expect(!made(10, Point(15, 5), stops) && !made(10, Point(13, 12), stops))
    #expect(!made(1, Point(Fixed.max, Fixed.min), stops) && made(.max, Point(5, 5), stops))
    let flat = RadialGradient(
      center: .zero, xAxis: Point(4, 2), yAxis: Point(-2, -1), focus: .zero, stops: stops)
    #expect(flat == nil)
  }

  @Test func `the inner part of a row is the same however it is drawn`() throws {
    var scene = Scene(background: .white)
    let stops = Self.gradient.addStops(to: &scene)
    let radial = try #require(
      RadialGradient(center: Point(20, 20), radius: 25, focus: Point(30, 25), stops: stops))
    scene.add(.circle(center: Point(32, 30), radius: 28), paint: .radial(radial))
    var whole = Canvas(64, 64)
    whole.draw(scene)
    var renderer = Renderer(maximumWidth: 64)
    for x in stride(from: 1, to: 64, by: 9) {
      var part = Canvas(64, 64)
      var damage = DamageRegion(width: 64, height: 64)
      damage.insert(PixelRectangle(x: x, y: 3, width: 8, height: 60))
      part.draw(scene, with: &renderer, damage: damage)
      for row in 3..<63 {
        for column in x..<min(x + 8, 64) { #expect(part[column, row] == whole[column, row]) }
      }
    }
  }
}

extension ReferenceGradient {
  /// Adds its stops to a scene.
  func addStops(to scene: inout Scene) -> StopRange {
    scene.beginStops()
    for stop in stops {
      scene.addStop(
        Color(hex: stop.color), at: Fixed(stop.offset), opacity: Fraction(Fixed(stop.opacity)))
    }
    return scene.endStops()
  }
}
