// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

@Suite struct ComparisonTests {
  private let all = PixelRectangle(x: 0, y: 0, width: 32, height: 16)

  @Test func `a scene does not differ from itself`() {
    #expect(!differ({ square(&$0, at: 4) }, { square(&$0, at: 4) }))
  }

  @Test func `what moved by a pixel differs`() {
    #expect(differ({ square(&$0, at: 4) }, { square(&$0, at: 5) }))
  }

  @Test func `a difference in the last pixel is found`() {
    let corner = Rectangle(x: 31, y: 15, width: 1, height: 1)
    #expect(differ({ $0.add(.rectangle(corner), paint: .solid(.white)) }, { _ in }))
  }

  @Test func `what moved by less than a shade does not differ`() {
    #expect(
      !differ({ square(&$0, at: 4) }, { square(&$0, at: Fixed(4) + .init(1, over: 4096)) }))
  }

  @Test func `what moved under something else does not differ`() {
    #expect(
      !differ(
        { square(&$0, at: 4, under: true) }, { square(&$0, at: 9, under: true) }))
  }

  @Test func `another background differs`() {
    #expect(differ({ $0.background = .white }, { $0.background = .black }))
  }

  @Test func `what lies outside of the damage does not count`() {
    let left = PixelRectangle(x: 0, y: 0, width: 2, height: 16)
    #expect(!differ({ square(&$0, at: 4) }, { square(&$0, at: 9) }, within: left))
  }

  @Test func `a comparison does not count as written`() {
    var first = Renderer(maximumWidth: 32, maximumHeight: 16)
    let scene = Scene()
    let all = DamageRegion(allOfWidth: 32, height: 16)
    _ = first.differs(scene, from: scene, within: all, as: .xrgb8888)
    #expect(first.pixelsWritten == 0)
  }

  private func square(_ scene: inout Scene, at x: Fixed, under: Bool = false) {
    scene.add(
      .rectangle(Rectangle(x: x, y: 3, width: 5, height: 5)), paint: .solid(.white))
    if under {
      scene.add(
        .rectangle(Rectangle(x: 2, y: 2, width: 28, height: 12)),
        paint: .solid(Color(hex: 0x336699)))
    }
  }

  private func differ(
    _ first: (inout Scene) -> Void, _ second: (inout Scene) -> Void,
    within part: PixelRectangle? = nil
  ) -> Bool {
    var scene = Scene()
    var other = Scene()
    first(&scene)
    second(&other)
    var renderer = Renderer(maximumWidth: 32, maximumHeight: 16)
    var damage = DamageRegion(width: 32, height: 16)
    damage.insert(part ?? all)
    return renderer.differs(scene, from: other, within: damage, as: .xrgb8888)
  }
}
