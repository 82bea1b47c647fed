// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Support
import Testing

@Suite struct StrokeCacheTests {
  /// A path of a few subpaths, some of which overlap, moved by a step.
  private func add(_ seed: UInt64, step: Int, to scene: inout Scene) {
    var generator = SeededGenerator(seed)
    scene.beginPath()
    for _ in 0..<1 + generator.next(below: 4) {
      let x = generator.number(0, 60)
      func point() -> Point { Point(x + generator.number(0, 14), generator.number(4, 44)) }
      scene.move(to: point())
      for _ in 0..<1 + generator.next(below: 3) {
        if generator.next(below: 2) == 0 {
          scene.line(to: point())
        } else {
          scene.quadratic(control: point(), to: point())
        }
      }
      if generator.next(below: 3) == 0 { scene.close() }
    }
    let path = scene.endPath()
    let map = Transform.identity.translated(x: generator.number(-4, 4), y: Fixed(step) / 3)
      .rotated(by: .degrees(Fixed(step) / 5)).scaled(x: generator.number(0.2, 1), y: 1)
    scene.add(
      .stroke(path, width: generator.number(1, 9)), paint: .solid(.white), transform: map)
  }

  @Test func `a stroke is drawn alike whatever was drawn before`() {
    // More strokes than are kept, each several times, moved and turned.
    var used = Renderer(maximumWidth: 64)
    for seed in 0..<UInt64(150) {
      for step in 0..<2 {
        var scene = Scene(background: .black)
        add(seed, step: step, to: &scene)
        var fresh = Renderer(maximumWidth: 64)
        var (frame, expected) = (Canvas(64, 48), Canvas(64, 48))
        frame.draw(scene, with: &used)
        expected.draw(scene, with: &fresh)
        #expect(frame.pixels == expected.pixels, "\(seed), step \(step)")
      }
    }
  }

  @Test func `what is drawn of a subpath depends on those that it touches alone`() {
    var renderer = Renderer(maximumWidth: 64)
    for seed in 0..<UInt64(60) {
      func frame(_ isWhole: Bool) -> [UInt32] {
        var scene = Scene(background: .black)
        var generator = SeededGenerator(seed)
        scene.beginPath()
        for part in 0..<6 {
          // Those of even number lie on the left, in any order, the others on the right.
          let x = part % 2 == 0 ? generator.number(2, 20) : generator.number(38, 56)
          func point() -> Point { Point(x + generator.number(0, 4), generator.number(4, 44)) }
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
      #expect(frame(true) == frame(false), "\(seed)")
    }
  }
}
