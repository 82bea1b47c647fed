// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Scanout
public import Raster

/// How one output is to be set up; what is nil is left to choose.
public struct OutputRule: Equatable, Sendable {
  /// The mode.
  public var mode: ModeRequest?

  /// Pixels per point.
  public var scale: Fixed?

  /// The rotation of frames.
  public var rotation: Rotation?

  /// Whether nothing is shown there; the output is left alone.
  public var isOff = false

  /// Which of these were said, be it to leave them to choose.
  public var said: Settings = []

  /// Says nothing yet.
  public init() {}

  /// The things that can be said of an output.
  public struct Settings: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Takes the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The mode.
    public static let mode = Settings(rawValue: 1)
    /// The scale.
    public static let scale = Settings(rawValue: 2)
    /// The rotation.
    public static let rotation = Settings(rawValue: 4)
    /// Whether it is used at all.
    public static let isOff = Settings(rawValue: 8)
  }

  /// Takes over what another rule says.
  mutating func obey(_ other: OutputRule) {
    if other.said.contains(.mode) { mode = other.mode }
    if other.said.contains(.scale) { scale = other.scale }
    if other.said.contains(.rotation) { rotation = other.rotation }
    if other.said.contains(.isOff) { isOff = other.isOff }
    said.formUnion(other.said)
  }
}

/// A requested mode: `1920x1080`, optionally with a rate.
public struct ModeRequest: Equatable, Sendable {
  /// The size in pixels.
  public var size: PixelSize

  /// Frames per 1000 seconds; nil for any.
  public var refreshMillihertz: Int?

  /// Asks for a size, and perhaps a rate.
  public init(size: PixelSize, refreshMillihertz: Int? = nil) {
    self.size = size
    self.refreshMillihertz = refreshMillihertz
  }
}

/// How a panel is mounted in its machine: which of its sides is up.
///
/// Corresponds to the connector property `panel orientation`, whose values these are.
public enum PanelOrientation: UInt64, Equatable, Sendable, CaseIterable {
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
  /// Its top goes to the side that is up. The kernel's console does the same: 270° (`FB_ROTATE_CCW`)
  /// with the left side up, 90° (`FB_ROTATE_CW`) with the right one.
  public var rotation: Rotation {
    switch self {
    case .normal: .degrees0
    case .upsideDown: .degrees180
    case .leftSideUp: .degrees270
    case .rightSideUp: .degrees90
    }
  }
}
