// SPDX-License-Identifier: Apache-2.0

import Scanout

/// The properties of one pipe's connector, CRTC and plane, by name.
///
/// A class, because copies of it would be large.
final class PipeProperties: Sendable {
  let connector: ObjectProperties<ConnectorProperty>
  let crtc: ObjectProperties<CRTCProperty>
  let plane: ObjectProperties<PlaneProperty>

  /// Looks up the properties on a card.
  ///
  /// - Throws: `.refused` where the driver lacks one that every commit sets.
  static func find(
    _ kernel: borrowing some KernelInterface & ~Copyable, _ pipe: DisplayPipe, plane: Plane
  ) throws(KMSError) -> PipeProperties {
    let connector = ObjectProperties<ConnectorProperty>(of: pipe.connector.id.rawValue, kernel)
    let crtc = ObjectProperties<CRTCProperty>(of: pipe.crtc.rawValue, kernel)
    let plane = ObjectProperties<PlaneProperty>(of: plane.id.rawValue, kernel)
    if !connector.isComplete || !crtc.isComplete || !plane.isComplete {
      throw KMSError(.refused, .property)
    }
    return PipeProperties(connector, crtc, plane)
  }

  /// Adds the changes that switch a pipe on in a mode.
  func enable(_ pipe: DisplayPipe, modeBlob: UInt32, in request: inout AtomicRequest) {
    request.set(
      connector[.crtcID], of: pipe.connector.id.rawValue, to: UInt64(pipe.crtc.rawValue))
    request.set(crtc[.modeID], of: pipe.crtc.rawValue, to: UInt64(modeBlob))
    request.set(crtc[.active], of: pipe.crtc.rawValue, to: 1)
  }

  private init(
    _ connector: ObjectProperties<ConnectorProperty>, _ crtc: ObjectProperties<CRTCProperty>,
    _ plane: ObjectProperties<PlaneProperty>
  ) {
    (self.connector, self.crtc, self.plane) = (connector, crtc, plane)
  }
}

extension ObjectProperties<PlaneProperty> {
  /// Adds the changes that show a pipe's tile of a framebuffer in its whole mode.
  func show(
    _ framebuffer: FramebufferID, on pipe: DisplayPipe, isPart: Bool, of plane: PlaneID,
    in request: inout AtomicRequest
  ) {
    let (plane, size) = (plane.rawValue, pipe.mode.size)
    let (width, height) = (UInt64(size.width), UInt64(size.height))
    let tile = isPart ? pipe.connector.tile : nil
    request.set(self[.fbID], of: plane, to: UInt64(framebuffer.rawValue))
    request.set(self[.crtcID], of: plane, to: UInt64(pipe.crtc.rawValue))
    // The source is in 16.16 fixed point.
    request.set(self[.sourceX], of: plane, to: UInt64(tile?.column ?? 0) * width << 16)
    request.set(self[.sourceY], of: plane, to: UInt64(tile?.row ?? 0) * height << 16)
    request.set(self[.sourceWidth], of: plane, to: width << 16)
    request.set(self[.sourceHeight], of: plane, to: height << 16)
    request.set(self[.crtcX], of: plane, to: 0)
    request.set(self[.crtcY], of: plane, to: 0)
    request.set(self[.crtcWidth], of: plane, to: width)
    request.set(self[.crtcHeight], of: plane, to: height)
    // Without clips the whole frame counts as damaged.
    request.set(self[.damageClips], of: plane, to: 0)
  }
}
