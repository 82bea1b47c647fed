// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Raster
import Testing

/// Numbers that look random and are the same in every run.
struct SeededGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func number(_ low: Double, _ high: Double) -> Fixed {
    Fixed(low + (high - low) * Double(next(below: 1 << 20)) / 1_048_576)
  }

  mutating func point() -> Point { Point(number(-10, 74), number(-10, 58)) }
}

extension Scene {
  /// Adds a shape of any kind, paint and place.
  mutating func addAny(_ generator: inout SeededGenerator) {
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
        if generator.next(below: 2) == 0 {
          line(to: generator.point())
        } else {
          quadratic(control: generator.point(), to: generator.point())
        }
      }
      if generator.next(below: 2) == 0 { close() }
      let path = endPath()
      geometry =
        generator.next(below: 3) == 0 ? .fill(path) : .stroke(path, width: generator.number(0.3, 9))
    }
    let stops = addStops(
      Color(hex: UInt32(generator.next(below: 1 << 24))),
      Color(hex: UInt32(generator.next(below: 1 << 24))))
    var paint = Paint.solid(Color(hex: UInt32(generator.next(below: 1 << 24))))
    let gradient = RingGradient(
      center: center, radius: generator.number(6, 20), capRadius: 4,
      tail: .turns(generator.number(-1, 1)),
      sweep: .turns(generator.number(0, 1)), isClockwise: generator.next(below: 2) == 0,
      stops: stops)
    switch generator.next(below: 5) {
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

@Suite struct SceneDamageTests {
  @Test func `A damaged part equals the same part of the full frame, and nothing else changes`() {
    var generator = SeededGenerator(7)
    var renderer = Renderer(maximumWidth: 64)
    for _ in 0..<300 {
      var scene = Scene(background: Color(hex: UInt32(generator.next(below: 1 << 24))))
      for _ in 0..<1 + generator.next(below: 6) { scene.addAny(&generator) }
      var full = Canvas(64, 48)
      full.draw(scene, with: &renderer)
      let start = renderer.pixelsWritten
      var region = DamageRegion(width: 64, height: 48)
      for _ in 0..<1 + generator.next(below: 5) {
        region.insert(
          PixelRectangle(
            x: generator.next(below: 70) - 6, y: generator.next(below: 54) - 6,
            width: generator.next(below: 20), height: generator.next(below: 20)
          ))
      }
      var part = Canvas(64, 48)
      part.draw(scene, with: &renderer, damage: region)
      var (count, wrong) = (0, 0)
      for y in 0..<48 {
        for x in 0..<64 {
          let isDamaged = region.contains(x: x, y: y)
          count += isDamaged ? 1 : 0
          if part[x, y] != (isDamaged ? full[x, y] : Canvas.untouched) { wrong += 1 }
        }
      }
      #expect(wrong == 0)
      let written = renderer.pixelsWritten - start
      #expect(written == Int64(count))
    }
  }

  @Test func `The damage between two scenes covers every pixel that differs`() {
    var generator = SeededGenerator(11)
    var renderer = Renderer(maximumWidth: 64)
    for _ in 0..<200 {
      var before = Scene()
      var after = Scene()
      let count = 1 + generator.next(below: 5)
      let change = generator.next(below: count)
      for index in 0..<count {
        var (same, other) = (generator, SeededGenerator(UInt64(generator.next(below: 1 << 30))))
        before.addAny(&generator)
        if index == change {
          switch generator.next(below: 3) {
          case 0: after.addAny(&other)
          case 1: break
          default:
            after.addAny(&other)
            after.addAny(&same)
          }
        } else {
          after.addAny(&same)
        }
      }
      var damage = DamageRegion(width: 64, height: 48)
      after.findDamage(since: before, into: &damage)
      var (frame, expected) = (Canvas(64, 48), Canvas(64, 48))
      frame.draw(before, with: &renderer)
      expected.draw(after, with: &renderer)
      frame.draw(after, with: &renderer, damage: damage)
      #expect(frame.pixels == expected.pixels)
    }
  }

  @Test func `Equal scenes have no damage, wherever their paths lie`() {
    var first = Scene()
    var second = Scene()
    _ = second.path([(0, 0), (3, 3)])
    _ = second.addStops(.white, .white)
    for index in 0..<40 {
      var (one, two) = (SeededGenerator(UInt64(index)), SeededGenerator(UInt64(index)))
      first.addAny(&one)
      second.addAny(&two)
    }
    #expect(damagedPixels(second, since: first) == 0)
    second.background = .white
    #expect(damagedPixels(second, since: first) == 64 * 48)
  }

  @Test func `A shape that moves damages its old and its new place`() {
    func scene(_ x: Fixed) -> Scene {
      var scene = Scene()
      scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 64, height: 2)), paint: .solid(.white))
      scene.add(.rectangle(Rectangle(x: x, y: 10, width: 4, height: 4)), paint: .solid(.white))
      return scene
    }
    #expect(damagedPixels(scene(40), since: scene(2)) == 32)
  }

  @Test func `An arc that grows damages nothing on the other side of its ring`() {
    func scene(_ sweep: Fixed, width: Fixed) -> Scene {
      var scene = Scene()
      scene.add(.ring(center: Point(32, 24), radius: 18, width: 3), paint: .solid(.white))
      scene.add(
        .ringArc(
          center: Point(32, 24), radius: 18, width: width, start: .degrees(-90),
          sweep: .degrees(sweep)), paint: .solid(Color(hex: 0x4080C0)))
      return scene
    }
    for sweep: Fixed in [30, 70, 100, 170] {
      var damage = DamageRegion(width: 64, height: 48)
      scene(sweep + 3, width: 8).findDamage(since: scene(sweep, width: 8), into: &damage)
      #expect(!damage.isEmpty && damage.bounds.x >= 24, "\(sweep)°")
    }
  }

  private func damagedPixels(_ scene: borrowing Scene, since previous: borrowing Scene) -> Int {
    var damage = DamageRegion(width: 64, height: 48)
    scene.findDamage(since: previous, into: &damage)
    return damage.pixelCount
  }
}
