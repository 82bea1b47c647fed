import CDRM
import System

/// What the properties of one plane, CRTC and connector are called on their card.
struct PipeProperties {
  let connectorCRTC, crtcActive, crtcMode: PropertyID
  let planeFramebuffer, planeCRTC: PropertyID
  let sourceX, sourceY, sourceWidth, sourceHeight: PropertyID
  let crtcX, crtcY, crtcWidth, crtcHeight: PropertyID
  /// Those that not every driver has.
  let rotation, alpha, damageClips: PropertyID?
  /// Those of the CRTC that are set to nothing: variable refresh, and tables of colours.
  let zeroed: [4 of PropertyID?]
  /// Only where it has to be set back.
  let linkStatus: PropertyID?

  init(
    _ card: borrowing FileDescriptor, _ route: DisplayRoute, plane: Plane
  ) throws(KMSError) {
    let planes = PropertyList(of: plane.id.rawValue, type: DRM_MODE_OBJECT_PLANE, card)
    let crtcs = PropertyList(of: route.crtc.rawValue, type: DRM_MODE_OBJECT_CRTC, card)
    let connectors = PropertyList(
      of: route.connector.id.rawValue, type: DRM_MODE_OBJECT_CONNECTOR, card)
    connectorCRTC = try connectors.required("CRTC_ID")
    crtcActive = try crtcs.required("ACTIVE")
    crtcMode = try crtcs.required("MODE_ID")
    planeFramebuffer = try planes.required("FB_ID")
    planeCRTC = try planes.required("CRTC_ID")
    sourceX = try planes.required("SRC_X")
    sourceY = try planes.required("SRC_Y")
    sourceWidth = try planes.required("SRC_W")
    sourceHeight = try planes.required("SRC_H")
    crtcX = try planes.required("CRTC_X")
    crtcY = try planes.required("CRTC_Y")
    crtcWidth = try planes.required("CRTC_W")
    crtcHeight = try planes.required("CRTC_H")
    rotation = planes["rotation"]?.id
    damageClips = planes["FB_DAMAGE_CLIPS"]?.id
    alpha = planes["alpha"]?.id
    zeroed = [
      crtcs["VRR_ENABLED"]?.id, crtcs["GAMMA_LUT"]?.id, crtcs["DEGAMMA_LUT"]?.id, crtcs["CTM"]?.id,
    ]
    linkStatus = route.connector.isLinkBad ? connectors["link-status"]?.id : nil
  }
}
