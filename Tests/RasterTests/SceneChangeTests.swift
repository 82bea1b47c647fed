// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Support
import Testing

/// A scene with one shape, and the same scene with a slightly different geometry.
private struct Change {
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// The scene before and after.
  func scene(isNew: Bool) -> Scene {
    var generator = SeededGenerator(seed)
    var nudges = SeededGenerator(isNew ? seed ^ 0x5555 : seed)
    var scene = Scene()
    let map = Transform.identity.translated(x: 40, y: 40)
      .rotated(by: .turns(Fixed(generator.next(below: 4), over: 4)))
      .scaled(x: generator.next(below: 4) == 0 ? -1 : 1, y: 1).translated(x: -40, y: -40)
    let opacity = generator.next(below: 3) == 0 ? Fraction(generator.number(0.2, 1)) : .one
    let solid = Paint.solid(Color(hex: UInt32(generator.next(below: 1 << 24))))
    switch generator.next(below: 7) {
    case 0...2: addArc(to: &scene, &generator, &nudges, map, opacity)
    case 3:
      scene.add(
        .rectangle(box(&generator, &nudges, isNew)), paint: solid, opacity: opacity, transform: map)
    case 4:
      let radius = generator.number(0, 9)
      scene.add(
        .roundedRectangle(box(&generator, &nudges, isNew), radius: radius), paint: solid,
        opacity: opacity, transform: map)
    case 5:
      let path = addPath(to: &scene, &generator, &nudges, isNew)
      scene.add(.fill(path), paint: solid, opacity: opacity, transform: map)
    default:
      let path = addPath(to: &scene, &generator, &nudges, isNew)
      scene.add(
        .stroke(path, width: place(&generator, 1, 9)), paint: solid, opacity: opacity,
        transform: map)
    }
    return scene
  }

  /// An arc above rings of its circle, some of them hidden by it; one end is in the frame.
  private func addArc(
    to scene: inout Scene, _ generator: inout SeededGenerator, _ nudges: inout SeededGenerator,
    _ map: Transform,
    _ opacity: Fraction
  ) {
    let sizes = [(2.0, 8.0), (8, 20), (20, 34), (200, 256), (256, 420)]
    let (least, most) = sizes[generator.next(below: 5)]
    let radius = place(&generator, least, most)
    let width = place(&generator, 1, min(18, least * 1.9))
    let tail = Angle.turns(
      generator.next(below: 3) == 0
        ? Fixed(generator.next(below: 8), over: 8) : generator.number(-1, 1))
    var center = Point(40, 40)
    if radius > 34 {
      let end = Point(place(&generator, 5, 75), place(&generator, 5, 75))
      center = Point(end.x - radius * tail.cosine.wide, end.y - radius * tail.sine.wide)
    }
    let reach = radius > 34 ? 0.02 : 0.15
    let length =
      generator.next(below: 3) == 0 ? generator.number(0.8, 1.1) : generator.number(0, 0.9)
    let sweep = max(0, length + nudges.number(-reach, reach))
    let isClockwise = generator.next(below: 2) == 0
    scene.beginStops()
    // A translucent arc hides no ring.
    let opacities = generator.next(below: 4) == 0 ? (Fraction.half, Fraction.one) : (.one, .one)
    scene.addStop(
      Color(hex: UInt32(generator.next(below: 1 << 24))), at: 0, opacity: opacities.0)
    scene.addStop(
      Color(hex: UInt32(generator.next(below: 1 << 24))), at: 1, opacity: opacities.1)
    let stops = scene.endStops()
    var gradient = RingGradient(
      center: center, radius: radius, capRadius: width / 2, tail: tail, sweep: .turns(sweep),
      isClockwise: isClockwise, stops: stops)
    // Gradients that are not the arc's own.
    switch generator.next(below: 8) {
    case 0: gradient.tail = .turns(generator.number(0, 1))
    case 1: gradient.capRadius = generator.number(1, 9)
    case 2: gradient.isClockwise.toggle()
    case 3: gradient.sweep = .turns(nudges.number(0, 1))
    default: break
    }
    let paint: Paint
    switch generator.next(below: 3) {
    case 0: paint = .quadrants(gradient)
    case 1: paint = .conic(gradient)
    default: paint = .solid(Color(hex: UInt32(generator.next(below: 1 << 24))))
    }
    for _ in 0..<generator.next(below: 3) {
      scene.add(
        .ring(center: center, radius: radius, width: max(width - generator.number(-1, 6), 0)),
        paint: .solid(Color(hex: UInt32(generator.next(below: 1 << 24)))), transform: map)
    }
    // Either end may move.
    let isTailFixed = generator.next(below: 4) > 0
    let start = isTailFixed ? tail : tail - .turns(isClockwise ? sweep : -sweep)
    scene.add(
      .ringArc(
        center: center, radius: radius, width: width, start: start,
        sweep: .turns(isClockwise ? sweep : -sweep)), paint: paint, opacity: opacity,
      transform: map)
  }

  /// A rectangle of which some sides move.
  private func box(
    _ generator: inout SeededGenerator, _ nudges: inout SeededGenerator, _ isNew: Bool
  ) -> Rectangle {
    var sides = [
      place(&generator, 0, 36), place(&generator, 0, 36), place(&generator, 38, 80),
      place(&generator, 38, 80),
    ]
    let moving = 1 + generator.next(below: 15)
    for side in 0..<4 where isNew && moving >> side & 1 == 1 {
      sides[side] += place(&nudges, -4, 4)
    }
    return Rectangle(
      x: sides[0], y: sides[1], width: sides[2] - sides[0], height: sides[3] - sides[1])
  }

  /// A path of which one subpath changes.
  private func addPath(
    to scene: inout Scene, _ generator: inout SeededGenerator, _ nudges: inout SeededGenerator,
    _ isNew: Bool
  ) -> PathRange {
    let count = 1 + generator.next(below: 5)
    let changed = generator.next(below: count)
    scene.beginPath()
    for number in 0..<count {
      let x = place(&generator, 0, 70)
      var own = SeededGenerator(UInt64(generator.next(below: 1 << 30)))
      if isNew && number == changed {
        if nudges.next(below: 4) == 0 { continue }
        own = nudges
      }
      let width = generator.number(2, 30)
      func point(_ own: inout SeededGenerator) -> Point {
        Point(x + width * place(&own, 0, 4) / 4, place(&own, 4, 76))
      }
      scene.move(to: point(&own))
      for _ in 0..<1 + own.next(below: 4) {
        if own.next(below: 2) == 0 {
          scene.line(to: point(&own))
        } else {
          scene.quadratic(control: point(&own), to: point(&own))
        }
      }
      if own.next(below: 2) == 0 { scene.close() }
    }
    return scene.endPath()
  }

  /// A number, often a whole one: there the sides of pixels are.
  private func place(_ generator: inout SeededGenerator, _ low: Double, _ high: Double) -> Fixed {
    let value = generator.number(low, high)
    return generator.next(below: 2) == 0 ? Fixed(value.rounded) : value
  }
}

extension Fraction {
  fileprivate var wide: Fixed { Fixed(raw: Int64(raw) << 2) }
}

@Suite struct SceneChangeTests {
  @Test func `a nudged shape is redrawn by its damage as it is drawn whole`() {
    var renderer = Renderer(maximumWidth: 80)
    var small = 0
    for seed in 0..<UInt64(400) {
      let change = Change(seed: seed)
      let before = change.scene(isNew: false)
      let after = change.scene(isNew: true)
      var damage = DamageRegion(width: 80, height: 80)
      after.findDamage(since: before, into: &damage)
      var (frame, expected) = (Canvas(80, 80), Canvas(80, 80))
      frame.draw(before, with: &renderer)
      expected.draw(after, with: &renderer)
      frame.draw(after, with: &renderer, damage: damage)
      #expect(frame.pixels == expected.pixels, "\(seed)")
      if damage.pixelCount < 800 { small += 1 }
    }
    // The comparison is of use where not all is redrawn anyway.
    #expect(small > 100)
  }
}
