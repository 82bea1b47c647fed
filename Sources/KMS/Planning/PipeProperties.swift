// SPDX-License-Identifier: Apache-2.0

import CDRM
import Scanout

/// The properties of one pipe's connector, CRTC and plane, by name.
///
/// A class, because copies of it would be large.
final class PipeProperties: Sendable {
  let connector: ConnectorProperties
  let crtc: CRTCProperties
  let plane: PlaneProperties

  /// Looks up the properties on a card.
  ///
  /// - Throws: `.refused` where the driver lacks one that every commit sets.
  static func find(
    _ kernel: borrowing some KernelInterface & ~Copyable, _ pipe: DisplayPipe, plane: Plane
  ) throws(KMSError) -> PipeProperties {
    let connector = ConnectorProperties(of: pipe.connector.id, kernel)
    let crtc = CRTCProperties(of: pipe.crtc, kernel)
    let plane = PlaneProperties(of: plane.id, kernel)
    if !connector.isComplete || !crtc.isComplete || !plane.isComplete {
      throw KMSError(.refused, .property)
    }
    return PipeProperties(connector, crtc, plane)
  }

  /// Adds the changes that switch a pipe on in a mode.
  @inline(never)
  func light(_ pipe: DisplayPipe, modeBlob: UInt32, in request: inout AtomicRequest) {
    request.set(
      connector.crtcID, of: pipe.connector.id.rawValue, to: UInt64(pipe.crtc.rawValue))
    request.set(crtc.modeID, of: pipe.crtc.rawValue, to: UInt64(modeBlob))
    request.set(crtc.active, of: pipe.crtc.rawValue, to: 1)
  }

  private init(
    _ connector: ConnectorProperties, _ crtc: CRTCProperties, _ plane: PlaneProperties
  ) {
    (self.connector, self.crtc, self.plane) = (connector, crtc, plane)
  }
}

/// The properties of a connector that a modeset sets; only the last exists with all drivers.
struct ConnectorProperties: Sendable {
  private let list: [Property]

  init(of connector: ConnectorID, _ kernel: borrowing some KernelInterface & ~Copyable) {
    list = kernel.properties(
      ConnectorProperties.savedNames, of: connector.rawValue, type: DRM_MODE_OBJECT_CONNECTOR)
  }

  var crtcID: Property { list[6] }

  /// The properties that must be 0 for RGB frames without HDR: HDR metadata, colour space and range, content
  /// type, and a compositor's borders.
  ///
  /// The link status is also among them: setting `DRM_MODE_LINK_STATUS_GOOD` makes the driver train a bad
  /// link again.
  ///
  /// Other properties do not change the image, or are the driver's choice: `max bpc` is a limit, and `scaling
  /// mode` is for modes other than the panel's own.
  var neutral: ArraySlice<Property> { list[..<6] }

  var isComplete: Bool { crtcID.exists }

  /// The names; the first `savedCount` are saved and restored, and the first `savedBlobCount` of them are
  /// blobs.
  static var savedNames: StaticString {
    "HDR_OUTPUT_METADATA,Colorspace,Broadcast RGB,content type,underscan,link-status,CRTC_ID"
  }
  static var savedCount: Int { 5 }
  static var savedBlobCount: Int { 1 }
}

/// The properties of a CRTC that a modeset sets; only the last two exist with all drivers.
struct CRTCProperties: Sendable {
  private let list: [Property]

  init(of crtc: CRTCID, _ kernel: borrowing some KernelInterface & ~Copyable) {
    list = kernel.properties(
      CRTCProperties.savedNames, of: crtc.rawValue, type: DRM_MODE_OBJECT_CRTC)
  }

  var modeID: Property { list[4] }
  var active: Property { list[5] }

  /// The properties that must be 0: colour tables, and variable refresh, which would make vblanks follow the
  /// frames instead of the reverse.
  var neutral: ArraySlice<Property> { list[..<4] }

  var isComplete: Bool { modeID.exists && active.exists }

  /// The names; the first `savedCount` are saved and restored, and the first `savedBlobCount` of them are
  /// blobs.
  static var savedNames: StaticString { "GAMMA_LUT,DEGAMMA_LUT,CTM,VRR_ENABLED,MODE_ID,ACTIVE" }
  static var savedCount: Int { 4 }
  static var savedBlobCount: Int { 3 }
}

/// The properties of a plane that commits set; the first ten exist with all drivers.
///
/// `COLOR_ENCODING` and `COLOR_RANGE` are for formats that are not RGB. The order of planes (`zpos`) does not
/// matter while the other planes are off.
struct PlaneProperties: Sendable {
  private let list: [Property]

  init(of plane: PlaneID, _ kernel: borrowing some KernelInterface & ~Copyable) {
    list = kernel.properties(
      PlaneProperties.savedNames, of: plane.rawValue, type: DRM_MODE_OBJECT_PLANE)
  }

  var fbID: Property { list[0] }
  var crtcID: Property { list[1] }
  var sourceX: Property { list[2] }
  var sourceY: Property { list[3] }
  var sourceWidth: Property { list[4] }
  var sourceHeight: Property { list[5] }
  var crtcX: Property { list[6] }
  var crtcY: Property { list[7] }
  var crtcWidth: Property { list[8] }
  var crtcHeight: Property { list[9] }
  var rotation: Property { list[10] }
  var alpha: Property { list[11] }
  var blendMode: Property { list[12] }
  var damageClips: Property { list[13] }

  var isComplete: Bool {
    for index in 0..<10 where !list[index].exists { return false }
    return true
  }

  /// Adds the changes that show a pipe's tile of a framebuffer in its whole mode.
  @inline(never)
  func show(
    _ framebuffer: FramebufferID, on pipe: DisplayPipe, isPart: Bool, of plane: PlaneID,
    in request: inout AtomicRequest
  ) {
    let (plane, size) = (plane.rawValue, pipe.mode.size)
    let (width, height) = (UInt64(size.width), UInt64(size.height))
    let tile = isPart ? pipe.connector.tile : nil
    request.set(fbID, of: plane, to: UInt64(framebuffer.rawValue))
    request.set(crtcID, of: plane, to: UInt64(pipe.crtc.rawValue))
    // The source is in 16.16 fixed point.
    request.set(sourceX, of: plane, to: UInt64(tile?.column ?? 0) * width << 16)
    request.set(sourceY, of: plane, to: UInt64(tile?.row ?? 0) * height << 16)
    request.set(sourceWidth, of: plane, to: width << 16)
    request.set(sourceHeight, of: plane, to: height << 16)
    request.set(crtcX, of: plane, to: 0)
    request.set(crtcY, of: plane, to: 0)
    request.set(crtcWidth, of: plane, to: width)
    request.set(crtcHeight, of: plane, to: height)
    // Without clips the whole frame counts as damaged.
    request.set(damageClips, of: plane, to: 0)
  }

  /// The names; the first `savedCount` are saved and restored.
  ///
  /// `FB_DAMAGE_CLIPS` belongs to a single commit.
  static var savedNames: StaticString {
    """
    FB_ID,CRTC_ID,SRC_X,SRC_Y,SRC_W,SRC_H,CRTC_X,CRTC_Y,CRTC_W,CRTC_H,rotation,alpha,\
    pixel blend mode,FB_DAMAGE_CLIPS
    """
  }
  static var savedCount: Int { 13 }
}
