import CDRM
import System

/// The calls of the time before atomic commits; they wait until they are done.
enum LegacyCRTC {
  /// Shows a framebuffer in a mode; 0, or minus an errno.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_SETCRTC`.
  static func set(
    _ crtc: CRTCID, framebuffer: FramebufferID, x: UInt32 = 0, y: UInt32 = 0,
    connector: ConnectorID, mode: Mode, on card: borrowing FileDescriptor
  ) -> CInt {
    var connectorNumber = connector.rawValue
    var info = mode.info
    // Both addresses are of locals, valid during the call; the count of the first is 1.
    return unsafe drmModeSetCrtc(
      card.number, crtc.rawValue, framebuffer.rawValue, x, y, &connectorNumber, 1, &info)
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
