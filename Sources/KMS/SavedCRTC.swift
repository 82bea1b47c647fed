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
