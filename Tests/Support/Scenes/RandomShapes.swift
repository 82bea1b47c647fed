// SPDX-License-Identifier: Apache-2.0

public import DisplayList
public import FixedPoint

/// Pseudorandom numbers, the same in every run.
public struct SeededGenerator {
  private var state: UInt64

  /// Begins the sequence of a seed.
  public init(_ seed: UInt64) { state = seed }

  /// The next one, from 0.
  public mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  /// One between two others.
  public mutating func number(_ low: Double, _ high: Double) -> Fixed {
    let value = low + (high - low) * Double(next(below: 1 << 20)) / 1_048_576
    return Fixed(raw: Int64((value * 4_294_967_296).rounded()))
  }

  /// A point in or near a frame of 64 × 48.
  public mutating func point() -> Point { Point(number(-10, 74), number(-10, 58)) }
}

extension Scene {
  /// Adds a shape of any kind and paint, at any position.
  public mutating func addAny(_ generator: inout SeededGenerator) {
    let geometry: Geometry
    let center = generator.point()
    switch generator.next(below: 8) {
    case 0:
      geometry = .rectangle(
        Rectangle(
          x: center.x, y: center.y, width: generator.number(0, 30), height: generator.number(0, 30))
      )
    case 1:
      geometry = .roundedRectangle(
        Rectangle(
          x: center.x, y: center.y, width: generator.number(1, 30), height: generator.number(1, 30)),
        radius: generator.number(0, 9))
    case 2: geometry = .circle(center: center, radius: generator.number(0, 20))
    case 3:
      geometry = .ring(
        center: center, radius: generator.number(2, 20), width: generator.number(0, 9))
    case 4:
      geometry = .ringArc(
        center: center, radius: generator.number(6, 20), width: generator.number(1, 9),
        start: .turns(generator.number(-1, 1)), sweep: .turns(generator.number(-1.1, 1.1)))
    default:
      beginPath()
      move(to: generator.point())
      for _ in 0..<1 + generator.next(below: 4) {
        switch generator.next(below: 3) {
        case 0: line(to: generator.point())
        case 1: quadratic(control: generator.point(), to: generator.point())
        default: cubic(generator.point(), generator.point(), to: generator.point())
        }
      }
      if generator.next(below: 2) == 0 { close() }
      let path = endPath()
      geometry =
        generator.next(below: 3) == 0 ? .fill(path) : .stroke(path, width: generator.number(0.3, 9))
    }
    beginStops()
    // Most gradients are opaque.
    let isTranslucent = generator.next(below: 4) == 0
    for offset in 0...1 {
      addStop(
        Color(hex: UInt32(generator.next(below: 1 << 24))), at: Fixed(offset),
        opacity: isTranslucent ? Fraction(generator.number(0, 1)) : .one)
    }
    let stops = endStops()
    var paint = Paint.solid(Color(hex: UInt32(generator.next(below: 1 << 24))))
    let gradient = RingGradient(
      center: center, radius: generator.number(6, 20), capRadius: 4,
      tail: .turns(generator.number(-1, 1)),
      sweep: .turns(generator.number(0, 1)), isClockwise: generator.next(below: 2) == 0,
      stops: stops)
    switch generator.next(below: 6) {
    case 3:
      let focus = Point(center.x + generator.number(-4, 4), center.y + generator.number(-4, 4))
      if let radial = RadialGradient(
        center: center, radius: generator.number(6, 30), focus: focus, stops: stops)
      {
        paint = .radial(radial)
      }
    case 0: paint = .quadrants(gradient)
    case 1: paint = .conic(gradient)
    case 2:
      if let linear = LinearGradient(from: generator.point(), to: generator.point(), stops: stops) {
        paint = .linear(linear)
      }
    default: break
    }
    add(
      geometry, paint: paint, opacity: Fraction(generator.number(0.2, 1.3)),
      transform: Transform.identity.translated(x: 32, y: 24).rotated(
        by: .turns(generator.number(0, 1))
      )
      .scaled(x: generator.number(-1.5, 1.5), y: generator.number(0.2, 1.5)).translated(
        x: -32, y: -24))
  }
}
