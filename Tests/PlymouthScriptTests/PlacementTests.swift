// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PlymouthScript

/// Positions of sprites, which Plymouth cuts to whole pixels, as rules that a theme rounds.
@Suite struct PlacementTests {
  /// Where a theme puts the left edge in a window.
  private static func rounded(_ axis: Placement.Axis, _ length: Int, _ window: Int) -> Int {
    (axis.fraction * window - axis.pivot * length + axis.offset + 500) / 1000
  }

  private static func axis(_ length: Int, _ start: (_ window: Int) -> Int) -> Placement.Axis {
    let windows = [(width: 1920, height: 1080), (width: 1280, height: 800)]
    let boxes = windows.map { Box(x: 0, y: start($0.height), width: 10, height: length) }
    return Placement(boxes[0], in: windows[0], boxes[1], in: windows[1]).y
  }

  /// Fractions in thousandths, as a product of floating-point numbers may be a little below a whole one.
  @Test(arguments: [100, 250, 380, 400, 500, 620, 700, 750, 900, 960], [26, 27, 28, 75, 90])
  func `a position is that of the script in windows of other sizes, to the pixel`(
    fraction: Int, length: Int
  ) {
    let centred = { (window: Int) in (fraction * window - 500 * length) / 1000 }
    let aligned = { (window: Int) in fraction * (window - length) / 1000 }
    for start in [centred, aligned] {
      let axis = Self.axis(length, start)
      for window in [480, 600, 720, 768, 900, 1050, 1080, 1200, 1440, 2160] {
        #expect(Self.rounded(axis, length, window) == start(window), "\(window): \(axis)")
      }
    }
  }

  @Test func `what is in the middle to the pixel needs no offset`() {
    #expect(Self.axis(28) { ($0 - 28) / 2 }.offset == 0)
    // Half a pixel is cut off.
    #expect(Self.axis(27) { ($0 - 27) / 2 }.offset == -480)
    #expect(Self.axis(27) { $0 / 2 - 27 / 2 }.offset == 0)
  }

  @Test func `a length that changes leaves the upper edge where it is`() {
    var axis = Self.axis(399) { $0 / 2 - 200 }
    axis.lengthen(to: 400)
    #expect((axis.extent, axis.offset) == (.pixels(400), 0))
    axis = Self.axis(100) { $0 / 2 - 50 }
    axis.lengthen(to: 110)
    #expect(Self.rounded(axis, 110, 720) == 310)
  }
}
