import Raster

/// The scenes that an output's buffers hold, by the buffers' places.
///
/// Not an array: Swift 6.3 fails to emit the destruction of an inline array whose elements have to
/// release something.
struct HeldScenes: ~Copyable {
  private var first: Scene
  private var second: Scene
  private var third: Scene

  /// Makes empty scenes, with room for as many as there are buffers.
  init(count: Int, shapeCapacity: Int, elementCapacity: Int, stopCapacity: Int) {
    precondition(count <= BufferQueue.capacity, "So many buffers are not supported.")
    func scene(_ isUsed: Bool) -> Scene {
      Scene(
        shapeCapacity: isUsed ? shapeCapacity : 0, elementCapacity: isUsed ? elementCapacity : 0,
        stopCapacity: isUsed ? stopCapacity : 0)
    }
    first = scene(true)
    second = scene(count > 1)
    third = scene(count > 2)
  }

  subscript(buffer: Int) -> Scene {
    _read {
      switch buffer {
      case 0: yield first
      case 1: yield second
      default: yield third
      }
    }
    _modify {
      switch buffer {
      case 0: yield &first
      case 1: yield &second
      default: yield &third
      }
    }
  }
}
