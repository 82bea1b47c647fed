// SPDX-License-Identifier: Apache-2.0

package import OutputConfiguration
import CDRM
package import Scanout

/// A connector's state at its last probe.
///
/// Corresponds to `drmModeConnector`. A class, because it is shared and immutable, and copies would be large.
package final class Connector: Sendable {
  /// Whether a display is connected.
  package enum Connection: Equatable, Sendable {
    case connected, disconnected, unknown
  }

  /// The kernel's number.
  package let id: ConnectorID
  /// The kind of connector.
  package let kind: ConnectorKind
  /// The number among connectors of its kind, from 1.
  package let number: UInt32
  /// Whether a display is connected.
  package let connection: Connection
  /// Whether the display is not for a desktop, such as a headset: it shows no progress bar.
  package let isNonDesktop: Bool
  /// The physical size in millimetres, if the display reports one.
  package let sizeInMillimetres: PhysicalSize?
  /// How its panel is mounted, if the driver reports it.
  package let panelOrientation: PanelOrientation?
  /// The display's modes, in the driver's order: best first.
  package let modes: [Mode]
  /// The CRTCs that can drive it.
  package let possibleCRTCs: CRTCMask
  /// The CRTC that drives it now.
  package let crtc: CRTCID?
  /// The present mode, if it is known.
  package let currentMode: Mode?
  /// Whether the kernel reports link-status bad: the mode has to be set again.
  package let isLinkBad: Bool
  /// Its tile of a display that needs several connectors; nil for others.
  package let tile: Tile?

  /// A connector of these values; for tests of the selection of connectors.
  package init(
    id: ConnectorID, kind: ConnectorKind, number: UInt32 = 1, connection: Connection = .connected,
    isNonDesktop: Bool = false, sizeInMillimetres: PhysicalSize? = nil,
    panelOrientation: PanelOrientation? = nil, modes: [Mode], possibleCRTCs: CRTCMask,
    crtc: CRTCID? = nil, currentMode: Mode? = nil, isLinkBad: Bool = false,
    tile: Tile? = nil
  ) {
    self.id = id
    self.kind = kind
    self.number = number
    self.connection = connection
    self.isNonDesktop = isNonDesktop
    self.sizeInMillimetres = sizeInMillimetres
    self.panelOrientation = panelOrientation
    self.modes = modes
    self.possibleCRTCs = possibleCRTCs
    self.crtc = crtc
    self.currentMode = currentMode
    self.isLinkBad = isLinkBad
    self.tile = tile
  }

  /// Whether it can be used for output; a connector of unknown status may be used.
  package var isUsable: Bool {
    connection != .disconnected && !isNonDesktop && Mode.best(of: modes) != nil
  }

  /// The index of the requested mode, or of the best one where none matches.
  ///
  /// If possible the mode sends at most `limit` pixels per millisecond. For a tile of a whole display the
  /// mode has the tile's size.
  func bestMode(asked request: ModeRequest?, upTo limit: Int64, isTile: Bool) -> Int? {
    var request = request
    if request == nil, isTile, let tile { request = ModeRequest(size: tile.size) }
    if let request, let mode = Mode.best(of: modes, for: request), modes[mode].pixelRate <= limit {
      return mode
    }
    return Mode.best(of: modes, keeping: currentMode, upTo: limit) ?? Mode.best(of: modes)
  }

  /// Whether it is more important than another: internal panels come first, then connectors that are driven
  /// already, then the largest mode.
  ///
  /// Connectors of unknown status come after all that are connected.
  func isBetter(than other: Connector) -> Bool {
    if connection != other.connection { return connection == .connected }
    if kind.isInternal != other.kind.isInternal { return kind.isInternal }
    if (crtc == nil) != (other.crtc == nil) { return crtc != nil }
    return pixelCount > other.pixelCount
  }

  private var pixelCount: Int64 {
    guard let index = Mode.best(of: modes) else { return 0 }
    return Int64(modes[index].size.width) * Int64(modes[index].size.height)
  }
}

/// The kind of a connector.
package struct ConnectorKind: RawRepresentable, Hashable, Sendable {
  /// The kernel's number of the kind.
  package let rawValue: UInt32

  /// A kind by the kernel's number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A television or monitor (`DRM_MODE_CONNECTOR_HDMIA`).
  package static let hdmi = ConnectorKind(rawValue: 11)
  /// A monitor (`DRM_MODE_CONNECTOR_DisplayPort`).
  package static let displayPort = ConnectorKind(rawValue: 10)
  /// The panel of a laptop (`DRM_MODE_CONNECTOR_eDP`).
  package static let embeddedDisplayPort = ConnectorKind(rawValue: 14)
  /// An older panel (`DRM_MODE_CONNECTOR_LVDS`).
  package static let lvds = ConnectorKind(rawValue: 7)
  /// The panel of a phone or tablet (`DRM_MODE_CONNECTOR_DSI`).
  package static let dsi = ConnectorKind(rawValue: 16)
  /// A panel on parallel wires (`DRM_MODE_CONNECTOR_DPI`).
  package static let dpi = ConnectorKind(rawValue: 17)
  /// The display of a virtual machine (`DRM_MODE_CONNECTOR_VIRTUAL`).
  package static let virtual = ConnectorKind(rawValue: 15)

  /// Whether the display is built into the machine.
  package var isInternal: Bool {
    self == .embeddedDisplayPort || self == .lvds || self == .dsi || self == .dpi
  }

  /// The kernel's name of the kind, as in `eDP-1`.
  package var name: StaticString {
    switch rawValue {
    case 1: "VGA"
    case 2: "DVI-I"
    case 3: "DVI-D"
    case 4: "DVI-A"
    case 5: "Composite"
    case 6: "SVIDEO"
    case 7: "LVDS"
    case 8: "Component"
    case 9: "DIN"
    case 10: "DP"
    case 11: "HDMI-A"
    case 12: "HDMI-B"
    case 13: "TV"
    case 14: "eDP"
    case 15: "Virtual"
    case 16: "DSI"
    case 17: "DPI"
    case 18: "Writeback"
    case 19: "SPI"
    case 20: "USB"
    default: "Unknown"
    }
  }
}
