// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

extension Scene {
  /// A path of straight lines.
  mutating func path(_ points: [(Double, Double)], closed: Bool = false) -> PathRange {
    beginPath()
    for (index, point) in points.enumerated() {
      let place = Point(at: point.0, point.1)
      if index == 0 { move(to: place) } else { line(to: place) }
    }
    if closed { close() }
    return endPath()
  }
}

@Suite struct UnionTests {
  /// By how many levels a pixel may be off where round ends and curves become lines.
  private let flattened = 2.3

  /// The capsules along a polyline.
  private func pen(
    _ points: [(Double, Double)], _ width: Double, closed: Bool = false
  ) -> ReferenceShape {
    let ends = closed ? points + [points[0]] : points
    return .union(
      zip(ends, ends.dropFirst()).map {
        .capsule($0.0, $0.1, $1.0, $1.1, width / 2)
      })
  }

  @Test func `a stroke's joints and crossings count once`() {
    let lines: [[(Double, Double)]] = [
      [(5.3, 20.1), (34.8, 19.2)],
      [(6, 6), (30.4, 12.1), (9.7, 31.3)],
      [(8, 30), (31, 8.5), (8.2, 9), (30, 32)],  // crosses itself
      [(10, 10), (30, 10), (12, 10.5)],  // turns back
      [(10, 20), (30, 20), (10, 20)],  // exactly back
      [(10, 10), (10.4, 10.2), (10.5, 11), (20, 30)],  // shorter than the pen
    ]
    for points in lines {
      for width in [1.0, 5, 9.3] {
        for shift in 0..<4 {
          let moved = points.map { ($0.0 + Double(shift) * 0.27, $0.1 + Double(shift) * 0.61) }
          expectCoverage(
            { .stroke($0.path(moved), width: Fixed(width)) }, equals: pen(moved, width),
            within: flattened, "\(moved), width \(width)")
        }
      }
    }
  }

  @Test func `thick straight strokes have round ends, whichever way they go`() {
    let ends = [
      (29.0, 20.0), (27.3, 24.8), (20, 29), (14.6, 27.2), (11, 20), (12.9, 15.1), (20, 11),
      (25.2, 13.3), (20.02, 20.01),
    ]
    for end in ends {
      // The pen's radius is below what makes its ends arcs, that, and more.
      for width in [15.9, 16, 22.3] {
        for shift in 0..<3 {
          let points = [(20.0, 20.0), end].map {
            ($0.0 + Double(shift) * 0.5, $0.1 + Double(shift) * 0.61)
          }
          expectCoverage(
            { .stroke($0.path(points), width: Fixed(width)) }, equals: pen(points, width),
            "\(points), width \(width)")
        }
      }
    }
  }

  @Test func `thick strokes of one path add up where they nearly meet`() {
    // One is straight, the other is bent: they are found in different ways.
    for way in 0..<4 {
      for shift in 0..<8 {
        let gap = 17.0 + 0.55 + Double(shift % 3) * 0.06
        let first = turned([(12, 12), (12, 40)], way, shift)
        let second = turned([(12 + gap, 12), (12 + gap, 39), (13 + gap, 40)], way, shift)
        expectCoverage(
          { scene in
            scene.beginPath()
            for points in [first, second] {
              scene.move(to: Point(at: points[0].0, points[0].1))
              for point in points.dropFirst() { scene.line(to: Point(at: point.0, point.1)) }
            }
            return .stroke(scene.endPath(), width: 17)
          }, equals: .union([pen(first, 17), pen(second, 17)]), size: (60, 60),
          "way \(way), gap \(gap)")
      }
    }
  }

  /// Points that are turned about the middle by quarters, and moved by some eighths of a pixel.
  private func turned(
    _ points: [(Double, Double)], _ quarters: Int, _ shift: Int
  ) -> [(Double, Double)] {
    points.map { point in
      var (x, y) = (point.0 - 26, point.1 - 26)
      for _ in 0..<quarters { (x, y) = (-y, x) }
      return (x + 26 + Double(shift) / 8, y + 26 + Double(shift) / 8)
    }
  }

  @Test func `closed strokes are joined where they begin`() {
    let points = [(10.2, 8.1), (31.3, 14.9), (24.4, 32.2), (7.5, 26.6)]
    for width in [1.0, 6, 19] {
      expectCoverage(
        { .stroke($0.path(points, closed: true), width: Fixed(width)) },
        equals: pen(points, width, closed: true), "width \(width)")
    }
  }

  @Test func `subpaths that overlap count once`() {
    expectCoverage(
      { scene in
        scene.beginPath()
        scene.move(to: Point(at: 8, 20))
        scene.line(to: Point(at: 32, 21))
        scene.move(to: Point(at: 20, 8))
        scene.line(to: Point(at: 19.5, 32))
        scene.move(to: Point(at: 30, 30))
        scene.line(to: Point(at: 30, 30))
        return .stroke(scene.endPath(), width: 7)
      },
      equals: .union([
        .capsule(8, 20, 32, 21, 3.5), .capsule(20, 8, 19.5, 32, 3.5), .disc(30, 30, 3.5),
      ]))
  }

  @Test func `strokes follow curves of small radius`() {
    var points: [(Double, Double)] = []
    for step in 0...400 {
      let t = Double(step) / 400
      let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
      points.append((10 * a + 20 * b + 14 * c, 30 * a - 10 * b + 30 * c))
    }
    expectCoverage(
      { scene in
        scene.beginPath()
        scene.move(to: Point(at: 10, 30))
        scene.quadratic(control: Point(at: 20, -10), to: Point(at: 14, 30))
        return .stroke(scene.endPath(), width: 6)
      }, equals: pen(points, 6), within: flattened)
  }

  @Test func `a stroke keeps its shape under rotation and reflection`() {
    let points = [(-12.0, -8.0), (10.0, -5.0), (-4.0, 9.0)]
    for turn in 0..<8 {
      let angle = Angle.turns(Fixed(turn, over: 8))
      for mirror in [1, -1] {
        let transform = Transform.identity.translated(x: 20, y: 20).rotated(by: angle)
          .scaled(x: Fixed(mirror), y: 1)
        let (c, s) = (Double(angle.cosine.raw) / 0x4000_0000, Double(angle.sine.raw) / 0x4000_0000)
        let device = points.map { (x, y) -> (Double, Double) in
          let x = x * Double(mirror)
          return (20 + c * x - s * y, 20 + s * x + c * y)
        }
        expectCoverage(
          { .stroke($0.path(points), width: 5) }, equals: pen(device, 5), transform: transform,
          "turn \(turn), mirror \(mirror)")
      }
    }
  }

  @Test func `fills use the nonzero rule`() {
    // Two squares one way, one inside of the other: no hole; the other way: a hole.
    for (inner, isHole) in [
      ([(15.0, 15.0), (25, 15), (25, 25), (15, 25)], false),
      ([(15.0, 15.0), (15, 25), (25, 25), (25, 15)], true),
    ] {
      expectCoverage(
        { scene in
          scene.beginPath()
          for square in [[(5.5, 5.5), (35.5, 5.5), (35.5, 35.5), (5.5, 35.5)], inner] {
            for (index, point) in square.enumerated() {
              let place = Point(at: point.0, point.1)
              if index == 0 { scene.move(to: place) } else { scene.line(to: place) }
            }
            scene.close()
          }
          return .fill(scene.endPath())
        },
        equals: ReferenceShape { x, y in
          let outer = max(abs(x - 20.5) - 15, abs(y - 20.5) - 15)
          return isHole ? max(outer, -max(abs(x - 20) - 5, abs(y - 20) - 5)) : outer
        })
    }
  }

  @Test func `convex polygons grow with round corners`() {
    let triangle = [(8.0, 12.0), (33.0, 10.0), (21.0, 33.0)]
    expectCoverage(
      { .convexPolygon($0.path(triangle), outset: 0) }, equals: .convex(triangle))
    for points in [triangle, Array(triangle.reversed())] {
      expectCoverage(
        { .convexPolygon($0.path(points), outset: Fixed(3.25)) },
        equals: .union([.convex(triangle), pen(triangle, 6.5, closed: true)]))
    }
  }

  @Test func `rectangles and rounded ones are exact`() {
    for radius in [0.0, 2, 6.3, 50] {
      expectCoverage(
        { _ in
          .roundedRectangle(
            Rectangle(
              x: Fixed(7.3), y: Fixed(9.8), width: Fixed(21.4), height: Fixed(12.9)),
            radius: Fixed(radius))
        }, equals: .roundedBox(7.3, 9.8, 21.4, 12.9, min(radius, 6.45)), "radius \(radius)")
    }
  }

  /// Pixels to the right of a gap, with 10 bits per channel, which show small differences.
  private func pixels(
    _ lines: [[(Double, Double)]], width: Double, from left: Int, height: Int
  ) -> [UInt32] {
    var scene = Scene(background: .black)
    scene.beginPath()
    for line in lines {
      scene.move(to: Point(at: line[0].0, line[0].1))
      for (x, y) in line.dropFirst() { scene.line(to: Point(at: x, y)) }
    }
    scene.add(.stroke(scene.endPath(), width: Fixed(width)), paint: .solid(.white))
    var renderer = Renderer(maximumWidth: 128)
    var pixels = [UInt32](repeating: Canvas.untouched, count: 128 * height)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: 128, height: height, strideInBytes: 4 * 128, format: .xrgb2101010)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: 128, height: height), into: &buffer)
    return pixels.enumerated().filter { $0.offset % 128 >= left }.map { $0.element }
  }

  @Test func `notches do not change what is drawn beyond a gap`() {
    // Where the right sides of a stem and of an arm cross, both are left in one group of edges.
    let arms = (0..<24).map { arm in
      let y = Double(arm) * 15.03
      return [(6.2, y + 5), (14.9, y + 13.7)]
    }
    for step in 0..<12 {
      let shift = Double(step) * 0.37
      let second = (0..<13).map { ($0 % 2 == 0 ? 24.3 : 121.2, Double($0) * 29.7 + shift) }
      let both = pixels(
        [[(10.3, 4), (10.3, 376)]] + arms + [second], width: 4, from: 20, height: 380)
      #expect(both == pixels([second], width: 4, from: 20, height: 380), "shift \(shift)")
    }
  }

  @Test func `what is drawn beyond a gap does not depend on what is left of it`() {
    var state: UInt64 = 1
    func number(_ least: Double, _ most: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return least + (most - least) * Double(state >> 40) / Double(1 << 24)
    }
    for trial in 0..<200 {
      let width = number(1, 5)
      let second = (0..<3).map { _ in (number(24, 42), number(4, 96)) }
      let first = (0..<Int(number(2, 6))).map { _ in
        (0..<Int(number(2, 4))).map { _ in (number(6, 17), number(4, 96)) }
      }
      let both = pixels(first + [second], width: width, from: 20, height: 100)
      let one = pixels([second], width: width, from: 20, height: 100)
      let differing = both.indices.filter { both[$0] != one[$0] }
      #expect(differing.isEmpty, "trial \(trial)")
    }
  }
}
