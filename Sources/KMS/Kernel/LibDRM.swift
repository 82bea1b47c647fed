// SPDX-License-Identifier: Apache-2.0

import CDRM
package import Linux

/// The kernel's DRM interface on an open file, through libdrm; see `KernelInterface` for each call.
///
/// Only this type touches libdrm's memory. Calls that read lists allocate memory and free it before they
/// return: they are for configuration only, never for a frame.
@usableFromInline
package struct LibDRM: ~Copyable {
  /// The open file, to poll for events; reads are nonblocking.
  package let descriptor: FileDescriptor

  /// Takes over an open card.
  init(adopting descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }
}

extension LibDRM {
  /// The number, for C functions.
  var number: CInt { descriptor.number }

  static var lastErrno: CInt { cdrm_errno() }
}

extension LibDRM: KernelHandle {
  @usableFromInline
  package func release(_ object: KernelObject) {
    // These calls fail only when the card is gone, and the object with it.
    switch object {
    case .dumbBuffer(let handle): _ = cdrm_destroy_dumb(number, handle)
    case .framebuffer(let id): _ = drmModeRmFB(number, id)
    case .blob(let id): _ = drmModeDestroyPropertyBlob(number, id)
    }
  }
}

extension LibDRM: KernelInterface {
  package var pollNumber: CInt { number }

  package func duplicated() throws(SystemError) -> LibDRM {
    LibDRM(adopting: try descriptor.duplicated())
  }

  package func capability(_ capability: Int32, _ value: inout UInt64) -> CInt {
    // The address is the caller's, valid during the call.
    unsafe cdrm_get_cap(number, UInt64(capability), &value)
  }

  package func enable(_ capability: UInt64) -> CInt { cdrm_set_client_cap(number, capability, 1) }

  package var isMaster: Bool { drmIsMaster(number) != 0 }

  package func setMaster() -> CInt { cdrm_set_master(number) }

  package func dropMaster() -> CInt { drmDropMaster(number) }

  package func isDriver(_ name: StaticString) -> Bool {
    // Literals end with a zero.
    name.withUTF8Buffer { unsafe cdrm_driver_is(number, $0.baseAddress) } != 0
  }

  package func sequence(of crtc: CRTCID) -> CInt { cdrm_crtc_sequence(number, crtc.rawValue) }

  package func readEvents(into bytes: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
    guard case .bytes(let count) = try descriptor.read(into: &bytes) else { return 0 }
    return count
  }
}
