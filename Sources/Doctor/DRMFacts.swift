// SPDX-License-Identifier: Apache-2.0

import CDRM
package import KMS
import Linux

/// Queries of a card that only a diagnosis needs: libdrm's lists, copied into values and freed.
///
/// None of them needs DRM master. Unreadable values are empty.
package struct DRMFacts: ~Copyable {
  private let number: CInt

  /// Queries for a card, which must stay open meanwhile.
  package init(_ card: borrowing Card<LibDRM>) {
    number = card.kernel.descriptor.number
  }

  /// Whether this program is DRM master, as the first opener of a card is implicitly.
  package var isMaster: Bool { drmIsMaster(number) != 0 }

  /// The driver's name, version and description.
  ///
  /// Corresponds to `DRM_IOCTL_VERSION`.
  package var driver: (name: String, version: String, description: String) {
    guard let found = unsafe drmGetVersion(number) else { return ("", "", "") }
    defer { unsafe drmFreeVersion(found) }
    // libdrm ends each of its texts with a zero.
    let (name, description) = unsafe (found.pointee.name, found.pointee.desc)
    let version = unsafe (
      found.pointee.version_major, found.pointee.version_minor, found.pointee.version_patchlevel
    )
    return (
      unsafe name.map { unsafe String(cString: $0) } ?? "",
      "\(version.0).\(version.1).\(version.2)",
      unsafe description.map { unsafe String(cString: $0) } ?? ""
    )
  }

  /// The capabilities that the driver reports; those unknown to the kernel are left out.
  ///
  /// Corresponds to `DRM_IOCTL_GET_CAP`.
  package var capabilities: [(name: String, value: UInt64)] {
    let names: [(name: String, number: Int32)] = [
      ("dumb_buffer", DRM_CAP_DUMB_BUFFER), ("prefer_shadow", DRM_CAP_DUMB_PREFER_SHADOW),
      ("preferred_depth", DRM_CAP_DUMB_PREFERRED_DEPTH),
      ("timestamp_monotonic", DRM_CAP_TIMESTAMP_MONOTONIC),
      ("crtc_in_vblank_event", DRM_CAP_CRTC_IN_VBLANK_EVENT),
      ("async_page_flip", DRM_CAP_ASYNC_PAGE_FLIP), ("addfb2_modifiers", DRM_CAP_ADDFB2_MODIFIERS),
      ("cursor_width", DRM_CAP_CURSOR_WIDTH), ("cursor_height", DRM_CAP_CURSOR_HEIGHT),
    ]
    return names.compactMap { name, capability in
      var value: UInt64 = 0
      // The address is of a local, valid during the call.
      let answer = unsafe cdrm_get_cap(number, UInt64(capability), &value)
      return answer == 0 ? (name, value) : nil
    }
  }

  /// A CRTC's mode and framebuffer.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_GETCRTC`.
  package func crtc(_ id: CRTCID) -> CRTCReport {
    var report = CRTCReport(id: id, mode: nil, framebuffer: nil)
    guard let found = unsafe drmModeGetCrtc(number, id.rawValue) else { return report }
    defer { unsafe drmModeFreeCrtc(found) }
    let crtc = unsafe found.pointee
    if crtc.mode_valid != 0 {
      report.mode =
        Mode(
          width: Int(crtc.mode.hdisplay), height: Int(crtc.mode.vdisplay),
          clockInKilohertz: Int(crtc.mode.clock), horizontalTotal: Int(crtc.mode.htotal),
          verticalTotal: Int(crtc.mode.vtotal), flags: Mode.Flags(rawValue: crtc.mode.flags)
        ).text
    }
    report.framebuffer = framebuffer(crtc.buffer_id)
    return report
  }

  /// All formats of a plane, and its framebuffer.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_GETPLANE`.
  package func plane(_ plane: Plane) -> PlaneReport {
    guard let found = unsafe drmModeGetPlane(number, plane.id.rawValue) else {
      return PlaneReport(plane: plane, formats: [], framebuffer: nil)
    }
    defer { unsafe drmModeFreePlane(found) }
    // libdrm fills the array with as many codes as its count.
    let formats = unsafe (0..<Int(found.pointee.count_formats)).map { index in
      String(fourCC: unsafe found.pointee.formats[index])
    }
    return PlaneReport(
      plane: plane, formats: formats, framebuffer: framebuffer(unsafe found.pointee.fb_id))
  }

  /// A display's description of itself.
  package func display(_ connector: ConnectorID) -> EDIDFacts? {
    edid(connector).flatMap { EDIDFacts($0) }
  }

  /// The size and format of a framebuffer, which kernels before 5.7 do not report.
  private func framebuffer(_ id: UInt32) -> FramebufferReport? {
    if id == 0 { return nil }
    guard let found = unsafe drmModeGetFB2(number, id) else { return FramebufferReport(id: id) }
    defer { unsafe drmModeFreeFB2(found) }
    let buffer = unsafe found.pointee
    // Root gets handles of the memory, which belong to this file and must not accumulate.
    if buffer.handles.0 != 0 { _ = cdrm_destroy_dumb(number, buffer.handles.0) }
    return FramebufferReport(
      id: id, width: Int(buffer.width), height: Int(buffer.height),
      format: String(fourCC: buffer.pixel_format))
  }

  private func edid(_ connector: ConnectorID) -> [UInt8]? {
    let type = DRM_MODE_OBJECT_CONNECTOR
    guard let list = unsafe drmModeObjectGetProperties(number, connector.rawValue, type) else {
      return nil
    }
    defer { unsafe drmModeFreeObjectProperties(list) }
    // libdrm fills both arrays with as many numbers as the count.
    for index in 0..<(unsafe Int(list.pointee.count_props)) {
      guard let property = unsafe drmModeGetProperty(number, list.pointee.props[index]) else {
        continue
      }
      defer { unsafe drmModeFreeProperty(property) }
      // The name has 32 bytes, the last of which is zero.
      let name = unsafe withUnsafeBytes(of: property.pointee.name) { unsafe Array($0.prefix(5)) }
      guard name == Array("EDID\u{0}".utf8) else { continue }
      let blob = unsafe UInt32(truncatingIfNeeded: list.pointee.prop_values[index])
      return blob == 0 ? nil : bytes(ofBlob: blob)
    }
    return nil
  }

  private func bytes(ofBlob id: UInt32) -> [UInt8]? {
    guard let blob = unsafe drmModeGetPropertyBlob(number, id) else { return nil }
    defer { unsafe drmModeFreePropertyBlob(blob) }
    guard let data = unsafe blob.pointee.data else { return nil }
    // The data has as many bytes as the length, until it is freed.
    return unsafe [UInt8](
      UnsafeRawBufferPointer(start: data, count: Int(blob.pointee.length)))
  }
}
