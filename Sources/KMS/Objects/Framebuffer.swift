// SPDX-License-Identifier: Apache-2.0

import Raster
import Scanout

/// A KMS framebuffer: a buffer with a size and a format that a plane can scan out.
///
/// `deinit` removes it: a display that still shows it is switched off. Corresponds to
/// `DRM_IOCTL_MODE_ADDFB2`.
@usableFromInline
struct Framebuffer<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  private let kernel: Kernel
  let id: FramebufferID

  deinit { kernel.release(.framebuffer(id.rawValue)) }
}

extension Framebuffer where Kernel: KernelInterface & ~Copyable {
  init(
    on card: borrowing Kernel, showing buffer: borrowing DumbBuffer<Kernel>, size: PixelSize,
    format: PixelFormat
  ) throws(KMSError) {
    let own = try card.duplicated(for: .addFramebuffer)
    var number: UInt32 = 0
    let result = own.addFramebuffer(
      buffer.memory, width: size.width, height: size.height, format, &number)
    try check(.addFramebuffer, result)
    kernel = own
    id = FramebufferID(rawValue: number)
  }
}
