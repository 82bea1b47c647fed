// SPDX-License-Identifier: Apache-2.0

public import DisplayList
public import FixedPoint
import OutputConfiguration
import Scanout

/// Which devices a display uses.
public enum DisplaySource: Sendable {
  /// All connected displays of all cards; without a card a framebuffer device. Displays may come and go.
  case automatic
  /// The displays of one card, by its path, such as `/dev/dri/card0`.
  case card(String)
  /// A framebuffer device by its path, such as `/dev/fb0`.
  case framebuffer(String)
  /// Memory that behaves like a display of 60 Hz, for tests.
  case memory(width: Int, height: Int)
}

/// Settings for one output or for all, as the daemon's option `--output` has them.
///
/// A setting that is nil stays as chosen automatically. Later settings, and those for one output, have precedence.
public struct OutputSettings: Sendable {
  let name: String?
  let rule: OutputRule

  /// Settings for an output.
  ///
  /// - Parameters:
  ///   - name: the kernel's name of a connector, such as `HDMI-A-1`; nil for all outputs.
  ///   - width: of the mode in pixels; together with `height`.
  ///   - height: of the mode in pixels.
  ///   - refreshMillihertz: of the mode, in frames per 1000 seconds; nil for any.
  ///   - scale: pixels per point, from 1/4 to 16.
  ///   - rotation: of frames.
  ///   - isOff: whether the output is left alone and shows nothing.
  public init(
    _ name: String? = nil, width: Int? = nil, height: Int? = nil, refreshMillihertz: Int? = nil,
    scale: Fixed? = nil, rotation: Rotation? = nil, isOff: Bool = false
  ) {
    self.name = name
    var rule = OutputRule()
    if let width, let height {
      rule.mode = ModeRequest(
        size: PixelSize(width: width, height: height), refreshMillihertz: refreshMillihertz)
      rule.said.insert(.mode)
    }
    if let scale {
      rule.scale = min(max(scale, Fixed(1, over: 4)), 16)
      rule.said.insert(.scale)
    }
    if let rotation {
      rule.rotation = rotation
      rule.said.insert(.rotation)
    }
    if isOff {
      rule.isOff = true
      rule.said.insert(.isOff)
    }
    self.rule = rule
  }
}
