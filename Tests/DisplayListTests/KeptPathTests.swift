// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Testing

@Suite struct KeptPathTests {
  private func makeKey(_ letters: String) -> PathKey? {
    let bytes = Array(letters.utf8)
    return PathKey(bytes.span, Point(3, 4), 5, 6)
  }

  private func line(_ scene: inout Scene, to x: Fixed) -> PathRange {
    scene.beginPath()
    scene.move(to: .zero)
    scene.line(to: Point(x, 9))
    return scene.endPath()
  }

  @Test func `a path is taken again while nothing else takes its place`() throws {
    var scene = Scene()
    let key = try #require(makeKey("41%"))
    scene.keep(line(&scene, to: 20), as: key)
    for _ in 0..<3 {
      scene.removeAll()
      let taken = scene.takeKeptPath(key)
      let path = try #require(taken)
      scene.add(.stroke(path, width: 2), paint: .solid(.white))
      var expected = Scene()
      expected.add(.stroke(line(&expected, to: 20), width: 2), paint: .solid(.white))
      var damage = DamageRegion(width: 32, height: 16)
      scene.findDamage(since: expected, into: &damage)
      let isEqual = damage.isEmpty
      #expect(isEqual)
    }
    scene.removeAll()
    _ = line(&scene, to: 5)
    let elsewhere = scene.takeKeptPath(key)
    scene.removeAll()
    let overwritten = scene.takeKeptPath(key)
    #expect(elsewhere == nil && overwritten == nil)
  }

  @Test func `neither another key nor another position gives it`() throws {
    var scene = Scene()
    _ = line(&scene, to: 5)
    let key = try #require(makeKey("41%"))
    scene.keep(line(&scene, to: 20), as: key)
    scene.removeAll()
    let elsewhere = scene.takeKeptPath(key)
    _ = line(&scene, to: 5)
    let other = try #require(makeKey("42%"))
    let different = scene.takeKeptPath(other)
    let taken = scene.takeKeptPath(key)
    #expect(elsewhere == nil && different == nil && taken != nil)
    #expect(makeKey("\u{0}1%") != makeKey("1%") && makeKey("123456789") == nil)
  }

  @Test func `only the first path of a frame is kept`() throws {
    var scene = Scene()
    let first = try #require(makeKey("41%"))
    let second = try #require(makeKey("done"))
    scene.keep(line(&scene, to: 20), as: first)
    scene.keep(line(&scene, to: 10), as: second)
    scene.removeAll()
    let (none, kept) = (scene.takeKeptPath(second), scene.takeKeptPath(first))
    #expect(none == nil && kept != nil)
  }

  /// The pixels that a stroke of a path may touch, as the damage since an empty scene.
  private func box(of path: PathRange, in scene: inout Scene) -> PixelRectangle {
    scene.add(.stroke(path, width: 2), paint: .solid(.white))
    var damage = DamageRegion(width: 64, height: 64)
    scene.findDamage(since: Scene(), into: &damage)
    return damage.bounds
  }

  @Test func `a path in a kept one's place has an extent of its own`() throws {
    let key = try #require(makeKey("41%"))
    for wipes in [false, true] {
      var scene = Scene()
      scene.keep(line(&scene, to: 50), as: key)
      if wipes { scene.wipe() } else { scene.removeAll() }
      let shorter = box(of: line(&scene, to: 5), in: &scene)
      var expected = Scene()
      #expect(shorter == box(of: line(&expected, to: 5), in: &expected))
      #expect(shorter.right < 10)
      let taken = scene.takeKeptPath(key)
      #expect(taken == nil)
    }
  }

  @Test func `a kept path's extent is the one that it has`() throws {
    let key = try #require(makeKey("41%"))
    var scene = Scene()
    let first = line(&scene, to: 50)
    scene.keep(first, as: key)
    var expected = Scene()
    let wanted = box(of: line(&expected, to: 50), in: &expected)
    #expect(box(of: first, in: &scene) == wanted)
    scene.removeAll()
    let taken = scene.takeKeptPath(key)
    #expect(box(of: try #require(taken), in: &scene) == wanted)
  }

  @Test func `kept paths are equal where their keys are`() throws {
    func scene(_ letters: String, to x: Fixed) throws -> Scene {
      var scene = Scene()
      let path = line(&scene, to: x)
      scene.keep(path, as: try #require(makeKey(letters)))
      scene.add(.stroke(path, width: 2), paint: .solid(.white))
      return scene
    }
    var damage = DamageRegion(width: 64, height: 64)
    for (letters, x, isEqual) in [("41%", Fixed(20), true), ("42%", Fixed(25), false)] {
      try scene("41%", to: 20).findDamage(since: scene(letters, to: x), into: &damage)
      let isEmpty = damage.isEmpty
      #expect(isEmpty == isEqual, "\(letters)")
    }
  }
}
