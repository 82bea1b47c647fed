import CDRM
import System

/// What a CRTC showed before us, put back when asked.
struct SavedCRTC: Sendable {
  let crtc: CRTCID
  let connector: ConnectorID
  let before: CRTCConfiguration

  init(of crtc: CRTCID, for connector: ConnectorID, on card: borrowing FileDescriptor)
    throws(KMSError)
  {
    self.crtc = crtc
    self.connector = connector
    before = try Ioctl.configuration(card, of: crtc)
  }

  /// Shows again what was there, or nothing if nothing was.
  ///
  /// Fails without a word where the card or the mastership is gone, or the framebuffer: the display
  /// then goes dark with our framebuffers. The kernel shows its console by itself only when nobody
  /// has the device open any more.
  func restore(on card: borrowing FileDescriptor) {
    if let mode = before.mode, before.framebuffer.rawValue != 0 {
      _ = LegacyCRTC.set(
        crtc, framebuffer: before.framebuffer, x: before.x, y: before.y, connector: connector,
        mode: mode, on: card)
    } else {
      // No mode, no framebuffer, no connector: off.
      _ = drmModeSetCrtc(card.number, crtc.rawValue, 0, 0, 0, nil, 0, nil)
    }
  }
}

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
