// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import DisplayList
import Testing

/// Draws one white shape on black and compares each pixel with the exact area.
func expectCoverage(
  _ geometry: (inout Scene) -> Geometry, equals reference: ReferenceShape,
  transform: Transform = .identity, size: (Int, Int) = (40, 40), within levels: Double = 1.5,
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  var scene = Scene()
  let shape = geometry(&scene)
  scene.add(shape, paint: .solid(.white), transform: transform)
  var canvas = Canvas(size.0, size.1)
  canvas.draw(scene)
  var (worst, place) = (0.0, (0, 0))
  for y in 0..<size.1 {
    for x in 0..<size.0 {
      let error = abs(Double(canvas.channel(0, x, y)) - 255 * reference.coverage(x, y))
      if error > worst { (worst, place) = (error, (x, y)) }
    }
  }
  #expect(
    worst <= levels, "\(worst) levels off at \(place). \(comment?.rawValue ?? "")",
    sourceLocation: sourceLocation)
}

@Suite struct CoverageTests {
  @Test func `discs are exact at all sub-pixel places`() {
    for step in 0..<8 {
      let (x, y) = (20 + Double(step) / 8, 20 + Double(step * 3 % 8) / 8)
      for radius in [0.3, 1, 2.5, 8.5, 17.25] {
        expectCoverage(
          { _ in .circle(center: Point(at: x, y), radius: Fixed(radius)) },
          equals: .disc(x, y, radius), "radius \(radius) at \(x), \(y)")
      }
    }
  }

  @Test func `rings are exact`() {
    for (radius, width) in [(15.5, 8.0), (10.0, 1.0), (4.0, 8.0), (12.3, 0.3)] {
      expectCoverage(
        {
          _ in
          .ring(
            center: Point(at: 20.3, 19.8), radius: Fixed(radius), width: Fixed(width))
        }, equals: .ring(20.3, 19.8, radius, width), "radius \(radius), width \(width)")
    }
  }

  @Test func `arcs are exact at every sweep`() {
    expectArcs(
      14, 4,
      sweeps: [
        0, 0.001, 1, 30, 90, 180, 270, 300, 325, 330, 340, 350, 359, 359.9, 359.999, 360, 500,
      ])
    // A pen that reaches the centre, and one that reaches across.
    for cap in [6.5, 9] { expectArcs(6.5, cap, sweeps: [10, 170, 300, 359]) }
  }

  private func expectArcs(_ r: Double, _ cap: Double, sweeps: [Double]) {
    let (cx, cy) = (20.0, 20.0)
    for degrees in sweeps + sweeps.map({ -$0 }) {
      for start in [-90.0, 17] {
        let first = start * .pi / 180
        let span = min(max(degrees, -360), 360) * .pi / 180
        let arc = ReferenceShape { x, y in
          let angle = atan2(y - cy, x - cx)
          var along = (span < 0 ? first - angle : angle - first) / (2 * .pi)
          along -= along.rounded(.down)
          let band = abs(((x - cx) * (x - cx) + (y - cy) * (y - cy)).squareRoot() - r) - cap
          if along * 2 * .pi <= abs(span) || abs(degrees) >= 360 { return band }
          func end(_ angle: Double) -> Double {
            let (dx, dy) = (x - cx - r * cos(angle), y - cy - r * sin(angle))
            return (dx * dx + dy * dy).squareRoot() - cap
          }
          return min(end(first), end(first + span))
        }
        expectCoverage(
          {
            _ in
            .ringArc(
              center: Point(at: cx, cy), radius: Fixed(r), width: Fixed(2 * cap),
              start: .degrees(Fixed(start)), sweep: .degrees(Fixed(degrees)))
          }, equals: arc, "radius \(r), cap \(cap), sweep \(degrees)° from \(start)°")
      }
    }
  }
}
