// SPDX-License-Identifier: Apache-2.0

import Linux
import Raster

/// Memory of a card that the CPU can write and the card can scan out.
///
/// `deinit` destroys it. Corresponds to `DRM_IOCTL_MODE_CREATE_DUMB`.
@usableFromInline
struct DumbBuffer<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  /// A handle of its own: the card's owner may be destroyed first.
  private let kernel: Kernel
  let memory: DumbMemory

  deinit { kernel.release(.dumbBuffer(memory.handle)) }
}

extension DumbBuffer where Kernel: KernelInterface & ~Copyable {
  init(
    on card: borrowing Kernel, width: Int, height: Int, format: PixelFormat
  ) throws(KMSError) {
    let own = try card.duplicated(for: .createBuffer)
    var memory = DumbMemory()
    let result = own.createDumb(
      width: width, height: height, bitsPerPixel: 8 * format.bytesPerPixel, &memory)
    try check(.createBuffer, result)
    kernel = own
    self.memory = memory
  }

  var strideInBytes: Int { Int(clamping: memory.strideInBytes) }

  /// Maps the memory for writing.
  func mapped() throws(KMSError) -> Mapping { try kernel.map(memory) }
}

extension KernelInterface where Self: ~Copyable {
  /// A second handle, for an object that an operation creates.
  func duplicated(for operation: KMSError.Operation) throws(KMSError) -> Self {
    do throws(SystemError) {
      return try duplicated()
    } catch {
      throw KMSError(operation, error)
    }
  }
}
