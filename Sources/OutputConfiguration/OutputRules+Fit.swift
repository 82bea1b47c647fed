// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Scanout
package import DisplayList

extension OutputRules {
  /// How a stage is fitted to an output.
  package struct Fit: Equatable, Sendable {
    /// The rotation.
    package let rotation: Rotation
    /// Pixels per point.
    package let scale: Fixed
  }

  /// Fits a stage to an output: by the rules for its name, otherwise to suit the display.
  ///
  /// `size` is the size of the pixels in memory, `orientation` is the panel's mounting as the
  /// driver reports it, and `minimumSize` is the minimum size of the unrotated stage.
  package func fit(
    _ size: PixelSize, _ millimetres: PhysicalSize?, on name: ConnectorName,
    mounted orientation: PanelOrientation?, minimumSize: DisplayScale.MinimumSize
  ) -> Fit {
    let rotation = rotation(for: name, mounted: orientation).rotation
    let unrotated = rotation.turned(width: size.width, height: size.height)
    let scale =
      rule(for: name).scale
      ?? DisplayScale.best(
        for: PixelSize(width: unrotated.width, height: unrotated.height), millimetres,
        fitting: minimumSize
      )
    return Fit(rotation: rotation, scale: scale)
  }
}
