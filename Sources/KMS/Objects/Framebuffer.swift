// SPDX-License-Identifier: Apache-2.0

import CDRM
import Raster
import Scanout
import Linux

/// A KMS framebuffer: a buffer with a size and a format that a plane can scan out.
///
/// Removed when it goes: a display that still shows it is switched off. Corresponds to
/// `DRM_IOCTL_MODE_ADDFB2`.
struct Framebuffer: ~Copyable {
  private let card: FileDescriptor
  let id: FramebufferID

  init(
    on card: borrowing FileDescriptor, showing buffer: borrowing DumbBuffer, size: PixelSize,
    format: PixelFormat
  ) throws(KMSError) {
    let own: FileDescriptor
    do {
      own = try card.duplicated()
    } catch {
      throw KMSError(.addFramebuffer, error)
    }
    var number: UInt32 = 0
    // The address is of a local, valid during the call.
    let result = unsafe cdrm_add_framebuffer(
      own.number, UInt32(size.width), UInt32(size.height), format.rawValue,
      UInt32(buffer.strideInBytes),
      buffer.handle, &number)
    try check(.addFramebuffer, result)
    self.card = own
    id = FramebufferID(rawValue: number)
  }

  deinit {
    // It fails only when the card is gone, and the framebuffer with it.
    _ = drmModeRmFB(card.number, id.rawValue)
  }
}
