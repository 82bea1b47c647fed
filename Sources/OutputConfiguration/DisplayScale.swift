// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Scanout

/// The number of pixels per point on a display.
///
/// The splash should look equally large on every display, so the scale follows from the angle under
/// which one sees a point. A point is a 96th of an inch on a monitor of 24 inches, seen from 28 inches.
/// That is the reference pixel of CSS (Values and Units Level 3, section 5.2), about 1.3 minutes of
/// arc. On other displays a point has as many pixels as lie within that angle:
///
///     pixels per point = pixels per inch / 96 · distance / 28 inches
///
/// The viewing distance is unknown, but people hold small displays near and hang large ones far away.
/// The estimate is 13 inches for a display of 5 inches and 35 inches for a monitor of 32; between them
/// it grows by 0.8 of the diagonal. Larger displays are televisions. For them it grows by 2.5 of the
/// diagonal, to 92 inches for a television of 55 inches, as is usual in living rooms. So a telephone
/// with 294 pixels per inch gets 1.5 and not 3, and a television with 80 pixels per inch gets 2.75 and
/// not 1.
///
/// Only diagonals are used: a panel that is mounted rotated may report its sides in either order.
package enum DisplayScale {
  /// The minimum size in points at which nothing is cut off.
  package struct MinimumSize: Equatable, Sendable {
    /// The width of the unrotated frame.
    package var width: Fixed
    /// From top to bottom.
    package var height: Fixed

    /// Puts a width and a height together.
    package init(width: Fixed, height: Fixed) {
      (self.width, self.height) = (width, height)
    }
  }

  /// Chooses a scale, from 1 to 8 in quarters, for an unrotated size in pixels.
  ///
  /// Projectors and many televisions report no size, or an implausible one. Such a display counts as a
  /// monitor of 24 inches: 1 up to 1080 rows, 2 with 2160. The scale is never so large that the stage
  /// does not fit. For that it can go below 1, in sixteenths.
  package static func best(
    for size: PixelSize, _ millimetres: PhysicalSize?, fitting minimumSize: MinimumSize
  ) -> Fixed {
    let quarters = min(max(quarters(size, millimetres), 4), 32)
    let fitting = min(
      (Fixed(16 * size.width) / max(minimumSize.width, 1)).floor,
      (Fixed(16 * size.height) / max(minimumSize.height, 1)).floor)
    if fitting >= 4 * quarters { return Fixed(quarters, over: 4) }
    return Fixed(fitting >= 16 ? fitting & ~3 : max(fitting, 1), over: 16)
  }

  /// Four times the scale that gives a point the reference angle, to the nearest whole number.
  private static func quarters(_ size: PixelSize, _ millimetres: PhysicalSize?) -> Int {
    let unknown = (4 * min(size.width, size.height) + 540) / 1080
    guard let millimetres, !isPlaceholder(millimetres) else { return unknown }
    let pixels = diagonal(size.width, size.height)
    // In hundredths of an inch, like all lengths here.
    let length = diagonal(100 * millimetres.width, 100 * millimetres.height) * 10 / 254
    // The finest panels of telephones have 810 pixels per inch, the coarsest LED walls 20.
    guard length > 0, pixels <= 10 * length, 5 * pixels >= length else { return unknown }
    let distance = length <= 3200 ? 900 + length * 8 / 10 : 3460 + (length - 3200) * 5 / 2
    // Exceeds 32 bits for a wall of five metres.
    let product = Int64(8 * pixels) * Int64(distance)
    return Int((product + Int64(length * 96 * 28)) / Int64(2 * length * 96 * 28))
  }

  private static func diagonal(_ width: Int, _ height: Int) -> Int {
    Fixed.hypotenuse(Fixed(width), Fixed(height)).rounded
  }

  /// Whether a reported size is useless: not within 5 metres, or an aspect ratio instead of a size.
  ///
  /// Many an EDID says 16 by 9 or 16 by 10, in millimetres, centimetres or decimetres. It does so for a
  /// projection, where the size is unknown, or for a model where the maker did not enter it.
  package static func isPlaceholder(_ size: PhysicalSize) -> Bool {
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    guard short > 0, long <= 5000 else { return true }
    for unit in [1, 10, 100] where long == 16 * unit && (short == 9 * unit || short == 10 * unit) {
      return true
    }
    return false
  }
}
