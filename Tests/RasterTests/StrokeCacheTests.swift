import FixedPoint
import Raster
import Testing

@Suite struct StrokeCacheTests {
  /// A path of a few subpaths, some of which overlap, moved by a step.
  private func add(_ seed: UInt64, step: Int, to scene: inout Scene) {
    var dice = Dice(seed)
    scene.beginPath()
    for _ in 0..<1 + dice.roll(4) {
      let x = dice.number(0, 60)
      func point() -> Point { Point(x + dice.number(0, 14), dice.number(4, 44)) }
      scene.move(to: point())
      for _ in 0..<1 + dice.roll(3) {
        if dice.roll(2) == 0 {
          scene.line(to: point())
        } else {
          scene.quadratic(control: point(), to: point())
        }
      }
      if dice.roll(3) == 0 { scene.close() }
    }
    let path = scene.endPath()
    let map = Transform.identity.translated(x: dice.number(-4, 4), y: Fixed(step) / 3)
      .rotated(by: .degrees(Fixed(step) / 5)).scaled(x: dice.number(0.2, 1), y: 1)
    scene.add(
      .stroke(path, width: dice.number(1, 9)), paint: .solid(.white), transform: map)
  }

  @Test func `A stroke is drawn alike whatever was drawn before`() {
    // More strokes than are kept, each several times, moved and turned.
    var used = Renderer(maximumWidth: 64)
    for seed in 0..<UInt64(150) {
      for step in 0..<2 {
        var scene = Scene(background: .black)
        add(seed, step: step, to: &scene)
        var fresh = Renderer(maximumWidth: 64)
        var (picture, expected) = (Canvas(64, 48), Canvas(64, 48))
        picture.draw(scene, with: &used)
        expected.draw(scene, with: &fresh)
        #expect(picture.pixels == expected.pixels, "\(seed), step \(step)")
      }
    }
  }

  @Test func `What is drawn of a subpath depends on those that it touches alone`() {
    var renderer = Renderer(maximumWidth: 64)
    for seed in 0..<UInt64(60) {
      func picture(_ isWhole: Bool) -> [UInt32] {
        var scene = Scene(background: .black)
        var dice = Dice(seed)
        scene.beginPath()
        for part in 0..<6 {
          // Those of even number lie on the left, in any order, the others on the right.
          let x = part % 2 == 0 ? dice.number(2, 20) : dice.number(38, 56)
          func point() -> Point { Point(x + dice.number(0, 4), dice.number(4, 44)) }
          let points = [point(), point(), point()]
          if part % 2 == 0 && !isWhole { continue }
          scene.move(to: points[0])
          scene.line(to: points[1])
          scene.line(to: points[2])
        }
        scene.add(.stroke(scene.endPath(), width: 3), paint: .solid(.white))
        var canvas = Canvas(64, 48)
        canvas.draw(scene, with: &renderer)
        return canvas.pixels.enumerated().filter { $0.offset % 64 >= 32 }.map(\.element)
      }
      #expect(picture(true) == picture(false), "\(seed)")
    }
  }
}
