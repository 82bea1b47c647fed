// SPDX-License-Identifier: Apache-2.0

import CDRM
import Raster
import Scanout
import Linux

/// Commits framebuffers atomically to one display pipe.
///
/// Owns the mode's property blob.
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
  ///
  /// Notes in `isModeset` whether a mode-set was allowed.
  func configure(
    _ framebuffer: FramebufferID, clearing obstacles: Obstacles?, userData: UInt64,
    _ isModeset: inout Bool
  ) -> CInt {
    var request = AtomicRequest()
    let (connector, crtc) = (connector.rawValue, crtc.rawValue)
    request.set(properties.connector.crtcID, of: connector, to: UInt64(crtc))
    // 0 is DRM_MODE_LINK_STATUS_GOOD: has the driver train a bad link again.
    request.set(properties.connector.linkStatus, of: connector, to: 0)
    request.set(properties.crtc.modeID, of: crtc, to: UInt64(modeBlob))
    request.set(properties.crtc.active, of: crtc, to: 1)
    // The previous master may have left colour tables, or variable refresh, under which vblanks would
    // follow the frames instead of the reverse.
    request.set(properties.crtc.gammaLUT, of: crtc, to: 0)
    request.set(properties.crtc.degammaLUT, of: crtc, to: 0)
    request.set(properties.crtc.ctm, of: crtc, to: 0)
    request.set(properties.crtc.vrrEnabled, of: crtc, to: 0)
    setPlane(showing: framebuffer, in: &request)
    if let obstacles { clear(obstacles, in: &request) }
    for modeset: AtomicRequest.Flags in [[], .allowModeset] {
      isModeset = modeset == .allowModeset
      let answer = request.commit(on: card, modeset.union(.testOnly), userData: 0)
      if answer == 0 { return request.commit(on: card, modeset.union(.event), userData: userData) }
      if modeset == .allowModeset { return answer }
    }
    return 0
  }

  /// What the driver learns about what differs in a frame.
  func damage() -> DisplaySetup.Damage {
    properties.plane.damageClips.id.rawValue == 0 ? .wholeFrames : .clips
  }

  /// Shows another framebuffer from the next vblank on; it differs where it changed or was drawn.
  func flip(
    to framebuffer: FramebufferID, _ drawn: borrowing DamageRegion,
    _ changed: borrowing DamageRegion,
    userData: UInt64
  ) -> CInt {
    let property = properties.plane.fbID.id.rawValue
    // Most drivers want to know nothing more, and the list takes longer than the commit.
    let clips = properties.plane.damageClips.id.rawValue
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
    request.set(properties.crtc.active, of: crtc.rawValue, to: 0)
    // A failure shows in the configuration that follows.
    _ = request.commit(on: card, .allowModeset, userData: 0)
  }

  private func setPlane(showing framebuffer: FramebufferID, in request: inout AtomicRequest) {
    let (width, height) = (UInt64(size.width), UInt64(size.height))
    // The source is in 16.16 fixed point. 1 is DRM_MODE_ROTATE_0: the previous master may have rotated the
    // plane, while frames are rendered rotated.
    let (properties, plane) = (properties.plane, plane.rawValue)
    request.set(properties.fbID, of: plane, to: UInt64(framebuffer.rawValue))
    request.set(properties.crtcID, of: plane, to: UInt64(crtc.rawValue))
    request.set(properties.sourceX, of: plane, to: 0)
    request.set(properties.sourceY, of: plane, to: 0)
    request.set(properties.sourceWidth, of: plane, to: width << 16)
    request.set(properties.sourceHeight, of: plane, to: height << 16)
    request.set(properties.crtcX, of: plane, to: 0)
    request.set(properties.crtcY, of: plane, to: 0)
    request.set(properties.crtcWidth, of: plane, to: width)
    request.set(properties.crtcHeight, of: plane, to: height)
    request.set(properties.rotation, of: plane, to: 1)
    request.set(properties.alpha, of: plane, to: 0xFFFF)
    // Without clips the whole frame counts as damaged.
    request.set(properties.damageClips, of: plane, to: 0)
  }

  /// The properties of the core have the same numbers on all objects of a card.
  private func clear(_ obstacles: Obstacles, in request: inout AtomicRequest) {
    for other in obstacles.connectors {
      request.set(properties.connector.crtcID, of: other.rawValue, to: 0)
    }
    if let other = obstacles.crtc {
      request.set(properties.crtc.modeID, of: other.rawValue, to: 0)
      request.set(properties.crtc.active, of: other.rawValue, to: 0)
    }
    for other in obstacles.planes {
      request.set(properties.plane.fbID, of: other.rawValue, to: 0)
      request.set(properties.plane.crtcID, of: other.rawValue, to: 0)
    }
  }
}
