// SPDX-License-Identifier: Apache-2.0

import CDRM
import Raster
import Linux

/// Memory of a card that the CPU can write and the card can show.
///
/// Destroyed when it goes. Corresponds to `DRM_IOCTL_MODE_CREATE_DUMB`.
struct DumbBuffer: ~Copyable {
  /// A descriptor of its own: the card's owner may go first.
  private let card: FileDescriptor
  let handle: UInt32
  let strideInBytes: Int
  let size: Int

  init(
    on card: borrowing FileDescriptor, width: Int, height: Int, format: PixelFormat
  ) throws(KMSError) {
    let own: FileDescriptor
    do {
      own = try card.duplicated()
    } catch {
      throw KMSError(.createBuffer, error)
    }
    var handle: UInt32 = 0
    var stride: UInt32 = 0
    var size: UInt64 = 0
    // The addresses are of locals, valid during the call.
    let result = unsafe cdrm_create_dumb(
      own.number, UInt32(width), UInt32(height), UInt32(8 * format.bytesPerPixel), &handle, &stride,
      &size)
    try check(.createBuffer, result)
    self.card = own
    self.handle = handle
    strideInBytes = Int(stride)
    self.size = Int(size)
  }

  deinit {
    // It fails only when the card is gone, and the buffer with it.
    _ = cdrm_destroy_dumb(card.number, handle)
  }

  /// Maps the memory, to be written.
  func mapped() throws(KMSError) -> Mapping {
    var offset: UInt64 = 0
    // The address is of a local, valid during the call.
    try check(.mapBuffer, unsafe cdrm_map_dumb(card.number, handle, &offset))
    do {
      return try Mapping(of: card, size: size, offset: Int64(offset), isWritable: true)
    } catch {
      throw KMSError(.mapBuffer, error)
    }
  }
}
