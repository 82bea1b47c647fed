// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// A scene on the heap: two of them are swapped without a copy of either.
final class SceneBox {
  var scene: Scene

  /// A box that takes over a scene.
  init(_ scene: consuming Scene) { self.scene = scene }
}

/// The scene in each of an output's buffers, and the scene of the frame that is being made.
struct FrameHistory: ~Copyable {
  /// The scene that is being made.
  private(set) var current: SceneBox
  /// The scene that each buffer holds.
  private var held: InlineArray<3, SceneBox>

  /// Allocates empty scenes, one for each buffer and one more.
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

  /// Records that a buffer now holds the current scene; the buffer's old scene becomes the current
  /// one.
  mutating func exchange(with buffer: Int) {
    let old = held[buffer]
    held[buffer] = current
    current = old
  }
}
