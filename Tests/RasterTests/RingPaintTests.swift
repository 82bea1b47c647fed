// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import DisplayList
import Testing

/// The colours of `animations.md` §3 in float64, by angles.
struct ReferenceRing {
  var center: Double
  var radius: Double
  var cap: Double
  var tail: Double
  var sweep: Double
  var isClockwise: Bool
  var isConic: Bool
  var colors: [UInt32]

  /// The offset along a full turn of travel of a place's colour.
  func offset(_ x: Double, _ y: Double) -> Double {
    let way = isClockwise ? 1.0 : -1
    func turned(_ value: Double) -> Double { value - value.rounded(.down) }
    let phi = turned(way * (atan2(y - center, x - center) / (2 * .pi) - tail))
    let headAngle = 2 * .pi * (tail + way * sweep)
    let (hx, hy) = (center + radius * cos(headAngle), center + radius * sin(headAngle))
    let fromHead = ((x - hx) * (x - hx) + (y - hy) * (y - hy)).squareRoot()
    if turned(phi - sweep) <= 0.5 && fromHead <= cap { return base(hx, hy, min(sweep, 1)) }
    if phi > (1 + sweep) / 2 { return 0 }
    return base(x, y, phi)
  }

  private func base(_ x: Double, _ y: Double, _ phi: Double) -> Double {
    if isConic { return phi }
    let quarter = min((phi * 4).rounded(.down), 3)
    let way = isClockwise ? 1.0 : -1
    let (from, to) = (
      2 * .pi * (tail + way * quarter / 4), 2 * .pi * (tail + way * (quarter + 1) / 4)
    )
    let (x0, y0) = (center + radius * cos(from), center + radius * sin(from))
    let (dx, dy) = (center + radius * cos(to) - x0, center + radius * sin(to) - y0)
    let s = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)
    return (quarter + min(max(s, 0), 1)) / 4
  }
}

@Suite struct RingPaintTests {
  private static let colors: [UInt32] = [0xEBD6AB, 0xE2C998, 0xD9BB84, 0xCFAE71, 0xC6A05D]

  /// Paints a full square and compares every pixel, except those with a centre next to a border.
  private func expect(
    _ ring: ReferenceRing, scale: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let side = Int(2 * ring.center * scale)
    var scene = Scene()
    let colors = ring.colors.map { Color(hex: $0) }
    let gradient = RingGradient(
      center: Point(at: ring.center, ring.center), radius: Fixed(ring.radius),
      capRadius: Fixed(ring.cap), tail: .turns(Fixed(ring.tail)),
      sweep: .turns(Fixed(ring.sweep)), isClockwise: ring.isClockwise,
      stops: scene.addStops(evenly: colors.span))
    let box = Fixed(2 * ring.center)
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: box, height: box)),
      paint: ring.isConic ? .conic(gradient) : .quadrants(gradient),
      transform: Transform.identity.scaled(by: Fixed(scale)))
    var canvas = Canvas(side, side)
    canvas.draw(scene)
    var wrong = 0
    for y in 0..<side {
      for x in 0..<side {
        let (u, v) = ((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
        // One level, for any of the offsets that rounding may choose between at a border.
        let fits = [(0, 0), (1e-6, 0), (-1e-6, 0), (0, 1e-6), (0, -1e-6)].contains { shift in
          let offset = ring.offset(u + shift.0, v + shift.1)
          return (0..<3).allSatisfy {
            abs(
              GradientTests.expected(UInt32($0), offset, ring.colors)
                - Double(canvas.channel($0, x, y))) < 0.6
          }
        }
        if !fits { wrong += 1 }
      }
    }
    #expect(wrong == 0, "\(ring), scale \(scale)", sourceLocation: sourceLocation)
  }

  @Test func `quadrants and conic follow the arc in both directions, from any tail`() {
    for (isConic, colors) in [(false, Self.colors), (true, [0xEBD6AB, 0xC6A05D])] {
      for sweep in [0, 0.01, 0.25, 0.4, 0.75, 0.93, 0.98, 1] {
        for (tail, isClockwise) in [(-0.25, true), (-0.25, false), (0.37, true), (0.81, false)] {
          expect(
            ReferenceRing(
              center: 24, radius: 15.5, cap: 8.5, tail: tail, sweep: sweep,
              isClockwise: isClockwise, isConic: isConic, colors: colors), scale: 1.25)
        }
      }
    }
  }

  @Test func `the round head lies over the tail of a closed ring`() {
    var scene = Scene()
    let stops = scene.addStops(Color(hex: 0x000000), Color(hex: 0x0000FF))
    let gradient = RingGradient(
      center: Point(20, 20), radius: 12, capRadius: 4, tail: .degrees(-90), sweep: .fullTurn,
      stops: stops)
    scene.add(
      .ring(center: Point(20, 20), radius: 12, width: 8), paint: .conic(gradient))
    var canvas = Canvas(40, 40)
    canvas.draw(scene)
    // To the right of the top: the head's colour up to 4 from it, then the tail's again.
    let row = (20..<26).map { canvas.channel(0, $0, 8) }
    #expect(row[0...3] == [255, 255, 255, 255])
    #expect(row[4] < 20 && row[5] < 25)
    #expect(canvas.channel(0, 19, 8) > 250)
  }

  @Test func `a centre at just the cap's radius from the head takes the head's colour`() {
    var scene = Scene()
    let stops = scene.addStops(Color(hex: 0x000000), Color(hex: 0x0000FF))
    let gradient = RingGradient(
      center: Point(20, Fixed(20)), radius: Fixed(11.5), capRadius: Fixed(4.5),
      tail: .degrees(-90), sweep: .fullTurn, stops: stops)
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: 40, height: 40)), paint: .conic(gradient))
    var canvas = Canvas(40, 40)
    canvas.draw(scene)
    // The head is at (20, 8.5); the centre of pixel (24, 8) is 4.5 from it, the next one 5.5.
    #expect(canvas.channel(0, 24, 8) == 255)
    #expect(canvas.channel(0, 25, 8) < 30)
  }
}
