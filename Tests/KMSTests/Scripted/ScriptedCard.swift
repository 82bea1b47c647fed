// SPDX-License-Identifier: Apache-2.0

import CDRM
import KMS
import Motion
import Scanout

/// A card in memory, which behaves as a driver does.
///
/// The rules of commits are those of `drivers/gpu/drm/drm_atomic*.c` (Linux 6.12), as far as Flipbook
/// depends on them.
final class ScriptedCard {
  /// A connector and the display on it.
  struct Plug {
    var id: ConnectorID
    var kind = ConnectorKind.hdmi
    var connection = Connector.Connection.connected
    var modes: [Mode]
    var possibleCRTCs: CRTCMask
    var isNonDesktop = false
    var tile: Tile?
  }

  /// A call that changes the state, or a test of a commit.
  enum Call: Equatable {
    case test(modeset: Bool)
    case commit(modeset: Bool, event: Bool, nonblocking: Bool)
    case setCRTC, pageFlip, turnOff, flush, hideCursor
  }

  // The card and its objects.
  var plugs: [Plug] = []
  var crtcs: [CRTCID] = []
  var planes: [Plane] = []
  var isAtomic = true
  var countsVblanks = true
  var driver = "scripted"
  var hasDumbBuffers = true

  // The state: each object's properties by name, in the order in which the driver has made them.
  var values: [UInt32: [String: UInt64]] = [:]
  var names: [String] = []
  var blobs: [UInt32: [UInt8]] = [:]
  /// The contents of destroyed blobs: commits keep them.
  var restored: [UInt32: [UInt8]] = [:]
  var modes: [UInt32: Mode] = [:]
  var framebuffers: [UInt32: DumbMemory] = [:]
  var dumbBuffers: Set<UInt32> = []
  var handleCount = 0
  private var nextID: UInt32 = 1000

  // DRM master.
  var isMaster = true
  var hasOtherMaster = false

  // Failures.
  /// The errno of a call by its name, and the number of the failing call; nil for all of them.
  var errors: [String: (errno: CInt, call: Int?)] = [:]
  private var callCounts: [String: Int] = [:]
  /// The kilohertz of all pixels that are scanned out together; nil for no limit.
  var bandwidth: Int?
  /// Modes that the driver lists and cannot set.
  var refusedSizes: [PixelSize] = []
  var refusesNonblockingModesets = false
  /// Properties that cannot be changed.
  var refusedChanges: Set<String> = []
  /// Properties that are changed by a modeset only.
  var needsModeset: Set<String> = []

  // Calls and flips.
  var calls: [Call] = []
  var time = Instant(nanoseconds: 1_000_000_000)
  /// The CRTCs with a commit that is not on the display yet, and the receiver of each report.
  var pending: [CRTCID: UInt64?] = [:]
  /// Whether a flip is never completed.
  var losesFlips = false
  /// The objects with a last flip that is never completed.
  var lost: Set<UInt32> = []
  /// Until when the kernel's worker waits for a flip that is never completed.
  var workerEnds: [CRTCID: Instant] = [:]
  var events: [UInt8] = []
  var sequence: UInt32 = 0

  /// A card with displays in a mode each, a CRTC and a primary plane for each of them, all off.
  init(displays: [[Mode]], crtcCount: Int? = nil) {
    let crtcCount = crtcCount ?? displays.count
    for index in 0..<crtcCount {
      let crtc = CRTCID(rawValue: 40 + UInt32(index))
      crtcs.append(crtc)
      values[crtc.rawValue] = [
        "MODE_ID": 0, "ACTIVE": 0, "GAMMA_LUT": 0, "CTM": 0, "VRR_ENABLED": 0,
      ]
      addPlane(60 + UInt32(index), .primary, on: index)
    }
    for (index, modes) in displays.enumerated() {
      let id = ConnectorID(rawValue: 20 + UInt32(index))
      plugs.append(
        Plug(id: id, modes: modes, possibleCRTCs: CRTCMask(rawValue: 1 << UInt32(crtcCount) - 1)))
      values[id.rawValue] = ["CRTC_ID": 0, "link-status": 0, "HDR_OUTPUT_METADATA": 0]
    }
  }

  /// Adds a plane for a CRTC.
  func addPlane(_ id: UInt32, _ kind: Plane.Kind, on crtcIndex: Int) {
    planes.append(
      Plane(id: PlaneID(rawValue: id), kind: kind, possibleCRTCs: CRTCMask(index: crtcIndex)))
    var zeros = [String: UInt64]()
    for name in [
      "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W",
      "CRTC_H",
    ] { zeros[name] = 0 }
    zeros["rotation"] = 1
    values[id] = zeros
  }

  /// An unused object number.
  func makeID() -> UInt32 {
    nextID += 1
    return nextID
  }

  /// The number of a property of a name.
  func propertyID(_ name: String) -> PropertyID {
    if !names.contains(name) { names.append(name) }
    return PropertyID(rawValue: 500 + UInt32(names.firstIndex(of: name) ?? 0))
  }

  /// Counts a call; returns minus the errno with which it fails, or 0.
  func answer(_ call: String) -> CInt {
    callCounts[call, default: 0] += 1
    guard let (errno, nth) = errors[call] else { return 0 }
    return nth == nil || nth == callCounts[call] ? -errno : 0
  }

  /// Lets a call of a name fail: the next, a later one, or all.
  func fail(_ call: String, _ errno: CInt, after count: Int = 0, always: Bool = false) {
    errors[call] = (errno, always ? nil : callCounts[call, default: 0] + count + 1)
  }

  /// A vblank: pending commits are shown and reported.
  func vblank() {
    sequence += 1
    time += TimeSpan(nanoseconds: 16_666_667)
    for (crtc, userData) in pending.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if let userData { report(userData, crtc) }
    }
    pending = [:]
  }

  /// Queues an event of a flip, as `struct drm_event_vblank`.
  func report(_ userData: UInt64, _ crtc: CRTCID) {
    let microseconds = UInt64(time.nanoseconds) / 1000
    let words: [UInt32] = [
      2, 32, UInt32(truncatingIfNeeded: userData), UInt32(userData >> 32),
      UInt32(microseconds / 1_000_000), UInt32(microseconds % 1_000_000), sequence, crtc.rawValue,
    ]
    for word in words { events += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  /// The mode of a CRTC; nil if it is off.
  func mode(of crtc: CRTCID) -> Mode? {
    let object = values[crtc.rawValue]
    guard object?["ACTIVE"] == 1, let blob = object?["MODE_ID"] else { return nil }
    return modes[UInt32(blob)]
  }

  /// Sets a CRTC to a mode, with a connector and a framebuffer, as firmware or a compositor leaves it.
  func light(_ crtcIndex: Int, _ plugIndex: Int, mode: Mode, isActive: Bool = true) {
    let (crtc, blob, framebuffer) = (crtcs[crtcIndex].rawValue, makeID(), makeID())
    modes[blob] = mode
    framebuffers[framebuffer] = DumbMemory()
    values[crtc]?["MODE_ID"] = UInt64(blob)
    values[crtc]?["ACTIVE"] = isActive ? 1 : 0
    values[plugs[plugIndex].id.rawValue]?["CRTC_ID"] = UInt64(crtc)
    let plane = planes[crtcIndex].id.rawValue
    values[plane]?["FB_ID"] = UInt64(framebuffer)
    values[plane]?["CRTC_ID"] = UInt64(crtc)
  }

  /// A mode of 60 Hz without blanking.
  static func mode(_ width: Int, _ height: Int, isPreferred: Bool = false) -> Mode {
    Mode(
      width: width, height: height, clockInKilohertz: width * height * 60 / 1000,
      horizontalTotal: width, verticalTotal: height, isPreferred: isPreferred)
  }
}
