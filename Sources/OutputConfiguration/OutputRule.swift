// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Scanout
package import DisplayList

/// The settings of one output; nil means an automatic choice.
package struct OutputRule: Equatable, Sendable {
  /// The mode.
  package var mode: ModeRequest?

  /// Pixels per point.
  package var scale: Fixed?

  /// The rotation of frames.
  package var rotation: Rotation?

  /// Whether Flipbook leaves the output alone and shows nothing there.
  package var isOff = false

  /// The settings that a rule contains, including those with `auto`.
  package var said: Settings = []

  /// A rule without settings.
  package init() {}

  /// The settings that a rule can contain.
  package struct Settings: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Takes the bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The mode.
    package static let mode = Settings(rawValue: 1)
    /// The scale.
    package static let scale = Settings(rawValue: 2)
    /// The rotation.
    package static let rotation = Settings(rawValue: 4)
    /// Whether the output is used at all.
    package static let isOff = Settings(rawValue: 8)
  }

  /// Adopts the settings that another rule contains.
  mutating func merge(_ other: OutputRule) {
    if other.said.contains(.mode) { mode = other.mode }
    if other.said.contains(.scale) { scale = other.scale }
    if other.said.contains(.rotation) { rotation = other.rotation }
    if other.said.contains(.isOff) { isOff = other.isOff }
    said.formUnion(other.said)
  }
}

/// A requested mode: `1920x1080`, optionally with a rate.
package struct ModeRequest: Equatable, Sendable {
  /// The size in pixels.
  package var size: PixelSize

  /// Frames per 1000 seconds; nil for any.
  package var refreshMillihertz: Int?

  /// Asks for a size, and perhaps a rate.
  package init(size: PixelSize, refreshMillihertz: Int? = nil) {
    self.size = size
    self.refreshMillihertz = refreshMillihertz
  }
}

/// How a panel is mounted in its machine: which of its sides is at the top.
///
/// The raw values are those of the connector property `panel orientation`.
package enum PanelOrientation: UInt64, Equatable, Sendable, CaseIterable {
  /// Its top is at the top (`Normal`).
  case normal = 0
  /// Its bottom is at the top (`Upside Down`).
  case upsideDown = 1
  /// Its left side is at the top (`Left Side Up`): it was turned clockwise.
  case leftSideUp = 2
  /// Its right side is at the top (`Right Side Up`): it was turned counter-clockwise.
  case rightSideUp = 3

  /// The rotation of a frame in the panel's pixels that compensates for the mounting.
  ///
  /// The top of the frame goes to the side that is at the top. The kernel's console does the same:
  /// 270° (`FB_ROTATE_CCW`) with the left side at the top, 90° (`FB_ROTATE_CW`) with the right side.
  package var rotation: Rotation {
    switch self {
    case .normal: .degrees0
    case .upsideDown: .degrees180
    case .leftSideUp: .degrees270
    case .rightSideUp: .degrees90
    }
  }
}
