// SPDX-License-Identifier: Apache-2.0

import Raster

/// A scene in memory of its own: two change places without a copy of either.
final class SceneBox {
  var scene: Scene

  /// Takes over a scene.
  init(_ scene: consuming Scene) { self.scene = scene }

  /// Finds the damage of the scene since another one, see `Scene`.
  func findDamage(
    since other: SceneBox, isRated: Bool = true, into damage: inout DamageRegion
  ) {
    SceneBox.findDamage(of: &scene, since: &other.scene, isRated, into: &damage)
  }

  /// Draws a damage region of the scene.
  func draw(
    _ damage: borrowing DamageRegion, into pixels: inout PixelBuffer, by renderer: inout Renderer
  ) {
    SceneBox.draw(&scene, damage, into: &pixels, by: &renderer)
  }

  // What is not changed here is passed as if it were: otherwise it is copied (compiler-workarounds.md: immutable-self).
  @inline(never)
  private static func findDamage(
    of scene: inout Scene, since other: inout Scene, _ isRated: Bool,
    into damage: inout DamageRegion
  ) {
    scene.findDamage(since: other, isRated: isRated, into: &damage)
  }

  @inline(never)
  private static func draw(
    _ scene: inout Scene, _ damage: borrowing DamageRegion, into pixels: inout PixelBuffer,
    by renderer: inout Renderer
  ) {
    renderer.draw(scene, damage: damage, into: &pixels)
  }
}

/// The scene that each of an output's buffers holds, and the one that is being made.
struct FrameHistory: ~Copyable {
  /// The scene that is being made.
  private(set) var current: SceneBox
  private var drawn: InlineArray<3, SceneBox>

  /// Makes empty scenes, one for each buffer and one more.
  init(count: Int, shapeCapacity: Int, elementCapacity: Int, stopCapacity: Int) {
    precondition(count <= Swapchain.capacity, "So many buffers are not supported.")
    func box(_ isUsed: Bool) -> SceneBox {
      SceneBox(
        Scene(
          shapeCapacity: isUsed ? shapeCapacity : 0, elementCapacity: isUsed ? elementCapacity : 0,
          stopCapacity: isUsed ? stopCapacity : 0))
    }
    current = box(true)
    drawn = [box(true), box(count > 1), box(count > 2)]
  }

  /// The scene that a buffer holds.
  subscript(buffer: Int) -> SceneBox { drawn[buffer] }

  /// Notes that a buffer holds the scene that was being made; the one that it held is to be made next.
  mutating func exchange(with buffer: Int) {
    let old = drawn[buffer]
    drawn[buffer] = current
    current = old
  }
}
