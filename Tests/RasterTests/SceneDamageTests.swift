// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Support
import Testing

@Suite struct SceneDamageTests {
  @Test func `a damaged part equals the same part of the full frame, and nothing else changes`() {
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

  @Test func `the damage between two scenes covers every pixel that differs`() {
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
}
