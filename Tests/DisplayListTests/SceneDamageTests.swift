// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Support
import Testing

@Suite struct SceneDamageTests {
  @Test func `equal scenes have no damage, wherever their paths lie`() {
    var first = Scene()
    var second = Scene()
    second.beginPath()
    second.move(to: .zero)
    second.line(to: Point(3, 3))
    _ = second.endPath()
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

  @Test func `a shape that moves damages its old and its new place`() {
    func scene(_ x: Fixed) -> Scene {
      var scene = Scene()
      scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 64, height: 2)), paint: .solid(.white))
      scene.add(.rectangle(Rectangle(x: x, y: 10, width: 4, height: 4)), paint: .solid(.white))
      return scene
    }
    #expect(damagedPixels(scene(40), since: scene(2)) == 32)
  }

  @Test func `an arc that grows damages nothing on the other side of its ring`() {
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
