import FixedPoint
import Scanout

/// How many pixels a point has on a display.
enum DisplayScale {
  /// Chooses by the pixels' density: quarters, 1 for 96 pixels per inch, from 1 to 4.
  ///
  /// A display that does not tell its size, or tells nonsense as televisions and projectors do, has
  /// 1, or 2 from 4K on.
  static func best(for size: PixelSize, _ millimetres: PhysicalSize?) -> WideFixed {
    let height = min(size.width, size.height)
    guard let millimetres, !isNonsense(millimetres) else {
      return height >= 2000 ? 2 : 1
    }
    let length = min(millimetres.width, millimetres.height)
    // Pixels per 25.4 mm over 96, in quarters, to the nearest: 4 · 25.4 / 96 = 508 / 480.
    let quarters = (height * 508 + length * 240) / (length * 480)
    return WideFixed(min(max(quarters, 4), 16), over: 4)
  }

  /// Whether a size is too small for a display, or an aspect ratio in its place: 16 by 9 or 10, in
  /// centimetres or millimetres.
  private static func isNonsense(_ size: PhysicalSize) -> Bool {
    let long = max(size.width, size.height)
    let short = min(size.width, size.height)
    return short < 50 || long == 160 && (short == 90 || short == 100)
  }
}
