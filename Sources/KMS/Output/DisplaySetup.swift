// SPDX-License-Identifier: Apache-2.0

/// How a display was set up for the first frame of an output, or for the first after a restart.
package struct DisplaySetup: Equatable, Sendable {
  /// What the driver learns about what differs in a frame.
  package enum Damage: Equatable, Sendable {
    /// Rectangles with the commit (`FB_DAMAGE_CLIPS`).
    case clips
    /// Rectangles after the flip, until the driver refuses them (`DRM_IOCTL_MODE_DIRTYFB`).
    case dirtyFB
    /// Nothing: it counts the whole frame.
    case wholeFrames
  }

  /// Whether the driver set the mode; it need not where the display had it.
  package let isModeset: Bool
  /// What the driver learns about what differs in a frame.
  package let damage: Damage
}
