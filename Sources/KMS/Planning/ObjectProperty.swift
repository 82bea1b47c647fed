// SPDX-License-Identifier: Apache-2.0

import CDRM

/// The properties of one kind of object that commits set.
protocol ObjectProperty: CaseIterable, RawRepresentable<Int>, Sendable {
  /// The kernel's number of the kind, `DRM_MODE_OBJECT_…`.
  static var objectType: UInt32 { get }

  /// The property's name and its treatment.
  var row: PropertyRow { get }
}

/// A property's name and its treatment.
struct PropertyRow {
  /// The name in the kernel.
  let name: StaticString

  /// The value that does not change the frame; nil where each commit sets the property by itself.
  var neutral: UInt64?

  /// Whether it is saved and restored.
  var isSaved = false

  /// Whether its value is the ID of a blob, which is saved with its contents.
  var isBlob = false

  /// Whether all drivers have it, and commits fail without it.
  var isRequired = false
}

/// The properties of one object, by name.
struct ObjectProperties<Name: ObjectProperty>: Sendable {
  private let list: [Property]

  /// Looks them up; those that the object lacks do not exist.
  init(of object: UInt32, _ kernel: borrowing some KernelInterface & ~Copyable) {
    let names = Name.allCases.map { $0.row.name }
    list = kernel.properties(names, of: object, type: Name.objectType)
  }

  subscript(name: Name) -> Property { list[name.rawValue] }

  /// Whether the object has all that are required.
  var isComplete: Bool { Name.allCases.allSatisfy { !$0.row.isRequired || self[$0].exists } }
}

/// The properties of a connector.
///
/// Others do not change the image, or are the driver's choice: `max bpc` is a limit, and `scaling mode` is for
/// modes other than the panel's own.
enum ConnectorProperty: Int, ObjectProperty {
  case hdrMetadata, colorspace, rgbRange, contentType, underscan, linkStatus, crtcID

  static var objectType: UInt32 { DRM_MODE_OBJECT_CONNECTOR }

  var row: PropertyRow {
    switch self {
    case .hdrMetadata:
      PropertyRow(name: "HDR_OUTPUT_METADATA", neutral: 0, isSaved: true, isBlob: true)
    case .colorspace: PropertyRow(name: "Colorspace", neutral: 0, isSaved: true)
    case .rgbRange: PropertyRow(name: "Broadcast RGB", neutral: 0, isSaved: true)
    case .contentType: PropertyRow(name: "content type", neutral: 0, isSaved: true)
    case .underscan: PropertyRow(name: "underscan", neutral: 0, isSaved: true)
    // `DRM_MODE_LINK_STATUS_GOOD` makes the driver train a bad link again.
    case .linkStatus: PropertyRow(name: "link-status", neutral: 0)
    case .crtcID: PropertyRow(name: "CRTC_ID", isRequired: true)
    }
  }
}

/// The properties of a CRTC.
enum CRTCProperty: Int, ObjectProperty {
  case gamma, degamma, colorMatrix, variableRefresh, modeID, active

  static var objectType: UInt32 { DRM_MODE_OBJECT_CRTC }

  var row: PropertyRow {
    switch self {
    case .gamma: PropertyRow(name: "GAMMA_LUT", neutral: 0, isSaved: true, isBlob: true)
    case .degamma: PropertyRow(name: "DEGAMMA_LUT", neutral: 0, isSaved: true, isBlob: true)
    case .colorMatrix: PropertyRow(name: "CTM", neutral: 0, isSaved: true, isBlob: true)
    // Vblanks would follow the frames instead of the reverse.
    case .variableRefresh: PropertyRow(name: "VRR_ENABLED", neutral: 0, isSaved: true)
    case .modeID: PropertyRow(name: "MODE_ID", isRequired: true)
    case .active: PropertyRow(name: "ACTIVE", isRequired: true)
    }
  }
}

/// The properties of a plane.
///
/// `COLOR_ENCODING` and `COLOR_RANGE` are for formats that are not RGB. The order of planes (`zpos`) does not
/// matter while the other planes are off.
enum PlaneProperty: Int, ObjectProperty {
  case fbID, crtcID, sourceX, sourceY, sourceWidth, sourceHeight
  case crtcX, crtcY, crtcWidth, crtcHeight, rotation, alpha, blendMode, damageClips

  static var objectType: UInt32 { DRM_MODE_OBJECT_PLANE }

  var row: PropertyRow {
    switch self {
    case .fbID: PropertyRow(name: "FB_ID", isSaved: true, isRequired: true)
    case .crtcID: PropertyRow(name: "CRTC_ID", isSaved: true, isRequired: true)
    case .sourceX: PropertyRow(name: "SRC_X", isSaved: true, isRequired: true)
    case .sourceY: PropertyRow(name: "SRC_Y", isSaved: true, isRequired: true)
    case .sourceWidth: PropertyRow(name: "SRC_W", isSaved: true, isRequired: true)
    case .sourceHeight: PropertyRow(name: "SRC_H", isSaved: true, isRequired: true)
    case .crtcX: PropertyRow(name: "CRTC_X", isSaved: true, isRequired: true)
    case .crtcY: PropertyRow(name: "CRTC_Y", isSaved: true, isRequired: true)
    case .crtcWidth: PropertyRow(name: "CRTC_W", isSaved: true, isRequired: true)
    case .crtcHeight: PropertyRow(name: "CRTC_H", isSaved: true, isRequired: true)
    // `DRM_MODE_ROTATE_0`: the previous master, or the firmware, may have rotated the plane, but frames are
    // rendered rotated.
    case .rotation: PropertyRow(name: "rotation", neutral: 1, isSaved: true)
    case .alpha: PropertyRow(name: "alpha", neutral: 0xFFFF, isSaved: true)
    // The blend mode that all planes have (`PREMULTI`).
    case .blendMode: PropertyRow(name: "pixel blend mode", neutral: 0, isSaved: true)
    // It belongs to a single commit.
    case .damageClips: PropertyRow(name: "FB_DAMAGE_CLIPS")
    }
  }
}
