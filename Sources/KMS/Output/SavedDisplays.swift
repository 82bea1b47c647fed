// SPDX-License-Identifier: Apache-2.0

import CDRM
import Linux

/// A card's previous configuration, to be restored.
struct SavedDisplays {
  private struct SavedCRTC {
    let id: CRTCID
    let before: CRTCConfiguration
    let connectors: [ConnectorID]

    var wasOn: Bool {
      before.mode != nil && before.framebuffer.rawValue != 0 && !connectors.isEmpty
    }
  }

  private var crtcs: [SavedCRTC] = []
  private var objects: SavedObject?

  /// Saves all CRTCs with their connectors and colour properties, and all planes that are on one.
  ///
  /// What cannot be queried is not restored.
  init(_ card: borrowing Card, connectors: [Connector], planes: [Plane]) {
    for id in card.crtcs {
      guard let before = try? Ioctl.configuration(card.descriptor, of: id) else { continue }
      let fed = connectors.filter { $0.crtc == id }.map { $0.id }
      crtcs.append(SavedCRTC(id: id, before: before, connectors: fed))
    }
    guard card.isAtomic else { return }
    for plane in planes where plane.crtc != nil {
      add(plane.id.rawValue, DRM_MODE_OBJECT_PLANE, PlaneProperties.savedNames, card)
    }
    for crtc in crtcs where crtc.wasOn {
      add(crtc.id.rawValue, DRM_MODE_OBJECT_CRTC, CRTCProperties.savedNames, card)
    }
  }

  private mutating func add(
    _ id: UInt32, _ type: UInt32, _ names: StaticString, _ card: borrowing Card
  ) {
    let values = Property.find(names, of: id, type: type, card.descriptor)
    // The first is the plane's FB_ID; a plane without one is not restored.
    if type == DRM_MODE_OBJECT_PLANE && values[0].value == 0 { return }
    objects = SavedObject(
      id, values, isTinted: type == DRM_MODE_OBJECT_CRTC, before: objects, card.descriptor)
  }

  /// Shows again what was there, or nothing where nothing was.
  ///
  /// Fails silently where the card, DRM master or the framebuffer is gone: the display
  /// then goes dark with our framebuffers. The kernel restores fbcon by itself only on the last
  /// close of the device.
  func restore(on card: borrowing FileDescriptor) {
    // First those that were off, which sets displays free that others are to have back.
    for crtc in crtcs where !crtc.wasOn {
      _ = LegacyCRTC.turnOff(crtc.id, on: card)
    }
    for crtc in crtcs where crtc.wasOn {
      guard let mode = crtc.before.mode else { continue }
      _ = LegacyCRTC.set(
        crtc.id, framebuffer: crtc.before.framebuffer, x: crtc.before.x, y: crtc.before.y,
        connectors: crtc.connectors, mode: mode, on: card)
    }
    // One by one: a plane whose framebuffer is gone must not keep the others from coming back.
    var object = objects
    while let saved = object {
      saved.restore(on: card)
      object = saved.next
    }
  }
}

/// Saved properties of a CRTC or a plane.
@safe final class SavedObject {
  private let id: UInt32
  private let values: [Property]
  /// What is in the first three of a CRTC's, as libdrm has copied it; it is freed with this.
  ///
  /// The kernel's blobs vanish with their owner once nothing shows them any more.
  private var blobs: [3 of drmModePropertyBlobPtr?] = [nil, nil, nil]
  /// The next of all that were saved.
  let next: SavedObject?

  /// Takes note of some values; those of a CRTC are its `CRTCProperties.savedNames`.
  init(
    _ id: UInt32, _ values: [Property], isTinted: Bool, before next: SavedObject?,
    _ card: borrowing FileDescriptor
  ) {
    self.id = id
    self.values = values
    self.next = next
    if !isTinted { return }
    for index in 0..<CRTCProperties.savedBlobCount where values[index].value != 0 {
      unsafe blobs[index] = drmModeGetPropertyBlob(
        card.number, UInt32(truncatingIfNeeded: values[index].value))
    }
  }

  deinit {
    for index in 0..<CRTCProperties.savedBlobCount {
      if let blob = unsafe blobs[index] { unsafe drmModeFreePropertyBlob(blob) }
    }
  }

  func restore(on card: borrowing FileDescriptor) {
    var request = AtomicRequest()
    var copies: [3 of UInt32] = [0, 0, 0]
    // What differs from before is the commit's own, and not put back.
    for index in 0..<min(values.count, PlaneProperties.savedCount) where values[index].exists {
      var value = values[index].value
      if index < CRTCProperties.savedBlobCount, let blob = unsafe blobs[index] {
        // libdrm's copy is as long as it says. Where the blob cannot be created, the property is reset.
        _ = unsafe drmModeCreatePropertyBlob(
          card.number, blob.pointee.data, Int(blob.pointee.length), &copies[index])
        value = UInt64(copies[index])
      }
      request.set(values[index].id, of: id, to: value)
    }
    // Of an object that is as it was nothing changes.
    _ = request.commit(on: card, [], userData: 0)
    // The commit keeps its own reference.
    for index in 0..<CRTCProperties.savedBlobCount where copies[index] != 0 {
      _ = drmModeDestroyPropertyBlob(card.number, copies[index])
    }
  }
}
