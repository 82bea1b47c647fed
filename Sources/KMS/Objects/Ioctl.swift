// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import CDRM
import Scanout
import Linux

/// The kernel's lists, copied into values: the only place where libdrm's memory is touched.
///
/// libdrm allocates what these read, and frees it before they return: they are for configuration
/// only, never for a frame.
enum Ioctl {
  /// A card's connectors and CRTCs.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_GETRESOURCES`.
  static func resources(
    _ card: borrowing FileDescriptor
  ) throws(KMSError) -> (connectors: [ConnectorID], crtcs: [CRTCID]) {
    guard let list = unsafe drmModeGetResources(card.number) else {
      throw KMSError(.resources, errno: lastErrno)
    }
    defer { unsafe drmModeFreeResources(list) }
    // libdrm fills each array with as many numbers as its count says.
    let connectors = unsafe (0..<Int(list.pointee.count_connectors)).map { index in
      ConnectorID(rawValue: unsafe list.pointee.connectors[index])
    }
    let crtcs = unsafe (0..<Int(list.pointee.count_crtcs)).map { index in
      CRTCID(rawValue: unsafe list.pointee.crtcs[index])
    }
    return (connectors, crtcs)
  }

  /// Queries a connector, with a forced probe of its display or from the kernel's last one.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_GETCONNECTOR`.
  static func connector(
    _ card: borrowing FileDescriptor, _ id: ConnectorID, forcesProbe: Bool = true
  ) throws(KMSError) -> Connector {
    let answer =
      unsafe forcesProbe
      ? drmModeGetConnector(card.number, id.rawValue)
      : drmModeGetConnectorCurrent(card.number, id.rawValue)
    guard let found = unsafe answer else {
      throw KMSError(.connector, errno: lastErrno)
    }
    defer { unsafe drmModeFreeConnector(found) }
    let modes = unsafe (0..<Int(found.pointee.count_modes)).map { index in
      Mode(unsafe found.pointee.modes[index])
    }
    var (crtc, mode): (CRTCID?, Mode?) = (nil, nil)
    if let encoder = unsafe drmModeGetEncoder(card.number, found.pointee.encoder_id) {
      if unsafe encoder.pointee.crtc_id != 0 {
        crtc = CRTCID(rawValue: unsafe encoder.pointee.crtc_id)
      }
      unsafe drmModeFreeEncoder(encoder)
    }
    if let crtc { mode = (try? configuration(card, of: crtc))?.mode }
    let (width, height) = unsafe (Int(found.pointee.mmWidth), Int(found.pointee.mmHeight))
    let properties = Property.find(
      "non-desktop,panel orientation,link-status", of: id.rawValue,
      type: DRM_MODE_OBJECT_CONNECTOR, card)
    return Connector(
      id: id, kind: ConnectorKind(rawValue: unsafe found.pointee.connector_type),
      number: unsafe found.pointee.connector_type_id,
      connection: connection(unsafe found.pointee.connection),
      isNonDesktop: properties[0].value != 0,
      sizeInMillimetres: width > 0 && height > 0 ? PhysicalSize(width: width, height: height) : nil,
      panelOrientation: properties[1].exists
        ? PanelOrientation(rawValue: properties[1].value) : nil,
      modes: modes, possibleCRTCs: unsafe possibleCRTCs(card, of: found), crtc: crtc,
      currentMode: mode, isLinkBad: properties[2].value == 1)
  }

  /// The CRTCs that can drive any of a connector's encoders.
  private static func possibleCRTCs(
    _ card: borrowing FileDescriptor, of connector: drmModeConnectorPtr
  ) -> CRTCMask {
    var mask: UInt32 = 0
    for index in 0..<(unsafe Int(connector.pointee.count_encoders)) {
      let id = unsafe connector.pointee.encoders[index]
      guard let encoder = unsafe drmModeGetEncoder(card.number, id) else { continue }
      mask |= unsafe encoder.pointee.possible_crtcs
      unsafe drmModeFreeEncoder(encoder)
    }
    return CRTCMask(rawValue: mask)
  }

  private static func connection(_ value: drmModeConnection) -> Connector.Connection {
    switch value {
    case DRM_MODE_CONNECTED: .connected
    case DRM_MODE_DISCONNECTED: .disconnected
    default: .unknown
    }
  }

  /// All planes, where universal planes are enabled.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_GETPLANERESOURCES`.
  static func planes(_ card: borrowing FileDescriptor) throws(KMSError) -> [Plane] {
    guard let list = unsafe drmModeGetPlaneResources(card.number) else {
      throw KMSError(.plane, errno: lastErrno)
    }
    defer { unsafe drmModeFreePlaneResources(list) }
    var planes: [Plane] = []
    for index in 0..<(unsafe Int(list.pointee.count_planes)) {
      let id = unsafe list.pointee.planes[index]
      guard let found = unsafe drmModeGetPlane(card.number, id) else {
        throw KMSError(.plane, errno: lastErrno)
      }
      defer { unsafe drmModeFreePlane(found) }
      let formats = unsafe (0..<Int(found.pointee.count_formats)).map { formatIndex in
        unsafe found.pointee.formats[formatIndex]
      }
      // All planes have a type: if the kernel does not report it now, the scan is to be repeated.
      let type = Property.find("type", of: id, type: DRM_MODE_OBJECT_PLANE, card)[0]
      if !type.exists { throw KMSError(.other, .property) }
      let crtc = unsafe found.pointee.crtc_id
      planes.append(
        Plane(
          id: PlaneID(rawValue: id), kind: Plane.Kind(rawValue: type.value) ?? .overlay,
          possibleCRTCs: CRTCMask(rawValue: unsafe found.pointee.possible_crtcs),
          crtc: crtc == 0 ? nil : CRTCID(rawValue: crtc),
          format: Plane.bestFormat(of: formats)))
    }
    return planes
  }

  /// What a CRTC shows now.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_GETCRTC`.
  static func configuration(
    _ card: borrowing FileDescriptor, of crtc: CRTCID
  ) throws(KMSError) -> CRTCConfiguration {
    guard let found = unsafe drmModeGetCrtc(card.number, crtc.rawValue) else {
      throw KMSError(.setCRTC, errno: lastErrno)
    }
    defer { unsafe drmModeFreeCrtc(found) }
    return unsafe CRTCConfiguration(
      framebuffer: FramebufferID(rawValue: found.pointee.buffer_id), x: found.pointee.x,
      y: found.pointee.y, mode: found.pointee.mode_valid != 0 ? Mode(found.pointee.mode) : nil)
  }

  private static var lastErrno: CInt { cdrm_errno() }
}

/// A CRTC's configuration: a mode and a rectangle of a framebuffer.
struct CRTCConfiguration: Sendable {
  let framebuffer: FramebufferID
  let x: UInt32
  let y: UInt32
  /// Nil where it is switched off.
  let mode: Mode?
}
