import CDRM
import Raster
import Scanout
import Linux

/// The numbers that atomic commits to one plane, CRTC and connector need.
///
/// Owns the kernel's copy of the mode, and destroys it when it goes.
struct AtomicCommitter: ~Copyable {
  private let card: FileDescriptor
  private let crtc: CRTCID
  private let connector: ConnectorID
  private let plane: PlaneID
  /// How the pixels are stored that the plane is given.
  let format: PixelFormat
  private let size: PixelSize
  private let modeBlob: UInt32
  private let properties: PipeProperties

  init(
    on card: borrowing FileDescriptor, _ pipe: DisplayPipe, plane: Plane, _ format: PixelFormat
  ) throws(KMSError) {
    let properties = try PipeProperties(card, pipe, plane: plane)
    let own: FileDescriptor
    do {
      own = try card.duplicated()
    } catch {
      throw KMSError(.modeBlob, error)
    }
    var blob: UInt32 = 0
    var info = pipe.mode.info
    // Both addresses are of locals, valid during the call.
    try check(.modeBlob, unsafe cdrm_create_mode_blob(own.number, &info, &blob))
    self.card = own
    self.plane = plane.id
    self.format = format
    crtc = pipe.crtc
    connector = pipe.connector.id
    self.properties = properties
    size = pipe.mode.size
    modeBlob = blob
  }

  deinit {
    // It fails only when the card is gone, and the blob with it.
    _ = drmModeDestroyPropertyBlob(card.number, modeBlob)
  }

  /// Shows a framebuffer in the mode; without a mode-set where the driver can do without.
  func configure(
    _ framebuffer: FramebufferID, clearing obstacles: Obstacles?, userData: UInt64
  ) -> CInt {
    var request = AtomicRequest()
    // A cable that let too little through is tried again.
    request.set(properties.connector, of: connector.rawValue, to: [UInt64(crtc.rawValue), 0])
    // Frames come when the vblanks do, not the other way round; and whoever had the display may have
    // tinted it.
    request.set(properties.crtc, of: crtc.rawValue, to: [UInt64(modeBlob), 1, 0, 0, 0, 0])
    setPlane(showing: framebuffer, in: &request)
    if let obstacles { clear(obstacles, in: &request) }
    for modeset: AtomicRequest.Flags in [[], .allowModeset] {
      let answer = request.commit(on: card, modeset.union(.testOnly), userData: 0)
      if answer == 0 { return request.commit(on: card, modeset.union(.event), userData: userData) }
      if modeset == .allowModeset { return answer }
    }
    return 0
  }

  /// Shows another framebuffer from the next vblank on; it differs where it changed or was drawn.
  func flip(
    to framebuffer: FramebufferID, _ drawn: borrowing DamageRegion,
    _ changed: borrowing DamageRegion,
    userData: UInt64
  ) -> CInt {
    let property = properties.planeFramebuffer.rawValue
    // Most drivers want to know nothing more, and the list takes longer than the commit.
    let clips = properties.damageClips.rawValue
    if clips == 0 {
      return cdrm_flip_plane(
        card.number, plane.rawValue, property, framebuffer.rawValue, 0, 0, userData)
    }
    var blob: UInt32 = 0
    // Without clips the driver assumes that the whole frame has changed, which is always correct.
    let isKnown = ClipList(changed, drawn).makeBlob(on: card, &blob)
    let answer = cdrm_flip_plane(
      card.number, plane.rawValue, property, framebuffer.rawValue, isKnown ? clips : 0, blob,
      userData)
    // The commit keeps its own reference.
    if isKnown { _ = drmModeDestroyPropertyBlob(card.number, blob) }
    return answer
  }

  /// Switches the display off, so that the next configuration sets its mode for certain.
  func turnOff() {
    var request = AtomicRequest()
    request.set(properties.crtc[1].id, of: crtc.rawValue, to: 0)
    // A failure shows in the configuration that follows.
    _ = request.commit(on: card, .allowModeset, userData: 0)
  }

  private func setPlane(showing framebuffer: FramebufferID, in request: inout AtomicRequest) {
    let (width, height) = (UInt64(size.width), UInt64(size.height))
    // The source is in 16.16 fixed point. 1 is DRM_MODE_ROTATE_0: the previous master may have rotated the
    // plane, while frames are rendered rotated.
    request.set(
      properties.plane, of: plane.rawValue,
      to: [
        UInt64(framebuffer.rawValue), UInt64(crtc.rawValue), 0, 0, width << 16, height << 16, 0, 0,
        width, height, 1, 0xFFFF, 0,
      ])
  }

  /// The properties of the core have the same numbers on all objects of a card.
  private func clear(_ obstacles: Obstacles, in request: inout AtomicRequest) {
    for other in obstacles.connectors {
      request.set(properties.connector[0].id, of: other.rawValue, to: 0)
    }
    if let other = obstacles.crtc {
      request.set(properties.crtc[0].id, of: other.rawValue, to: 0)
      request.set(properties.crtc[1].id, of: other.rawValue, to: 0)
    }
    for other in obstacles.planes {
      request.set(properties.planeFramebuffer, of: other.rawValue, to: 0)
      request.set(properties.plane[1].id, of: other.rawValue, to: 0)
    }
  }
}
