// SPDX-License-Identifier: Apache-2.0

import Animations
import Support
import Testing

/// Several rings in one box against float64, each fed by its own channel.
@Suite struct NestedRingTests {
  @Test(arguments: [2, 3], [RingPaint.halves, .quadrants, .conic])
  func `nested rings are as they must be`(count: Int, paint: RingPaint) throws {
    let kind: ReferenceRing.Paint =
      switch paint {
      case .halves: .halves
      case .quadrants: .quadrants
      case .conic: .conic
      }
    let outer: ReferenceHistory = [
      (0, .progress(70)), (1.5, .unknown), (2.6, .fail), (3.4, .reset), (4, .progress(99.9)),
    ]
    let inner: [ReferenceHistory] = [
      [(0.2, .progress(30)), (2.2, .progress(90)), (4.5, .progress(100))],
      [(0.4, .unknown), (2.1, .progress(55)), (3.8, .progress(12.5))],
    ]
    let nested = Array(inner.prefix(count - 1))
    for scale in [1, 1.25] {
      for isClockwise in [true, false] {
        let frame = ReferenceFrame(
          boxWidth: 140, boxHeight: 140, canvasWidth: 145, canvasHeight: 143, scale: scale)
        var drawn = DrawnFrame(.ring, frame)
        drawn.configuration.rings = count
        drawn.configuration.paint = paint
        drawn.configuration.direction = isClockwise ? .clockwise : .counterclockwise
        // Not at 2.5 s: the third tail is at the bottom then, and a quarter begins at a row's centres.
        for t in [0, 0.6, 1.4, 2.05, 2.45, 2.8, 3.6, 5.2, 7] {
          let comparison = ImageComparison(
            try drawn.pixels(outer, nested: nested, at: t),
            ReferenceRing.image(
              kind, clockwise: isClockwise, outer, nested: nested, at: t, frame))
          #expect(
            comparison.isWithinTolerance,
            "\(count) rings, \(paint), clockwise \(isClockwise), \(t) s: \(comparison)")
        }
      }
    }
  }
}
