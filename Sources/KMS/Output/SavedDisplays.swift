// SPDX-License-Identifier: Apache-2.0

import CDRM
import CLinux

/// A card's previous configuration, which can be restored.
struct SavedDisplays {
  private struct SavedCRTC {
    let id: CRTCID
    let before: CRTCConfiguration
    let connectors: [ConnectorID]

    var wasOn: Bool {
      before.mode != nil && before.framebuffer.rawValue != 0 && !connectors.isEmpty
    }
  }

  private let crtcs: [SavedCRTC]
  private var objects: [SavedObject] = []

  /// Saves all CRTCs with their connectors, all properties of both that are reset, and all planes on a CRTC.
  ///
  /// An object that cannot be queried is not restored.
  init<Kernel: KernelInterface & ~Copyable>(
    _ card: borrowing Card<Kernel>, connectors: [Connector], planes: [Plane]
  ) {
    crtcs = [SavedCRTC](capacity: card.crtcs.count) { crtcs in
      for id in card.crtcs {
        guard let before = try? card.kernel.configuration(of: id) else { continue }
        let fed = [ConnectorID](capacity: connectors.count) { fed in
          for connector in connectors where connector.crtc == id { fed.append(connector.id) }
        }
        crtcs.append(SavedCRTC(id: id, before: before, connectors: fed))
      }
    }
    guard card.isAtomic else { return }
    for plane in planes where plane.crtc != nil {
      add(plane.id.rawValue, DRM_MODE_OBJECT_PLANE, PlaneProperties.savedNames, card.kernel)
    }
    for crtc in crtcs where crtc.wasOn {
      add(crtc.id.rawValue, DRM_MODE_OBJECT_CRTC, CRTCProperties.savedNames, card.kernel)
    }
    for connector in connectors where connector.crtc != nil {
      add(
        connector.id.rawValue, DRM_MODE_OBJECT_CONNECTOR, ConnectorProperties.savedNames,
        card.kernel)
    }
  }

  /// Saves the first properties of an object, with the contents of blobs.
  @inline(never)
  private mutating func add(
    _ id: UInt32, _ type: UInt32, _ names: StaticString,
    _ kernel: borrowing some KernelInterface & ~Copyable
  ) {
    var (count, blobCount) = (PlaneProperties.savedCount, 0)
    if type == DRM_MODE_OBJECT_CRTC {
      (count, blobCount) = (CRTCProperties.savedCount, CRTCProperties.savedBlobCount)
    } else if type == DRM_MODE_OBJECT_CONNECTOR {
      (count, blobCount) = (ConnectorProperties.savedCount, ConnectorProperties.savedBlobCount)
    }
    let values = kernel.properties(names, of: id, type: type)
    // A plane without a framebuffer (FB_ID) is not restored.
    if type == DRM_MODE_OBJECT_PLANE && values[0].value == 0 { return }
    var blobs: [3 of [UInt8]] = [[], [], []]
    for index in 0..<blobCount where values[index].value != 0 {
      blobs[index] = kernel.blob(UInt32(truncatingIfNeeded: values[index].value))
    }
    objects.append(
      SavedObject(id: id, values: values[..<count], blobs: blobs, blobCount: blobCount))
  }

  /// Restores the previous configuration, also that displays were off.
  ///
  /// Fails silently where the card, DRM master or the framebuffer is gone: the display is then switched off
  /// with this program's framebuffers. The kernel restores fbcon by itself only on the last close of the
  /// device.
  func restore(on kernel: borrowing some KernelInterface & ~Copyable) {
    // First the CRTCs that were off, which frees their connectors for the others.
    for crtc in crtcs where !crtc.wasOn { _ = kernel.turnOff(crtc.id) }
    for crtc in crtcs where crtc.wasOn {
      _ = kernel.setCRTC(
        crtc.id, crtc.before.framebuffer, x: crtc.before.x, y: crtc.before.y,
        connectors: crtc.connectors, mode: crtc.before.mode)
    }
    // One by one: a plane without its framebuffer must not prevent restoring the others.
    for object in objects { object.restore(on: kernel) }
  }
}

extension KernelInterface where Self: ~Copyable {
  /// Switches a CRTC off; 0, or minus an errno.
  func turnOff(_ crtc: CRTCID) -> CInt {
    setCRTC(crtc, FramebufferID(rawValue: 0), x: 0, y: 0, connectors: [], mode: nil)
  }
}

/// The saved properties of an object.
struct SavedObject {
  let id: UInt32
  let values: ArraySlice<Property>
  /// The contents of the first values, which are blobs.
  ///
  /// The kernel destroys a blob with its creator once no object uses it.
  let blobs: [3 of [UInt8]]
  let blobCount: Int

  func restore(on kernel: borrowing some KernelInterface & ~Copyable) {
    var request = AtomicRequest()
    var copies: [3 of UInt32] = [0, 0, 0]
    for index in values.indices where values[index].exists {
      var value = values[index].value
      if index < blobCount {
        // Where the blob cannot be created, the property is reset.
        let bytes = blobs[index]
        // Bytes have no padding.
        if !bytes.isEmpty { _ = unsafe kernel.createBlob(bytes.span.bytes, &copies[index]) }
        value = UInt64(copies[index])
      }
      request.set(values[index].id, of: id, to: value)
    }
    if request.propertyCount == 0 { return }
    // Restoring an unchanged object changes nothing. Some drivers set the mode for another colour range.
    if request.commit(on: kernel, [], userData: 0) == -EINVAL {
      _ = request.commit(on: kernel, .allowModeset, userData: 0)
    }
    // The commit keeps its own reference.
    for index in copies.indices where copies[index] != 0 { kernel.release(.blob(copies[index])) }
  }
}
