// SPDX-License-Identifier: Apache-2.0

import CDRM
import Linux

/// The calls of the time before atomic commits; they wait until they are done.
enum LegacyCRTC {
  /// Shows a framebuffer in a mode on some displays; 0, or minus an errno.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_SETCRTC`.
  static func set(
    _ crtc: CRTCID, framebuffer: FramebufferID, x: UInt32 = 0, y: UInt32 = 0,
    connectors: [ConnectorID], mode: Mode, on card: borrowing FileDescriptor
  ) -> CInt {
    // As many as a CRTC can feed.
    var numbers = InlineArray<8, UInt32>(repeating: 0)
    let count = min(connectors.count, 8)
    for index in 0..<count { numbers[index] = connectors[index].rawValue }
    var info = mode.info
    let number = card.number
    var span = numbers.mutableSpan
    // The numbers are more than the count, and both addresses are valid during the call.
    return unsafe span.withUnsafeMutableBufferPointer { numbers in
      unsafe drmModeSetCrtc(
        number, crtc.rawValue, framebuffer.rawValue, x, y, numbers.baseAddress, CInt(count), &info)
    }
  }

  /// Switches a CRTC off; 0, or minus an errno.
  static func turnOff(_ crtc: CRTCID, on card: borrowing FileDescriptor) -> CInt {
    // No mode, no framebuffer, no connector.
    drmModeSetCrtc(card.number, crtc.rawValue, 0, 0, 0, nil, 0, nil)
  }

  /// Shows another framebuffer from the next vblank on, and reports it with an event.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_PAGE_FLIP`.
  static func flip(
    _ crtc: CRTCID, to framebuffer: FramebufferID, userData: UInt64,
    on card: borrowing FileDescriptor
  ) -> CInt {
    cdrm_page_flip(card.number, crtc.rawValue, framebuffer.rawValue, userData)
  }
}
