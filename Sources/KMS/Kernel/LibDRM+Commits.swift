// SPDX-License-Identifier: Apache-2.0

import CDRM
package import Linux
package import Raster

extension LibDRM {
  package func createBlob(_ bytes: RawSpan, _ id: inout UInt32) -> CInt {
    let number = number
    // The bytes are borrowed, and the other address is the caller's.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe drmModeCreatePropertyBlob(number, bytes.baseAddress, bytes.count, &id)
    }
  }

  package func createBlob(of mode: Mode, _ id: inout UInt32) -> CInt {
    var info = mode.info
    // Both addresses are valid during the call.
    return unsafe cdrm_create_mode_blob(number, &info, &id)
  }

  package func createDumb(
    width: Int, height: Int, bitsPerPixel: Int, _ memory: inout DumbMemory
  ) -> CInt {
    // The addresses are the caller's, valid during the call.
    unsafe cdrm_create_dumb(
      number, UInt32(width), UInt32(height), UInt32(bitsPerPixel), &memory.handle,
      &memory.strideInBytes, &memory.size)
  }

  package func map(_ memory: DumbMemory) throws(KMSError) -> Mapping {
    var offset: UInt64 = 0
    // The address is of a local, valid during the call.
    try check(.mapBuffer, unsafe cdrm_map_dumb(number, memory.handle, &offset))
    do {
      return try Mapping(
        of: descriptor, size: Int(clamping: memory.size), offset: Int64(offset), isWritable: true)
    } catch {
      throw KMSError(.mapBuffer, error)
    }
  }

  package func addFramebuffer(
    _ memory: DumbMemory, width: Int, height: Int, _ format: PixelFormat, _ id: inout UInt32
  ) -> CInt {
    // The address is the caller's, valid during the call.
    unsafe cdrm_add_framebuffer(
      number, UInt32(width), UInt32(height), format.rawValue, memory.strideInBytes, memory.handle,
      &id)
  }

  package func closeFramebuffer(_ id: FramebufferID) {
    // Kernels before 6.8 have no such call; with them the display is switched off with the
    // framebuffer.
    _ = cdrm_close_framebuffer(number, id.rawValue)
  }

  package func commit(
    _ request: borrowing AtomicRequest, _ flags: AtomicRequest.Flags, userData: UInt64
  ) -> CInt {
    request.send(to: number, flags, userData: userData)
  }

  package func flip(
    _ plane: PlaneID, _ framebuffer: PropertyChange, clips: PropertyChange?, userData: UInt64
  ) -> CInt {
    cdrm_flip_plane(
      number, plane.rawValue, framebuffer.id.rawValue, UInt32(framebuffer.value),
      clips?.id.rawValue ?? 0, UInt32(clips?.value ?? 0), userData)
  }

  package func setCRTC(
    _ crtc: CRTCID, _ framebuffer: FramebufferID, x: UInt32, y: UInt32,
    connectors: [ConnectorID], mode: Mode?
  ) -> CInt {
    guard let mode else { return drmModeSetCrtc(number, crtc.rawValue, 0, 0, 0, nil, 0, nil) }
    // A CRTC can drive at most this many.
    var numbers = InlineArray<8, UInt32>(repeating: 0)
    let count = min(connectors.count, 8)
    for index in 0..<count { numbers[index] = connectors[index].rawValue }
    var info = mode.info
    let number = number
    var span = numbers.mutableSpan
    // The array is at least as long as the count, and both addresses are valid during the call.
    return unsafe span.withUnsafeMutableBufferPointer { numbers in
      unsafe drmModeSetCrtc(
        number, crtc.rawValue, framebuffer.rawValue, x, y, numbers.baseAddress, CInt(count), &info)
    }
  }

  package func pageFlip(_ crtc: CRTCID, to framebuffer: FramebufferID, userData: UInt64) -> CInt {
    cdrm_page_flip(number, crtc.rawValue, framebuffer.rawValue, userData)
  }

  package func hideCursor(on crtc: CRTCID) {
    // Drivers without cursors refuse it.
    _ = drmModeSetCursor(number, crtc.rawValue, 0, 0, 0)
  }

  package func flush(_ framebuffer: FramebufferID, _ rectangles: Span<Int32>) -> CInt {
    let number = number
    // There are four numbers for each rectangle.
    return unsafe rectangles.withUnsafeBufferPointer { numbers in
      unsafe cdrm_dirty(
        number, framebuffer.rawValue, numbers.baseAddress, UInt32(numbers.count / 4))
    }
  }
}
