import Raster

/// The scenes that an output's buffers hold, by the buffers' places.
///
/// Not an array: Swift 6.3 fails to emit the destruction of an inline array whose elements have to
/// release something. And no subscript that yields one of them: the frame of such an accessor with
/// several yields is allocated on the heap each time.
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

  /// The damage of a scene since the one that a buffer holds.
  func damage(of scene: borrowing Scene, since buffer: Int, _ size: PixelSize) -> Region {
    let (width, height) = (size.width, size.height)
    switch buffer {
    case 0: return scene.damage(since: first, width: width, height: height)
    case 1: return scene.damage(since: second, width: width, height: height)
    default: return scene.damage(since: third, width: width, height: height)
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
  func differ(
    from scene: borrowing Scene, in buffer: Int, within damage: Region, as format: FourCC,
    _ size: PixelSize, _ renderer: inout Renderer, _ comparer: inout Renderer
  ) -> Bool {
    func differs(_ held: borrowing Scene) -> Bool {
      renderer.differs(
        scene, from: held, composedBy: &comparer, within: damage, as: format, width: size.width,
        height: size.height)
    }
    switch buffer {
    case 0: return differs(first)
    case 1: return differs(second)
    default: return differs(third)
    }
  }

  /// Draws all of the scene that a buffer holds into other memory.
  func draw(_ buffer: Int, into pixels: inout PixelBuffer, with renderer: inout Renderer) {
    let picture = PixelRectangle(x: 0, y: 0, width: pixels.width, height: pixels.height)
    switch buffer {
    case 0: renderer.draw(first, damage: Region(picture), into: &pixels)
    case 1: renderer.draw(second, damage: Region(picture), into: &pixels)
    default: renderer.draw(third, damage: Region(picture), into: &pixels)
    }
  }
}
