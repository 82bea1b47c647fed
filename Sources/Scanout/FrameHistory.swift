// SPDX-License-Identifier: Apache-2.0

import Raster

/// A scene in memory of its own: two change places without a copy of either.
final class SceneBox {
  var scene: Scene

  /// Takes over a scene.
  init(_ scene: consuming Scene) { self.scene = scene }
}

/// The scene that each of an output's buffers holds, and the one that is being made.
struct FrameHistory: ~Copyable {
  /// The scene that is being made.
  private(set) var current: SceneBox
  /// Those that the buffers hold.
  private var held: InlineArray<3, SceneBox>

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
    held = [box(true), box(count > 1), box(count > 2)]
  }

  /// The scene that a buffer holds.
  subscript(buffer: Int) -> SceneBox { held[buffer] }

  /// Notes that a buffer holds the scene that was being made; the one that it held is to be made next.
  mutating func exchange(with buffer: Int) {
    let old = held[buffer]
    held[buffer] = current
    current = old
  }
}
