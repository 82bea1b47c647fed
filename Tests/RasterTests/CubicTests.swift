// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Raster
import Support
import Testing

/// Cubic curves against the same curves in 512 straight lines.
@Suite struct CubicTests {
  private static let side = 64

  private struct Cubic {
    var points: [(x: Double, y: Double)]

    func at(_ t: Double) -> (Double, Double) {
      let weights = [
        (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t,
      ]
      return (
        zip(points, weights).reduce(0) { $0 + $1.0.x * $1.1 },
        zip(points, weights).reduce(0) { $0 + $1.0.y * $1.1 }
      )
    }

    func add(to scene: inout Scene, inLines: Bool) -> PathRange {
      scene.beginPath()
      scene.move(to: Point(at: points[0].x, points[0].y))
      if inLines {
        for step in 1...512 {
          let (x, y) = at(Double(step) / 512)
          scene.line(to: Point(at: x, y))
        }
      } else {
        scene.cubic(
          Point(at: points[1].x, points[1].y), Point(at: points[2].x, points[2].y),
          to: Point(at: points[3].x, points[3].y))
      }
      return scene.endPath()
    }
  }

  private static func pixels(
    _ cubic: Cubic, inLines: Bool, width: Double?, _ transform: Transform
  ) -> [Int] {
    var scene = Scene(elementCapacity: 1024)
    let path = cubic.add(to: &scene, inLines: inLines)
    scene.add(
      width.map { .stroke(path, width: Fixed($0)) } ?? .fill(path), paint: .solid(.white),
      transform: transform)
    let isWhole = !scene.overflowed
    #expect(isWhole)
    var canvas = Canvas(side, side)
    canvas.draw(scene)
    return (0..<side * side).map { canvas.channel(0, $0 % side, $0 / side) }
  }

  @Test func `a cubic curve is the curve, filled and stroked`() {
    var generator = SeededGenerator(40)
    func number(_ low: Double, _ high: Double) -> Double {
      Double(generator.number(low, high).raw) / 4_294_967_296
    }
    var (worst, sum, count) = (0, 0, 0)
    for round in 0..<24 {
      // Loops and cusps among them.
      let cubic = Cubic(points: (0..<4).map { _ in (number(-8, 72), number(-8, 72)) })
      let scale = [1, 0.5, 2, 1.3][round % 4]
      let transform = Transform.identity.translated(x: 32, y: 32)
        .rotated(by: .turns(Fixed(number(0, 1)))).scaled(by: Fixed(scale))
        .translated(x: -32, y: -32)
      let width = round % 2 == 0 ? nil : number(0.5, 12)
      let found = Self.pixels(cubic, inLines: false, width: width, transform)
      let wanted = Self.pixels(cubic, inLines: true, width: width, transform)
      for (a, b) in zip(found, wanted) {
        worst = max(worst, abs(a - b))
        sum += a - b
        if a != b { count += 1 }
      }
    }
    // As with quadratic curves: their chords are as long.
    #expect(worst <= 5, "\(worst) levels")
    // Areas are equal.
    #expect(abs(sum) <= count / 4, "\(sum) levels in \(count) pixels")
  }

  @Test func `a quadratic curve in the form of a cubic one has its pixels`() {
    var generator = SeededGenerator(41)
    for _ in 0..<60 {
      let (start, control, end) = (generator.point(), generator.point(), generator.point())
      var scene = Scene()
      var other = Scene()
      func third(_ a: Point, _ b: Point) -> Point {
        Point((a.x + b.x * 2) / 3, (a.y + b.y * 2) / 3)
      }
      scene.beginPath()
      scene.move(to: start)
      scene.quadratic(control: control, to: end)
      scene.add(.fill(scene.endPath()), paint: .solid(.white))
      other.beginPath()
      other.move(to: start)
      other.cubic(third(start, control), third(end, control), to: end)
      other.add(.fill(other.endPath()), paint: .solid(.white))
      var (canvas, wanted) = (Canvas(64, 48), Canvas(64, 48))
      canvas.draw(scene)
      wanted.draw(other)
      for (a, b) in zip(canvas.pixels, wanted.pixels) {
        #expect(abs(Int(a & 255) - Int(b & 255)) <= 1)
      }
    }
  }

  @Test func `a cubic curve without a subpath begins one, and one without room is left out`() {
    var scene = Scene(elementCapacity: 4)
    scene.beginPath()
    scene.cubic(Point(1, 1), Point(2, 2), to: Point(3, 3))
    scene.line(to: Point(9, 3))
    scene.line(to: Point(9, 9))
    var overflowed = scene.overflowed
    #expect(!overflowed)
    // Two elements, and there is room for one.
    scene.cubic(Point(30, 60), Point(50, 60), to: Point(60, 9))
    overflowed = scene.overflowed
    #expect(overflowed)
    scene.add(.fill(scene.endPath()), paint: .solid(.white))
    var canvas = Canvas(16, 16)
    canvas.draw(scene)
    // The triangle is whole.
    #expect(canvas.channel(0, 8, 5) == 255 && canvas.channel(0, 4, 8) == 0)
    #expect(canvas.channel(0, 12, 12) == 0)
  }

  @Test func `scenes with other curves differ`() {
    func scene(_ y: Fixed) -> Scene {
      var scene = Scene()
      scene.beginPath()
      scene.move(to: Point(4, 4))
      scene.cubic(Point(20, y), Point(40, 40), to: Point(60, 4))
      scene.add(.stroke(scene.endPath(), width: 2), paint: .solid(.white))
      return scene
    }
    var damage = DamageRegion(width: 64, height: 48)
    scene(30).findDamage(since: scene(30), into: &damage)
    var isEmpty = damage.isEmpty
    #expect(isEmpty)
    scene(31).findDamage(since: scene(30), into: &damage)
    isEmpty = damage.isEmpty
    #expect(!isEmpty)
  }
}
