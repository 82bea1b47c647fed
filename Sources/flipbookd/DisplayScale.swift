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
    guard let millimetres, min(millimetres.width, millimetres.height) >= 50 else {
      return height >= 2000 ? 2 : 1
    }
    // 16 by 9 millimetres and the like are aspect ratios, not sizes; they were caught above.
    let length = min(millimetres.width, millimetres.height)
    // Pixels per 25.4 mm over 96, in quarters, to the nearest: 4 · 25.4 / 96 = 508 / 480.
    let quarters = (height * 508 + length * 240) / (length * 480)
    return WideFixed(min(max(quarters, 4), 16), over: 4)
  }
}
