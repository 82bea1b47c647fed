// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import DisplayList
import Support
import Testing

/// Frames with rotated geometry, against the unrotated float64 image.
@Suite struct RotationTests {
  private static let turns: [Rotation] = [.degrees90, .degrees180, .degrees270]

  @Test(arguments: turns, downloadCases)
  func `a rotated download bar is the unrotated one rotated`(_ rotation: Rotation, _ test: Case)
    throws
  {
    let frame = ReferenceFrame(
      boxWidth: 200, boxHeight: 80, canvasWidth: 261, canvasHeight: 191, scale: 1.25)
    for t in test.times {
      let comparison = ImageComparison(
        try DrawnFrame(.download, frame, rotation).unrotated(test.history, at: t),
        ReferenceDownloadBar.image(test.history, at: t, frame))
      #expect(comparison.isWithinTolerance, "\(test) at \(t) s, \(rotation): \(comparison)")
    }
  }

  @Test(arguments: turns, [RingPaint.halves, .quadrants, .conic])
  func `a rotated ring is the unrotated one rotated`(_ rotation: Rotation, _ paint: RingPaint)
    throws
  {
    for test in ringCases {
      for t in test.times {
        // At scale 1 the centres of a column lie on the line between the halves.
        try compareRing(test, paint, rotation, clockwise: true, at: t, scale: 1)
        try compareRing(test, paint, rotation, clockwise: false, at: t, scale: 1.5)
      }
    }
  }

  private func compareRing(
    _ test: Case, _ paint: RingPaint, _ rotation: Rotation, clockwise: Bool, at t: Double,
    scale: Double
  ) throws {
    let frame = ReferenceFrame(
      boxWidth: 120, boxHeight: 120, canvasWidth: 125, canvasHeight: 123, scale: scale)
    var drawn = DrawnFrame(.ring, frame, rotation)
    drawn.configuration.paint = paint
    drawn.configuration.direction = clockwise ? .clockwise : .counterclockwise
    let kind: ReferenceRing.Paint =
      switch paint {
      case .halves: .halves
      case .quadrants: .quadrants
      case .conic: .conic
      }
    let comparison = ImageComparison(
      try drawn.unrotated(test.history, at: t),
      ReferenceRing.image(kind, clockwise: clockwise, test.history, at: t, frame))
    #expect(
      comparison.isWithinTolerance,
      "\(test), \(paint), clockwise \(clockwise), at \(t) s, \(rotation): \(comparison)")
  }

  @Test(arguments: turns, [Palette.rainbow, .red])
  func `a rotated flow bar is the unrotated one rotated`(_ rotation: Rotation, _ palette: Palette)
    throws
  {
    for scale in [1, 1.25] {
      let frame = ReferenceFrame(
        boxWidth: 301, boxHeight: 2, canvasWidth: 317, canvasHeight: 9, scale: scale)
      for test in flowCases {
        for t in test.times {
          var drawn = DrawnFrame(.flow, frame, rotation)
          drawn.configuration.palette = palette
          let comparison = ImageComparison(
            try drawn.unrotated(test.history, at: t),
            ReferenceFlowBar.image(
              palette == .red ? .red : .standard, test.history, at: t, frame))
          #expect(comparison.isWithinTolerance, "\(test) at \(t) s, \(rotation): \(comparison)")
        }
      }
    }
  }

  /// For labels, messages and slanted gradients the unrotated frame replaces the oracle.
  @Test(arguments: turns, [StageConfiguration.AnimationKind.flow, .download, .ring])
  func `a rotated stage with text is the unrotated one rotated`(
    _ rotation: Rotation, _ animation: StageConfiguration.AnimationKind
  ) throws {
    let frame = ReferenceFrame(
      boxWidth: 300, boxHeight: 300, canvasWidth: 333, canvasHeight: 501, scale: 1)
    var unrotated = DrawnFrame(animation, frame)
    unrotated.configuration.showsLabel = true
    unrotated.configuration.showsMessage = true
    unrotated.configuration.axis = GradientAxis(
      start: Point(x: 0, y: 0), end: Point(x: 1, y: .half))
    var turned = unrotated
    turned.configuration.rotation = rotation
    (turned.configuration.widthInPixels, turned.configuration.heightInPixels) =
      rotation.turned(width: 333, height: 501)
    let message = "Setting up libtext-charwidth-perl:amd64 (0.04-11) …"
    let history: ReferenceHistory = [(0, .progress(42))]
    for t in [0.4, 1.31, 2.0] {
      let expected = try unrotated.pixels(history, at: t, message: message)
      let drawn = try turned.unrotated(history, at: t, message: message)
      var largest = 0
      for (a, b) in zip(expected, drawn) {
        for shift: UInt32 in [0, 8, 16] {
          largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
        }
      }
      #expect(largest <= 2, "\(animation), \(rotation), \(t) s")
    }
  }
}
