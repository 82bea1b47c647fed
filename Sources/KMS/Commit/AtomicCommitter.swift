// SPDX-License-Identifier: Apache-2.0

import CLinux
import Raster
import Scanout

/// Commits framebuffers atomically to one display pipe.
///
/// Owns the mode's property blob.
@usableFromInline
struct AtomicCommitter<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  private let kernel: Kernel
  private let crtc: CRTCID
  private let connector: ConnectorID
  private let plane: PlaneID
  /// How the pixels are stored that the plane is given.
  let format: PixelFormat
  private let size: PixelSize
  private let modeBlob: UInt32
  private let properties: PipeProperties

  deinit { kernel.release(.blob(modeBlob)) }
}

extension AtomicCommitter where Kernel: KernelInterface & ~Copyable {
  init(
    on card: borrowing Kernel, _ pipe: DisplayPipe, plane: Plane, _ format: PixelFormat
  ) throws(KMSError) {
    let properties = try PipeProperties.find(card, pipe, plane: plane)
    let own = try card.duplicated(for: .modeBlob)
    var blob: UInt32 = 0
    try check(.modeBlob, own.createBlob(of: pipe.mode, &blob))
    kernel = own
    self.plane = plane.id
    self.format = format
    crtc = pipe.crtc
    connector = pipe.connector.id
    self.properties = properties
    size = pipe.mode.size
    modeBlob = blob
  }

  /// How a configuration went.
  struct Configuration {
    /// Whether a mode-set was allowed.
    var isModeset = false
    /// Whether the frame is on the display already: then no event follows.
    var isShown = false
  }

  /// Shows a framebuffer in the mode; without a mode-set where the driver can do without.
  ///
  /// It does not wait where the driver can do without that, too: the kernel would wait ten seconds for an
  /// earlier flip that was lost. `EBUSY` then says that it is to be tried again.
  func configure(
    _ framebuffer: FramebufferID, clearing obstacles: Obstacles?, userData: UInt64,
    _ configuration: inout Configuration
  ) -> CInt {
    var answer: CInt = 0
    // What a driver refuses to put to neutral stays as it is: colours may be wrong, but there is a frame.
    for isNeutral in [true, false] {
      var request = AtomicRequest()
      set(framebuffer, isNeutral: isNeutral, in: &request)
      if let obstacles { clear(obstacles, in: &request) }
      for modeset: AtomicRequest.Flags in [[], .allowModeset] {
        configuration.isModeset = modeset == .allowModeset
        answer = request.commit(on: kernel, modeset.union(.testOnly), userData: 0)
        if answer != 0 { continue }
        answer = request.commit(
          on: kernel, modeset.union([.event, .nonblocking]), userData: userData)
        // No test says so: not all drivers set modes without waiting, and there is no event of a CRTC that
        // is off and stays off, from which a display is taken.
        if answer != -EINVAL { return answer }
        answer = request.commit(on: kernel, modeset, userData: 0)
        configuration.isShown = answer == 0
        return answer
      }
    }
    return answer
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
    let shown = PropertyChange(
      id: properties.plane.fbID.id, value: UInt64(framebuffer.rawValue))
    // Most drivers want to know nothing more, and the list takes longer than the commit.
    let clips = properties.plane.damageClips
    if !clips.exists { return kernel.flip(plane, shown, clips: nil, userData: userData) }
    var blob: UInt32 = 0
    // Without clips the driver assumes that the whole frame has changed, which is always correct.
    let isKnown = ClipList(changed, drawn).makeBlob(on: kernel, &blob)
    let answer = kernel.flip(
      plane, shown, clips: isKnown ? PropertyChange(id: clips.id, value: UInt64(blob)) : nil,
      userData: userData)
    // The commit keeps its own reference.
    if isKnown { kernel.release(.blob(blob)) }
    return answer
  }

  /// Switches the display off, so that the next configuration sets its mode for certain.
  func turnOff() {
    var request = AtomicRequest()
    request.set(properties.crtc.active, of: crtc.rawValue, to: 0)
    // A failure shows in the configuration that follows.
    _ = request.commit(on: kernel, .allowModeset, userData: 0)
  }

  /// Adds what shows a framebuffer, and what a compositor may have left otherwise, which is put to neutral.
  private func set(
    _ framebuffer: FramebufferID, isNeutral: Bool, in request: inout AtomicRequest
  ) {
    let (connector, crtc, plane) = (connector.rawValue, crtc.rawValue, plane.rawValue)
    request.set(properties.connector.crtcID, of: connector, to: UInt64(crtc))
    if isNeutral { request.clear(properties.connector.neutral, of: connector) }
    request.set(properties.crtc.modeID, of: crtc, to: UInt64(modeBlob))
    request.set(properties.crtc.active, of: crtc, to: 1)
    if isNeutral { request.clear(properties.crtc.neutral, of: crtc) }
    let (width, height) = (UInt64(size.width), UInt64(size.height))
    // The source is in 16.16 fixed point.
    let properties = properties.plane
    request.set(properties.fbID, of: plane, to: UInt64(framebuffer.rawValue))
    request.set(properties.crtcID, of: plane, to: UInt64(crtc))
    request.set(properties.sourceX, of: plane, to: 0)
    request.set(properties.sourceY, of: plane, to: 0)
    request.set(properties.sourceWidth, of: plane, to: width << 16)
    request.set(properties.sourceHeight, of: plane, to: height << 16)
    request.set(properties.crtcX, of: plane, to: 0)
    request.set(properties.crtcY, of: plane, to: 0)
    request.set(properties.crtcWidth, of: plane, to: width)
    request.set(properties.crtcHeight, of: plane, to: height)
    // Without clips the whole frame counts as damaged.
    request.set(properties.damageClips, of: plane, to: 0)
    guard isNeutral else { return }
    // DRM_MODE_ROTATE_0: the previous master, or the firmware, may have rotated the plane, while
    // frames are rendered rotated. 0 is the blend mode that all planes have (`PREMULTI`).
    request.set(properties.rotation, of: plane, to: 1)
    request.set(properties.alpha, of: plane, to: 0xFFFF)
    request.set(properties.blendMode, of: plane, to: 0)
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
