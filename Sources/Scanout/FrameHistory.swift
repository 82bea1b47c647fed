// SPDX-License-Identifier: Apache-2.0

import Raster

/// The scene that each of an output's buffers holds.
///
/// Not an inline array (compiler-workarounds.md: inline-array-of-owners). And no subscript that yields
/// one of them: the frame of such an accessor with several yields is allocated on the heap each time. All is
/// mutating, whether it changes something or not (compiler-workarounds.md: immutable-self).
struct FrameHistory: ~Copyable {
  private var first: Scene
  private var second: Scene
  private var third: Scene

  /// Makes empty scenes, one for each buffer.
  init(count: Int, shapeCapacity: Int, elementCapacity: Int, stopCapacity: Int) {
    precondition(count <= Swapchain.capacity, "So many buffers are not supported.")
    func scene(_ isUsed: Bool) -> Scene {
      Scene(
        shapeCapacity: isUsed ? shapeCapacity : 0, elementCapacity: isUsed ? elementCapacity : 0,
        stopCapacity: isUsed ? stopCapacity : 0)
    }
    first = scene(true)
    second = scene(count > 1)
    third = scene(count > 2)
  }

  /// Finds the damage of a scene since the one that a buffer holds; `isRated` is that of `Scene`.
  mutating func findDamage(
    of scene: borrowing Scene, since buffer: Int, isRated: Bool, into damage: inout DamageRegion
  ) {
    switch buffer {
    case 0: scene.findDamage(since: first, isRated: isRated, into: &damage)
    case 1: scene.findDamage(since: second, isRated: isRated, into: &damage)
    default: scene.findDamage(since: third, isRated: isRated, into: &damage)
    }
  }

  /// Exchanges a scene with the one that a buffer holds.
  mutating func exchange(_ scene: inout Scene, with buffer: Int) {
    switch buffer {
    case 0: swap(&scene, &first)
    case 1: swap(&scene, &second)
    default: swap(&scene, &third)
    }
  }

  /// Whether a scene gives other pixels than the one that a buffer holds.
  mutating func differ(
    from scene: borrowing Scene, in buffer: Int, within damage: borrowing DamageRegion,
    as format: PixelFormat, by renderer: inout Renderer
  ) -> Bool {
    switch buffer {
    case 0:
      renderer.differs(scene, from: first, within: damage, as: format)
    case 1:
      renderer.differs(scene, from: second, within: damage, as: format)
    default:
      renderer.differs(scene, from: third, within: damage, as: format)
    }
  }

  /// Draws a damage region of the scene that a buffer holds into other memory.
  mutating func draw(
    _ buffer: Int, damage: borrowing DamageRegion, into pixels: inout PixelBuffer,
    with renderer: inout Renderer
  ) {
    switch buffer {
    case 0: renderer.draw(first, damage: damage, into: &pixels)
    case 1: renderer.draw(second, damage: damage, into: &pixels)
    default: renderer.draw(third, damage: damage, into: &pixels)
    }
  }
}
