// SPDX-License-Identifier: Apache-2.0

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
      let properties = ObjectProperties<PlaneProperty>(of: plane.id.rawValue, card.kernel)
      // A plane without a framebuffer is not restored.
      if properties[.fbID].value == 0 { continue }
      objects.append(SavedObject(plane.id.rawValue, properties, card.kernel))
    }
    for crtc in crtcs where crtc.wasOn {
      let properties = ObjectProperties<CRTCProperty>(of: crtc.id.rawValue, card.kernel)
      objects.append(SavedObject(crtc.id.rawValue, properties, card.kernel))
    }
    for connector in connectors where connector.crtc != nil {
      let properties = ObjectProperties<ConnectorProperty>(of: connector.id.rawValue, card.kernel)
      objects.append(SavedObject(connector.id.rawValue, properties, card.kernel))
    }
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
  private struct SavedValue {
    let property: Property
    /// A blob's contents; nil where the value is not a blob's ID.
    ///
    /// The kernel destroys a blob with its creator once no object uses it.
    let contents: [UInt8]?
  }

  private let id: UInt32
  private var values: [SavedValue] = []

  /// Saves those properties of an object that are restored.
  init<Name>(
    _ id: UInt32, _ properties: ObjectProperties<Name>,
    _ kernel: borrowing some KernelInterface & ~Copyable
  ) {
    self.id = id
    for name in Name.allCases where name.row.isSaved && properties[name].exists {
      let property = properties[name]
      var contents: [UInt8]?
      if name.row.isBlob {
        let blob = UInt32(truncatingIfNeeded: property.value)
        contents = blob == 0 ? [] : kernel.blob(blob)
      }
      values.append(SavedValue(property: property, contents: contents))
    }
  }

  func restore(on kernel: borrowing some KernelInterface & ~Copyable) {
    if values.isEmpty { return }
    var request = AtomicRequest()
    var blobs: [UInt32] = []
    for saved in values {
      var value = saved.property.value
      if let contents = saved.contents {
        // Where the blob cannot be created, the property is reset.
        var blob: UInt32 = 0
        // Bytes have no padding.
        if !contents.isEmpty { _ = unsafe kernel.createBlob(contents.span.bytes, &blob) }
        if blob != 0 { blobs.append(blob) }
        value = UInt64(blob)
      }
      request.set(saved.property.id, of: id, to: value)
    }
    // Restoring an unchanged object changes nothing. Some drivers set the mode for another colour range.
    if request.commit(on: kernel, [], userData: 0) == -EINVAL {
      _ = request.commit(on: kernel, .allowModeset, userData: 0)
    }
    // The commit keeps its own reference.
    for blob in blobs { kernel.release(.blob(blob)) }
  }
}
