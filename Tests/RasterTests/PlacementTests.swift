// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Raster
import Testing

/// Things are drawn alike however their places are found.
@Suite struct PlacementTests {
  /// A few shapes of which each has lines, small arcs and joints, all moved to the right in user space.
  private func scene(_ seed: UInt64, shift: Fixed) -> Scene {
    var generator = SeededGenerator(seed)
    var scene = Scene(background: .black)
    let map = Transform.identity.scaled(x: Fixed(1.5), y: Fixed(-0.75)).translated(
      x: -shift, y: -60)
    for _ in 0..<3 {
      let (x, y) = (shift + generator.number(-6, 40), generator.number(-4, 50))
      scene.add(
        .roundedRectangle(
          Rectangle(x: x, y: y, width: generator.number(1, 30), height: generator.number(1, 30)),
          radius: generator.number(0, 9)),
        paint: .solid(Color(hex: UInt32(generator.next(below: 1 << 24)))), transform: map)
      scene.beginPath()
      scene.move(to: Point(x, y))
      for _ in 0..<3 {
        let control = Point(shift + generator.number(-6, 40), generator.number(-4, 50))
        scene.quadratic(
          control: control, to: Point(shift + generator.number(-6, 40), generator.number(-4, 50)))
      }
      scene.add(
        .stroke(scene.endPath(), width: generator.number(0.5, 6)),
        paint: .solid(Color(hex: UInt32(generator.next(below: 1 << 24)))), transform: map)
    }
    return scene
  }

  @Test func `What lies far from the origin is drawn as what lies near it`() {
    // Whole points: what is added before all products and taken off after them is exact. Places beyond
    // 2¹⁵ go another way than those below.
    for seed in 0..<UInt64(40) {
      let expected = frame(scene(seed, shift: 0))
      for shift: Fixed in [32_740, 40_000, 3_000_000] {
        let isSame = frame(scene(seed, shift: shift)) == expected
        #expect(isSame, "\(seed) \(shift.floor)")
      }
    }
  }

  @Test
  func `Rows drawn alone are those of the whole frame, arcs and letters beside them or not`() {
    for seed in 0..<UInt64(20) {
      let all = scene(seed, shift: 0)
      let whole = frame(all)
      var renderer = Renderer(maximumWidth: 64)
      for row in stride(from: 0, to: 48, by: 5) {
        var damage = DamageRegion(width: 64, height: 48)
        damage.insert(row: row, columns: 0..<64)
        var part = Canvas(64, 48)
        part.draw(all, with: &renderer, damage: damage)
        let isSame = part.pixels[row * 64..<row * 64 + 64] == whole[row * 64..<row * 64 + 64]
        #expect(isSame, "\(seed) \(row)")
      }
    }
  }

  @Test func `Stripes of one shape are those of shapes of their own, near each other or not`() {
    // No pixel has two stripes. Short ways between their edges are laid pixel by pixel, long ones at once.
    var generator = SeededGenerator(5)
    for _ in 0..<60 {
      var one = Scene(background: .black)
      var several = Scene(background: .black)
      let under = Color(hex: UInt32(generator.next(below: 1 << 24)))
      let color = Color(hex: UInt32(generator.next(below: 1 << 24)))
      let opacity = generator.next(below: 2) == 0 ? Fraction.one : Fraction(generator.number(0, 1))
      let width = generator.number(20, 200)
      let lean = generator.number(-0.3, 0.3)
      var corners: [[Point]] = []
      var x = generator.number(-4, 6)
      while x < 200 {
        let end = x + generator.number(0.1, generator.next(below: 3) == 0 ? 30 : 6)
        corners.append([
          Point(x, 0), Point(end, 0), Point(end + lean, 3), Point(x + lean, 3),
        ])
        x = end + generator.number(2.7, generator.next(below: 3) == 0 ? 30 : 9)
      }
      one.addBox(width, under)
      several.addBox(width, under)
      one.beginPath()
      for corners in corners { one.addPolygon(corners) }
      one.add(.fill(one.endPath()), paint: .solid(color), opacity: opacity)
      for corners in corners {
        several.beginPath()
        several.addPolygon(corners)
        several.add(.fill(several.endPath()), paint: .solid(color), opacity: opacity)
      }
      let isSame = frame(one, 200, 4) == frame(several, 200, 4)
      #expect(isSame)
    }
  }

  private func frame(
    _ scene: borrowing Scene, _ width: Int = 64, _ height: Int = 48
  ) -> [UInt32] {
    var canvas = Canvas(width, height)
    canvas.draw(scene)
    return canvas.pixels
  }
}

@Suite struct OutlineCacheTests {
  /// A box and a triangle that are moved, turned and squeezed step by step.
  private func scene(_ seed: UInt64, step: Int) -> Scene {
    var generator = SeededGenerator(seed)
    var scene = Scene()
    let map = Transform.identity
      .translated(x: 30 + Fixed(step) * generator.number(-3, 3), y: 20 + Fixed(step) / 2)
      .rotated(by: .degrees(Fixed(step) * generator.number(-5, 5)))
      .scaled(x: generator.number(0.5, 2), y: generator.number(0.5, 2))
    scene.add(
      .roundedRectangle(
        Rectangle(x: -9, y: -7, width: 18, height: 14), radius: generator.number(0, 5)),
      paint: .solid(.white), transform: map)
    scene.beginPath()
    scene.addPolygon([generator.point(), generator.point(), generator.point()])
    scene.add(
      .convexPolygon(scene.endPath(), outset: generator.number(0, 3)), paint: .solid(.black),
      transform: map)
    return scene
  }

  @Test func `What is found again is what was found`() {
    // More outlines than are cached, each of them several times, in frames of two heights.
    var used = DamageRegion(width: 64, height: 48)
    var other = DamageRegion(width: 64, height: 48)
    for seed in 0..<UInt64(40) {
      let height = seed % 7 == 3 ? 30 : 48
      used.removeAll(width: 64, height: height)
      other.removeAll(width: 64, height: height)
      for step in 0..<4 {
        let new = scene(seed, step: step)
        let old = scene(seed, step: step / 2)
        var fresh = DamageRegion(width: 64, height: height)
        new.findDamage(since: old, into: &fresh)
        new.findDamage(since: old, into: &used)
        let isSame = same(used, fresh)
        #expect(isSame, "\(seed) \(step)")
        used.exchangeOutlines(with: &other)
      }
    }
  }

  @Test func `A line that is closed twice is no triangle`() {
    var used = DamageRegion(width: 64, height: 48)
    let empty = Scene()
    for isTriangle in [false, true] {
      var scene = Scene()
      scene.beginPath()
      scene.move(to: Point(30, 8))
      scene.line(to: Point(50, 40))
      if isTriangle { scene.line(to: .zero) } else { scene.close() }
      scene.close()
      scene.add(.convexPolygon(scene.endPath(), outset: 1), paint: .solid(.white))
      var fresh = DamageRegion(width: 64, height: 48)
      scene.findDamage(since: empty, into: &fresh)
      used.removeAll(width: 64, height: 48)
      scene.findDamage(since: empty, into: &used)
      #expect(used.pixelCount == fresh.pixelCount)
    }
  }

  private func same(_ a: borrowing DamageRegion, _ b: borrowing DamageRegion) -> Bool {
    for y in 0..<a.height {
      for x in 0..<a.width where a.contains(x: x, y: y) != b.contains(x: x, y: y) { return false }
    }
    return true
  }
}

extension Scene {
  fileprivate mutating func addPolygon(_ corners: [Point]) {
    move(to: corners[0])
    for corner in corners.dropFirst() { line(to: corner) }
    close()
  }

  fileprivate mutating func addBox(_ width: Fixed, _ color: Color) {
    add(.rectangle(Rectangle(x: 0, y: 0, width: width, height: 4)), paint: .solid(color))
  }
}
