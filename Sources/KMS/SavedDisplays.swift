import CDRM
import System

/// What a card showed before us, put back when asked.
struct SavedDisplays: Sendable {
  private struct SavedCRTC: Sendable {
    let id: CRTCID
    let before: CRTCConfiguration
    let connectors: [ConnectorID]

    var wasOn: Bool {
      before.mode != nil && before.framebuffer.rawValue != 0 && !connectors.isEmpty
    }
  }

  private var crtcs: [SavedCRTC] = []
  private var planes: [SavedPlane] = []

  /// Takes note of all CRTCs with what they feed, and of all planes that are on one.
  ///
  /// What cannot be asked for is left as it will be.
  init(_ card: borrowing Card, connectors: [Connector], planes: [Plane]) {
    for id in card.crtcs {
      guard let before = try? Ioctl.configuration(card.descriptor, of: id) else { continue }
      let fed = connectors.filter { $0.crtc == id }.map { $0.id }
      crtcs.append(SavedCRTC(id: id, before: before, connectors: fed))
    }
    for plane in planes where plane.crtc != nil {
      if let saved = SavedPlane(plane.id, card.descriptor) { self.planes.append(saved) }
    }
  }

  /// Shows again what was there, or nothing where nothing was.
  ///
  /// Fails without a word where the card or the mastership is gone, or the framebuffer: the display
  /// then goes dark with our framebuffers. The kernel shows its console by itself only when nobody
  /// has the device open any more.
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
    for plane in planes { plane.restore(on: card) }
  }
}

/// All that a plane had of its owner.
struct SavedPlane: Sendable {
  private let id: PlaneID
  private var values: [(property: PropertyID, value: UInt64)] = []

  /// Takes note of it; nil where it does not tell what it shows.
  init?(_ id: PlaneID, _ card: borrowing FileDescriptor) {
    self.id = id
    let properties = PropertyList(of: id.rawValue, type: DRM_MODE_OBJECT_PLANE, card)
    let names: [12 of StaticString] = [
      "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W",
      "CRTC_H", "rotation", "alpha",
    ]
    for index in names.indices {
      guard let found = properties[names[index]] else { continue }
      values.append((found.id, found.value))
    }
    guard let framebuffer = properties["FB_ID"], framebuffer.value != 0 else { return nil }
  }

  func restore(on card: borrowing FileDescriptor) {
    var request = AtomicRequest()
    for (property, value) in values { request.set(property, of: id.rawValue, to: value) }
    // Of a plane that shows what it did before nothing changes.
    _ = request.commit(on: card, [], userData: 0)
  }
}
