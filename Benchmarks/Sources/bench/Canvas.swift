import Raster

/// A picture in memory and the renderer that draws all of it.
struct Canvas: ~Copyable {
  /// Larger than any outline here.
  private static let edgeCapacity = 1 << 17

  let width: Int
  let height: Int
  var memory: PixelMemory
  private var renderer: Renderer

  /// Makes a black picture.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    memory = PixelMemory(count: width * height)
    renderer = Renderer(
      maximumWidth: width, maximumHeight: height, edgeCapacity: Canvas.edgeCapacity)
  }

  /// Whether something was left out for want of room.
  var isIncomplete: Bool { renderer.overflowed }

  /// Draws the whole picture.
  mutating func draw(_ scene: borrowing Scene) {
    Canvas.draw(scene, with: &renderer, into: &memory, width: width, height: height)
  }

  private static func draw(
    _ scene: borrowing Scene, with renderer: inout Renderer, into memory: inout PixelMemory,
    width: Int, height: Int
  ) {
    let all = PixelRectangle(x: 0, y: 0, width: width, height: height)
    var buffer = PixelBuffer(
      memory.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xr24)
    renderer.draw(scene, damage: Region(all), into: &buffer)
  }
}
