// SPDX-License-Identifier: Apache-2.0

import Raster
import Scanout
import Linux

/// A dumb buffer with its framebuffer and its mapping.
struct ScanoutBuffer<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  let framebuffer: Framebuffer<Kernel>
  let buffer: DumbBuffer<Kernel>
  var mapping: Mapping
}

extension ScanoutBuffer where Kernel: KernelInterface & ~Copyable {
  init(on card: borrowing Kernel, size: PixelSize, format: PixelFormat) throws(KMSError) {
    let buffer = try DumbBuffer(on: card, width: size.width, height: size.height, format: format)
    let mapping = try buffer.mapped()
    let framebuffer = try Framebuffer(on: card, showing: buffer, size: size, format: format)
    self.framebuffer = framebuffer
    self.buffer = buffer
    self.mapping = mapping
  }
}

/// The two buffers of an output, of the same size and stride; one where memory does not suffice for two.
///
/// The second is created when the first has been committed: the kernel clears each buffer, which takes
/// longer than to draw into it.
///
/// They are not in an inline array (compiler-workarounds.md: inline-array-of-owners). There is no shadow
/// in ordinary memory, whatever `DRM_CAP_DUMB_PREFER_SHADOW` says: a shadow helps a renderer that reads
/// its pixels back, which is slow here. Here each changed pixel is composited in cached memory and
/// stored once, row by row, as a copy from a shadow would be.
struct ScanoutBuffers<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  private let size: PixelSize
  private let format: PixelFormat
  private var first: ScanoutBuffer<Kernel>
  private var second: ScanoutBuffer<Kernel>?
}

extension ScanoutBuffers where Kernel: KernelInterface & ~Copyable {
  init(on card: borrowing Kernel, size: PixelSize, format: PixelFormat) throws(KMSError) {
    first = try ScanoutBuffer(on: card, size: size, format: format)
    self.size = size
    self.format = format
  }

  /// Creates the second buffer; false where that fails for any reason: one suffices.
  ///
  /// Throws only when the card is gone.
  mutating func addSecond(on card: borrowing Kernel) throws(KMSError) -> Bool {
    do throws(KMSError) {
      second = try ScanoutBuffer(on: card, size: size, format: format)
    } catch {
      if error.kind == .lostDevice { throw error }
    }
    // The output reports one stride: buffers of different strides are not supported.
    if let stride = secondStride, stride != first.buffer.strideInBytes { second = nil }
    return count == 2
  }

  /// The number of buffers.
  var count: Int { secondStride == nil ? 1 : 2 }

  func framebuffer(_ index: Int) -> FramebufferID {
    if index == 0 { return first.framebuffer.id }
    switch second {
    case .some(let second): return second.framebuffer.id
    case .none: preconditionFailure("There is one buffer only.")
    }
  }

  @_lifetime(&self)
  mutating func pixels(of index: Int) -> PixelBuffer {
    let (size, format, stride) = (size, format, first.buffer.strideInBytes)
    if index == 0 {
      return PixelBuffer(
        first.mapping.mutableElements(as: UInt8.self), width: size.width, height: size.height,
        strideInBytes: stride, format: format)
    }
    // Optional chaining cannot return a value that depends on the buffer; index 1 exists only with two
    // buffers.
    // swift-format-ignore: NeverForceUnwrap
    return PixelBuffer(
      second!.mapping.mutableElements(as: UInt8.self), width: size.width, height: size.height,
      strideInBytes: stride, format: format)
  }

  private var secondStride: Int? {
    switch second {
    case .some(let second): second.buffer.strideInBytes
    case .none: nil
    }
  }
}
