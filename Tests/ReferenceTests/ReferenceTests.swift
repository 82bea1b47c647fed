// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Support
import Testing

/// Every state of every animation against float64, within the tolerances of animations.md §0.
@Suite struct ReferenceTests {
  @Test(arguments: downloadCases)
  func `the download bar is as it must be`(_ test: Case) throws {
    for scale in scales {
      // Room for the jump above the box and for the first part of the stream below it.
      let frame = ReferenceFrame(
        boxWidth: 200, boxHeight: 80, canvasWidth: 261, canvasHeight: 191, scale: scale)
      for t in test.times {
        let comparison = ImageComparison(
          try DrawnFrame(.download, frame).pixels(test.history, at: t),
          ReferenceDownloadBar.image(test.history, at: t, frame))
        #expect(comparison.isWithinTolerance, "\(test) at \(t) s, scale \(scale): \(comparison)")
      }
    }
  }

  @Test(arguments: downloadCases)
  func `a download bar of another size is as it must be`(_ test: Case) throws {
    let frame = ReferenceFrame(
      boxWidth: 333, boxHeight: 50, canvasWidth: 400, canvasHeight: 240, scale: 1)
    for t in test.times {
      let comparison = ImageComparison(
        try DrawnFrame(.download, frame).pixels(test.history, at: t),
        ReferenceDownloadBar.image(test.history, at: t, frame))
      #expect(comparison.isWithinTolerance, "\(test) at \(t) s: \(comparison)")
    }
  }

  @Test(arguments: ringCases, [RingPaint.halves, .quadrants, .conic])
  func `the ring is as it must be`(_ test: Case, _ paint: RingPaint) throws {
    for t in test.times {
      for scale in scales {
        try compare(test, paint, clockwise: true, at: t, scale: scale)
      }
      try compare(test, paint, clockwise: false, at: t, scale: 1.25)
    }
  }

  private func compare(
    _ test: Case, _ paint: RingPaint, clockwise: Bool, at t: Double, scale: Double
  ) throws {
    let frame = ReferenceFrame(
      boxWidth: 120, boxHeight: 120, canvasWidth: 125, canvasHeight: 123, scale: scale)
    var drawn = DrawnFrame(.ring, frame)
    drawn.configuration.paint = paint
    drawn.configuration.direction = clockwise ? .clockwise : .counterclockwise
    let kind: ReferenceRing.Paint =
      switch paint {
      case .halves: .halves
      case .quadrants: .quadrants
      case .conic: .conic
      }
    let comparison = ImageComparison(
      try drawn.pixels(test.history, at: t),
      ReferenceRing.image(kind, clockwise: clockwise, test.history, at: t, frame))
    #expect(
      comparison.isWithinTolerance,
      "\(test), \(paint), clockwise \(clockwise), at \(t) s, scale \(scale): \(comparison)")
  }

  @Test(arguments: flowCases, [Palette.rainbow, .red])
  func `the flow bar is as it must be`(_ test: Case, _ palette: Palette) throws {
    for scale in scales {
      let frame = ReferenceFrame(
        boxWidth: 301, boxHeight: 2, canvasWidth: 317, canvasHeight: 9, scale: scale)
      for t in test.times {
        var drawn = DrawnFrame(.flow, frame)
        drawn.configuration.palette = palette
        let comparison = ImageComparison(
          try drawn.pixels(test.history, at: t),
          ReferenceFlowBar.image(palette == .red ? .red : .standard, test.history, at: t, frame))
        #expect(comparison.isWithinTolerance, "\(test) at \(t) s, scale \(scale): \(comparison)")
      }
    }
  }
}
