// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Support
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

  @Test func `what lies far from the origin is drawn as what lies near it`() {
    // Whole points: an offset that is added before all products and subtracted after them is exact.
    // Positions beyond 2¹⁵ use other code than those below.
    for seed in 0..<UInt64(40) {
      let expected = frame(scene(seed, shift: 0))
      for shift: Fixed in [32_740, 40_000, 3_000_000] {
        let isSame = frame(scene(seed, shift: shift)) == expected
        #expect(isSame, "\(seed) \(shift.floor)")
      }
    }
  }

  @Test
  func `rows drawn alone are those of the whole frame, arcs and letters beside them or not`() {
    for seed in 0..<UInt64(20) {
      let all = scene(seed, shift: 0)
      let whole = frame(all)
      var renderer = Renderer(maximumWidth: 64)
      for row in stride(from: 0, to: 48, by: 5) {
        var damage = DamageRegion(width: 64, height: 48)
        damage.insert(PixelRectangle(x: 0, y: row, width: 64, height: 1))
        var part = Canvas(64, 48)
        part.draw(all, with: &renderer, damage: damage)
        let isSame = part.pixels[row * 64..<row * 64 + 64] == whole[row * 64..<row * 64 + 64]
        #expect(isSame, "\(seed) \(row)")
      }
    }
  }

  @Test func `stripes of one shape are those of shapes of their own, near each other or not`() {
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
