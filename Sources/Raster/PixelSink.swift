/// The picture as the renderer sees it: pixels can be stored, but not read.
///
/// Scanout memory may be slow to read beyond all measure; here a read does not compile.
@usableFromInline
struct PixelSink<Pixel: BitwiseCopyable>: ~Copyable, ~Escapable {
  @usableFromInline var pixels: MutableSpan<Pixel>

  /// Takes over the span.
  @inlinable
  @_lifetime(copy pixels)
  init(_ pixels: consuming MutableSpan<Pixel>) {
    self.pixels = pixels
  }

  /// Stores one pixel; traps outside of the picture.
  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func store(_ pixel: Pixel, at index: Int) {
    pixels[index] = pixel
  }

  /// Stores the same pixel some times; traps outside of the picture.
  @inlinable
  @_lifetime(self: copy self)
  mutating func fill(_ range: Range<Int>, _ pixel: Pixel) {
    for index in range { pixels[index] = pixel }
  }
}
