import Raster
import Scanout
import System

/// One of the buffers that take turns on the display.
struct ScanoutBuffer: ~Copyable {
  let framebuffer: Framebuffer
  let buffer: DumbBuffer
  var mapping: Mapping

  init(on card: borrowing FileDescriptor, size: PixelSize, format: FourCC) throws(KMSError) {
    let buffer = try DumbBuffer(on: card, width: size.width, height: size.height, format: format)
    let mapping = try buffer.mapped()
    let framebuffer = try Framebuffer(on: card, showing: buffer, size: size, format: format)
    self.framebuffer = framebuffer
    self.buffer = buffer
    self.mapping = mapping
  }
}

/// The two buffers of an output; they have the same size and stride.
///
/// Not an array: Swift 6.3 fails to emit the destruction of an inline array whose elements have to
/// release something.
struct BufferPair: ~Copyable {
  private let size: PixelSize
  private let format: FourCC
  private var first: ScanoutBuffer
  private var second: ScanoutBuffer

  init(on card: borrowing FileDescriptor, size: PixelSize, format: FourCC) throws(KMSError) {
    let first = try ScanoutBuffer(on: card, size: size, format: format)
    let second = try ScanoutBuffer(on: card, size: size, format: format)
    // One stride is told for both: a driver that gives two would need another way.
    if first.buffer.strideInBytes != second.buffer.strideInBytes {
      throw KMSError(.refused, .createBuffer)
    }
    self.size = size
    self.format = format
    self.first = first
    self.second = second
  }

  func framebuffer(_ index: Int) -> FramebufferID {
    index == 0 ? first.framebuffer.id : second.framebuffer.id
  }

  @_lifetime(&self)
  mutating func pixels(of index: Int) -> PixelBuffer {
    let (size, format, stride) = (size, format, first.buffer.strideInBytes)
    if index == 0 {
      return PixelBuffer(
        first.mapping.mutableElements(as: UInt8.self), width: size.width, height: size.height,
        strideInBytes: stride, format: format)
    }
    return PixelBuffer(
      second.mapping.mutableElements(as: UInt8.self), width: size.width, height: size.height,
      strideInBytes: stride, format: format)
  }
}
