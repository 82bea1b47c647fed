import CDRM
import Raster
import Scanout
import System

/// The numbers that atomic commits to one plane, CRTC and connector need.
///
/// Owns the kernel's copy of the mode, and destroys it when it goes.
struct AtomicPipe: ~Copyable {
  private let card: FileDescriptor
  private let crtc: CRTCID
  private let connector: ConnectorID
  private let plane: PlaneID
  /// How the pixels are stored that the plane is given.
  let format: FourCC
  private let size: PixelSize
  private let modeBlob: UInt32
  private let properties: Properties

  /// What the properties are called on this card.
  private struct Properties {
    var connectorCRTC, crtcActive, crtcMode: PropertyID
    var planeFramebuffer, planeCRTC: PropertyID
    var sourceX, sourceY, sourceWidth, sourceHeight: PropertyID
    var crtcX, crtcY, crtcWidth, crtcHeight: PropertyID
  }

  init(
    on card: borrowing FileDescriptor, plane: PlaneID, _ format: FourCC, crtc: CRTCID,
    connector: ConnectorID, mode: Mode
  ) throws(KMSError) {
    let properties = try AtomicPipe.properties(
      card, plane: plane.rawValue, crtc: crtc.rawValue, connector: connector.rawValue)
    let own: FileDescriptor
    do {
      own = try card.duplicated()
    } catch {
      throw KMSError(.modeBlob, error)
    }
    var blob: UInt32 = 0
    var info = mode.info
    // Both addresses are of locals, valid during the call.
    try check(.modeBlob, unsafe cdrm_create_mode_blob(own.number, &info, &blob))
    self.card = own
    self.plane = plane
    self.format = format
    self.crtc = crtc
    self.connector = connector
    self.properties = properties
    size = mode.size
    modeBlob = blob
  }

  deinit {
    // It fails only when the card is gone, and the blob with it.
    _ = drmModeDestroyPropertyBlob(card.number, modeBlob)
  }

  /// Shows a framebuffer in the mode; without a mode-set where the driver can do without.
  func configure(_ framebuffer: FramebufferID, userData: UInt64) -> CInt {
    var request = AtomicRequest()
    request.set(properties.connectorCRTC, of: connector.rawValue, to: UInt64(crtc.rawValue))
    request.set(properties.crtcMode, of: crtc.rawValue, to: UInt64(modeBlob))
    request.set(properties.crtcActive, of: crtc.rawValue, to: 1)
    place(framebuffer, in: &request)
    for modeset: AtomicRequest.Flags in [[], .allowModeset] {
      let answer = request.commit(on: card, modeset.union(.testOnly), userData: 0)
      if answer == 0 { return request.commit(on: card, modeset.union(.event), userData: userData) }
      if modeset == .allowModeset { return answer }
    }
    return 0
  }

  /// Shows another framebuffer from the next vblank on.
  func flip(to framebuffer: FramebufferID, userData: UInt64) -> CInt {
    var request = AtomicRequest()
    request.set(
      properties.planeFramebuffer, of: plane.rawValue, to: UInt64(framebuffer.rawValue))
    return request.commit(on: card, [.nonblocking, .event], userData: userData)
  }

  private func place(_ framebuffer: FramebufferID, in request: inout AtomicRequest) {
    let (width, height) = (UInt64(size.width), UInt64(size.height))
    let plane = plane.rawValue
    request.set(properties.planeFramebuffer, of: plane, to: UInt64(framebuffer.rawValue))
    request.set(properties.planeCRTC, of: plane, to: UInt64(crtc.rawValue))
    // The source is in 16.16 fixed point.
    request.set(properties.sourceX, of: plane, to: 0)
    request.set(properties.sourceY, of: plane, to: 0)
    request.set(properties.sourceWidth, of: plane, to: width << 16)
    request.set(properties.sourceHeight, of: plane, to: height << 16)
    request.set(properties.crtcX, of: plane, to: 0)
    request.set(properties.crtcY, of: plane, to: 0)
    request.set(properties.crtcWidth, of: plane, to: width)
    request.set(properties.crtcHeight, of: plane, to: height)
  }

  private static func properties(
    _ card: borrowing FileDescriptor, plane: UInt32, crtc: UInt32, connector: UInt32
  ) throws(KMSError) -> Properties {
    let planeType = DRM_MODE_OBJECT_PLANE
    return Properties(
      connectorCRTC: try find("CRTC_ID", of: connector, DRM_MODE_OBJECT_CONNECTOR, card),
      crtcActive: try find("ACTIVE", of: crtc, DRM_MODE_OBJECT_CRTC, card),
      crtcMode: try find("MODE_ID", of: crtc, DRM_MODE_OBJECT_CRTC, card),
      planeFramebuffer: try find("FB_ID", of: plane, planeType, card),
      planeCRTC: try find("CRTC_ID", of: plane, planeType, card),
      sourceX: try find("SRC_X", of: plane, planeType, card),
      sourceY: try find("SRC_Y", of: plane, planeType, card),
      sourceWidth: try find("SRC_W", of: plane, planeType, card),
      sourceHeight: try find("SRC_H", of: plane, planeType, card),
      crtcX: try find("CRTC_X", of: plane, planeType, card),
      crtcY: try find("CRTC_Y", of: plane, planeType, card),
      crtcWidth: try find("CRTC_W", of: plane, planeType, card),
      crtcHeight: try find("CRTC_H", of: plane, planeType, card))
  }

  private static func find(
    _ name: StaticString, of object: UInt32, _ type: UInt32, _ card: borrowing FileDescriptor
  ) throws(KMSError) -> PropertyID {
    guard let found = Ioctl.property(name, of: object, type: type, card) else {
      throw KMSError(.refused, .property)
    }
    return found.id
  }
}
