// SPDX-License-Identifier: Apache-2.0

/// How a display was configured for an output's first frame, or its first frame after a restart.
package struct DisplaySetup: Equatable, Sendable {
  /// How the driver gets the damage of a frame.
  package enum Damage: Equatable, Sendable {
    /// Rectangles with the commit (`FB_DAMAGE_CLIPS`).
    case clips
    /// Rectangles after the flip, until the driver refuses them (`DRM_IOCTL_MODE_DIRTYFB`).
    case dirtyFB
    /// Not at all: the whole frame counts as damaged.
    case wholeFrames
  }

  /// Whether the driver set the mode; no mode-set is needed if the display had it already.
  package let isModeset: Bool
  /// How the driver gets the damage of a frame.
  package let damage: Damage
}
