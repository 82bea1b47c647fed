// SPDX-License-Identifier: Apache-2.0

package import Animations
import FixedPoint
package import DisplayList
package import ToolSupport

extension StageConfiguration {
  /// The stage of a theme, which determines everything but the display: its size in points, the pixels of a point, and
  /// the frame's rotation.
  ///
  /// - Throws: That the display has too many pixels.
  package init(
    theme: ThemeSelection, size: BoxSize, scale: DecimalNumber, rotation: Rotation
  ) throws(ToolError) {
    guard let width = size.width.ceilingOfProduct(with: scale),
      let height = size.height.ceilingOfProduct(with: scale), let factor = scale.fixed
    else { throw .usage("the frame is too large") }
    let pixels = rotation.turned(width: width, height: height)
    self.init(
      animation: .flow, widthInPixels: pixels.width, heightInPixels: pixels.height, scale: factor)
    self.rotation = rotation
    (self.width, self.height) = (size.width.fixed, size.height.fixed)
    showWholeStage()
    self.theme = theme
  }
}
