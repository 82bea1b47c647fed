// SPDX-License-Identifier: Apache-2.0

public import DisplayList

/// Draws scenes into memory of one's own, such as a buffer of another library.
///
/// `init` allocates all memory that a frame needs; drawing never allocates. The pixels are those that a display shows:
/// a function of the scene alone, to the bit, on every machine.
public struct SceneRenderer: ~Copyable {
  private var renderer: Renderer
  private var damage: DamageRegion

  /// Makes a renderer for frames of a size in pixels, 1 to 16384 a side.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - shapeCapacity: The most shapes of a scene, as in `Scene.init`.
  ///   - edgeCapacity: The most edges of a frame: a circle takes 2, a rectangle 2 to 4, a letter some hundred.
  public init(width: Int, height: Int, shapeCapacity: Int = 64, edgeCapacity: Int = 65536) {
    renderer = Renderer(
      maximumWidth: width, maximumHeight: height, shapeCapacity: shapeCapacity,
      edgeCapacity: edgeCapacity)
    damage = DamageRegion(width: width, height: height)
  }

  /// Whether a shape was missing in the last frame, because it was beyond a capacity.
  public var overflowed: Bool { renderer.overflowed }

  /// Draws a whole frame.
  ///
  /// Each pixel is stored once, from top to bottom, and none is read. Bytes between two rows stay as they are. Traps if
  /// the memory is too small, or rows overlap.
  ///
  /// - Parameters:
  ///   - scene: The frame.
  ///   - pixels: The memory: rows of pixels, in words of any size.
  ///   - strideInBytes: From the beginning of one row to that of the next.
  ///   - format: The form of a pixel.
  public mutating func draw<Word: BitwiseCopyable>(
    _ scene: borrowing Scene, into pixels: consuming MutableSpan<Word>, strideInBytes: Int,
    format: PixelFormat = .xrgb8888
  ) {
    damage.removeAll()
    damage.insertAll()
    drawDamage(scene, into: pixels, strideInBytes, format)
  }

  /// Draws what differs from an earlier frame, which the memory still holds.
  ///
  /// Of two or three buffers that take turns, each holds the frame that was last drawn into it: keep that scene beside
  /// the buffer.
  ///
  /// - Parameters:
  ///   - scene: The frame.
  ///   - previous: The scene of the frame in the memory.
  ///   - pixels: The memory: rows of pixels, in words of any size.
  ///   - strideInBytes: From the beginning of one row to that of the next.
  ///   - format: The form of a pixel, as in the earlier frame.
  /// - Returns: The box around the pixels that were stored; without a difference its size is 0.
  @discardableResult
  public mutating func draw<Word: BitwiseCopyable>(
    _ scene: borrowing Scene, since previous: borrowing Scene,
    into pixels: consuming MutableSpan<Word>, strideInBytes: Int, format: PixelFormat = .xrgb8888
  ) -> (x: Int, y: Int, width: Int, height: Int) {
    scene.findDamage(since: previous, isRated: false, into: &damage)
    let bounds = damage.bounds
    if !bounds.isEmpty { drawDamage(scene, into: pixels, strideInBytes, format) }
    return (bounds.x, bounds.y, bounds.width, bounds.height)
  }

  private mutating func drawDamage<Word: BitwiseCopyable>(
    _ scene: borrowing Scene, into pixels: consuming MutableSpan<Word>, _ strideInBytes: Int,
    _ format: PixelFormat
  ) {
    var buffer = PixelBuffer(
      pixels, width: damage.width, height: damage.height, strideInBytes: strideInBytes,
      format: format)
    renderer.draw(scene, damage: damage, into: &buffer)
  }
}
