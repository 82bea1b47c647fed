import CDRM
import Linux

/// What the properties of one plane, CRTC and connector are called on their card.
///
/// A class, because copies of it would be large.
final class PipeProperties: Sendable {
  /// What feeds the connector, and the state of its cable.
  let connector: [Property]
  /// The CRTC's mode, whether it is on, and what it does to colours.
  let crtc: [Property]
  /// `placement` of the plane.
  let plane: [Property]
  let planeFramebuffer, damageClips: PropertyID

  /// What not every CRTC has: tables of colours, all three in blobs, and variable refresh.
  static var colours: StaticString { "GAMMA_LUT,DEGAMMA_LUT,CTM,VRR_ENABLED" }

  /// What a plane shows and where, which all ten have; how, which not all have; and where it differs
  /// from before, which a commit has no longer once it is done.
  static var placement: StaticString {
    "FB_ID,CRTC_ID,SRC_X,SRC_Y,SRC_W,SRC_H,CRTC_X,CRTC_Y,CRTC_W,CRTC_H,rotation,alpha,FB_DAMAGE_CLIPS"
  }

  init(
    _ card: borrowing FileDescriptor, _ pipe: DisplayPipe, plane: Plane
  ) throws(KMSError) {
    connector = Property.find(
      "CRTC_ID,link-status", of: pipe.connector.id.rawValue, type: DRM_MODE_OBJECT_CONNECTOR, card)
    crtc = Property.find(
      "MODE_ID,ACTIVE,GAMMA_LUT,DEGAMMA_LUT,CTM,VRR_ENABLED", of: pipe.crtc.rawValue,
      type: DRM_MODE_OBJECT_CRTC, card)
    self.plane = Property.find(
      PipeProperties.placement, of: plane.id.rawValue, type: DRM_MODE_OBJECT_PLANE, card)
    planeFramebuffer = self.plane[0].id
    damageClips = self.plane[12].id
    var isComplete = connector[0].exists && crtc[0].exists && crtc[1].exists
    for index in 0..<10 where !self.plane[index].exists { isComplete = false }
    if !isComplete { throw KMSError(.refused, .property) }
  }
}
