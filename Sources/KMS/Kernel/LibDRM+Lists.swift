// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import CDRM
import Scanout

// The kernel's lists, copied into values.
extension LibDRM {
  package func resources() throws(KMSError) -> CardObjects {
    guard let list = unsafe drmModeGetResources(number) else {
      throw KMSError(.resources, errno: LibDRM.lastErrno)
    }
    defer { unsafe drmModeFreeResources(list) }
    // libdrm fills each array with as many numbers as its count says.
    return unsafe CardObjects(
      connectors: LibDRM.copy(list.pointee.connectors, list.pointee.count_connectors),
      crtcs: LibDRM.copy(list.pointee.crtcs, list.pointee.count_crtcs))
  }

  /// Copies numbers into their ID types.
  private static func copy<ID: BitwiseCopyable & RawRepresentable<UInt32>>(
    _ numbers: UnsafeMutablePointer<UInt32>?, _ count: CInt
  ) -> [ID] {
    // The array has this many elements, and an ID consists of its number.
    let start = unsafe UnsafeRawPointer(numbers)?.assumingMemoryBound(to: ID.self)
    return unsafe [ID](UnsafeBufferPointer(start: start, count: Int(count)))
  }

  package func connector(
    _ id: ConnectorID, forcesProbe: Bool
  ) throws(KMSError) -> Connector {
    let answer =
      unsafe forcesProbe
      ? drmModeGetConnector(number, id.rawValue)
      : drmModeGetConnectorCurrent(number, id.rawValue)
    guard let found = unsafe answer else {
      throw KMSError(.connector, errno: LibDRM.lastErrno)
    }
    defer { unsafe drmModeFreeConnector(found) }
    let modeCount = unsafe Int(found.pointee.count_modes)
    let modes = [Mode](capacity: modeCount) { modes in
      for index in 0..<modeCount { modes.append(Mode(unsafe found.pointee.modes[index])) }
    }
    var (crtc, mode): (CRTCID?, Mode?) = (nil, nil)
    if let encoder = unsafe drmModeGetEncoder(number, found.pointee.encoder_id) {
      if unsafe encoder.pointee.crtc_id != 0 {
        crtc = CRTCID(rawValue: unsafe encoder.pointee.crtc_id)
      }
      unsafe drmModeFreeEncoder(encoder)
    }
    if let crtc { mode = (try? configuration(of: crtc))?.mode }
    let width = unsafe Int(clamping: found.pointee.mmWidth)
    let height = unsafe Int(clamping: found.pointee.mmHeight)
    let properties = properties(
      ["non-desktop", "panel orientation", "link-status", "TILE"], of: id.rawValue,
      type: DRM_MODE_OBJECT_CONNECTOR)
    let tileID = UInt32(truncatingIfNeeded: properties[3].value)
    let tile = tileID == 0 ? [] : blob(tileID)
    return Connector(
      id: id, kind: ConnectorKind(rawValue: unsafe found.pointee.connector_type),
      number: unsafe found.pointee.connector_type_id,
      connection: LibDRM.connection(unsafe found.pointee.connection),
      isNonDesktop: properties[0].value != 0,
      sizeInMillimetres: width > 0 && height > 0 ? PhysicalSize(width: width, height: height) : nil,
      panelOrientation: properties[1].exists
        ? PanelOrientation(rawValue: properties[1].value) : nil,
      modes: modes, possibleCRTCs: unsafe possibleCRTCs(of: found), crtc: crtc,
      currentMode: mode, isLinkBad: properties[2].value == 1,
      tile: Tile(tile.span))
  }

  /// The CRTCs that can drive any of a connector's encoders.
  private func possibleCRTCs(of connector: drmModeConnectorPtr) -> CRTCMask {
    var mask: UInt32 = 0
    for index in 0..<(unsafe Int(connector.pointee.count_encoders)) {
      let id = unsafe connector.pointee.encoders[index]
      guard let encoder = unsafe drmModeGetEncoder(number, id) else { continue }
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

  package func planes() throws(KMSError) -> [Plane] {
    guard let list = unsafe drmModeGetPlaneResources(number) else {
      throw KMSError(.plane, errno: LibDRM.lastErrno)
    }
    defer { unsafe drmModeFreePlaneResources(list) }
    let count = unsafe Int(list.pointee.count_planes)
    return try [Plane](capacity: count) { planes throws(KMSError) in
      for index in 0..<count {
        let id = unsafe list.pointee.planes[index]
        guard let found = unsafe drmModeGetPlane(number, id) else {
          throw KMSError(.plane, errno: LibDRM.lastErrno)
        }
        defer { unsafe drmModeFreePlane(found) }
        // libdrm's copy has as many codes as its count says.
        let formats = unsafe Span(
          _unsafeElements: UnsafeBufferPointer(
            start: found.pointee.formats, count: Int(found.pointee.count_formats)))
        // All planes have a type: if the kernel does not report it now, the scan must be repeated.
        let type = properties(["type"], of: id, type: DRM_MODE_OBJECT_PLANE)[0]
        if !type.exists { throw KMSError(.other, .property) }
        let crtc = unsafe found.pointee.crtc_id
        planes.append(
          Plane(
            id: PlaneID(rawValue: id), kind: Plane.Kind(rawValue: type.value) ?? .overlay,
            possibleCRTCs: CRTCMask(rawValue: unsafe found.pointee.possible_crtcs),
            crtc: crtc == 0 ? nil : CRTCID(rawValue: crtc),
            format: Plane.bestFormat(of: formats)))
      }
    }
  }

  package func configuration(of crtc: CRTCID) throws(KMSError) -> CRTCConfiguration {
    guard let found = unsafe drmModeGetCrtc(number, crtc.rawValue) else {
      throw KMSError(.setCRTC, errno: LibDRM.lastErrno)
    }
    defer { unsafe drmModeFreeCrtc(found) }
    return unsafe CRTCConfiguration(
      framebuffer: FramebufferID(rawValue: found.pointee.buffer_id), x: found.pointee.x,
      y: found.pointee.y, mode: found.pointee.mode_valid != 0 ? Mode(found.pointee.mode) : nil)
  }

  package func properties(_ names: [StaticString], of object: UInt32, type: UInt32) -> [Property] {
    var found = [Property](repeating: Property(), count: names.count)
    guard let list = unsafe drmModeObjectGetProperties(number, object, type) else { return found }
    defer { unsafe drmModeFreeObjectProperties(list) }
    // Literals end with a zero.
    let words = unsafe names.map { unsafe Optional($0.utf8Start) }
    // libdrm fills both arrays with as many elements as the count says.
    for index in 0..<(unsafe Int(list.pointee.count_props)) {
      let (id, value) = unsafe (list.pointee.props[index], list.pointee.prop_values[index])
      let slot = unsafe cdrm_property_index(number, id, words, Int32(words.count))
      if slot >= 0 { found[Int(slot)] = Property(id: PropertyID(rawValue: id), value: value) }
    }
    return found
  }

  package func blob(_ id: UInt32) -> [UInt8] {
    guard let blob = unsafe drmModeGetPropertyBlob(number, id) else { return [] }
    defer { unsafe drmModeFreePropertyBlob(blob) }
    // libdrm's copy has as many bytes as its length says.
    return unsafe [UInt8](
      UnsafeRawBufferPointer(start: blob.pointee.data, count: Int(blob.pointee.length)))
  }
}
