// SPDX-License-Identifier: Apache-2.0

import CDRM
import Linux

/// The properties of one pipe's connector, CRTC and plane, by name.
///
/// A class, because copies of it would be large.
final class PipeProperties: Sendable {
  let connector: ConnectorProperties
  let crtc: CRTCProperties
  let plane: PlaneProperties

  /// Looks the properties up on a card.
  ///
  /// - Throws: `.refused` where the driver lacks one that every commit sets.
  init(
    _ card: borrowing FileDescriptor, _ pipe: DisplayPipe, plane: Plane
  ) throws(KMSError) {
    connector = ConnectorProperties(of: pipe.connector.id, card)
    crtc = CRTCProperties(of: pipe.crtc, card)
    self.plane = PlaneProperties(of: plane.id, card)
    if !connector.isComplete || !crtc.isComplete || !self.plane.isComplete {
      throw KMSError(.refused, .property)
    }
  }
}

/// The properties of a connector that a modeset needs.
struct ConnectorProperties: Sendable {
  private let list: [Property]

  init(of connector: ConnectorID, _ card: borrowing FileDescriptor) {
    list = Property.find(
      "CRTC_ID,link-status", of: connector.rawValue, type: DRM_MODE_OBJECT_CONNECTOR, card)
  }

  var crtcID: Property { list[0] }
  /// Not all drivers have it.
  var linkStatus: Property { list[1] }

  var isComplete: Bool { crtcID.exists }
}

/// The properties of a CRTC that a modeset needs; only the first two exist with all drivers.
struct CRTCProperties: Sendable {
  private let list: [Property]

  init(of crtc: CRTCID, _ card: borrowing FileDescriptor) {
    list = Property.find(
      "MODE_ID,ACTIVE,GAMMA_LUT,DEGAMMA_LUT,CTM,VRR_ENABLED", of: crtc.rawValue,
      type: DRM_MODE_OBJECT_CRTC, card)
  }

  var modeID: Property { list[0] }
  var active: Property { list[1] }
  var gammaLUT: Property { list[2] }
  var degammaLUT: Property { list[3] }
  var ctm: Property { list[4] }
  var vrrEnabled: Property { list[5] }

  var isComplete: Bool { modeID.exists && active.exists }

  /// The names of those that are saved and restored; the first `savedBlobCount` are blobs.
  static var savedNames: StaticString { "GAMMA_LUT,DEGAMMA_LUT,CTM,VRR_ENABLED" }
  static var savedBlobCount: Int { 3 }
}

/// The properties of a plane that commits set; the first ten exist with all drivers.
struct PlaneProperties: Sendable {
  private let list: [Property]

  init(of plane: PlaneID, _ card: borrowing FileDescriptor) {
    list = Property.find(
      PlaneProperties.savedNames, of: plane.rawValue, type: DRM_MODE_OBJECT_PLANE, card)
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
  var damageClips: Property { list[12] }

  var isComplete: Bool {
    for index in 0..<10 where !list[index].exists { return false }
    return true
  }

  /// The names, of which the first `savedCount` are saved and restored: `FB_DAMAGE_CLIPS` belongs to a
  /// single commit.
  static var savedNames: StaticString {
    "FB_ID,CRTC_ID,SRC_X,SRC_Y,SRC_W,SRC_H,CRTC_X,CRTC_Y,CRTC_W,CRTC_H,rotation,alpha,FB_DAMAGE_CLIPS"
  }
  static var savedCount: Int { 12 }
}
