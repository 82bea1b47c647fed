// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import Raster
import Support
import Testing

/// Each format against float64, within the tolerances of animations.md §0 and its own steps.
@Suite struct FormatTests {
  /// A format, and its setting for dithering.
  struct RenderVariant: Sendable, CustomStringConvertible {
    let format: PixelFormat
    let dithering: Dithering

    var description: String { "\(format), dithering \(dithering)" }

    /// Whether a gradient's pixel may be a whole step off.
    var isDithered: Bool { dithering == .on || dithering == .automatic && format == .rgb565 }
  }

  private static let variants: [RenderVariant] =
    [.xbgr8888, .argb8888, .rgb565, .xrgb2101010, .rgb888].map {
      RenderVariant(format: $0, dithering: .automatic)
    } + [
      RenderVariant(format: .rgb565, dithering: .off),
      RenderVariant(format: .xrgb8888, dithering: .on),
    ]

  private func comparison(
    _ drawn: DrawnFrame, _ history: ReferenceHistory, at t: Double, _ variant: RenderVariant,
    _ image: ReferenceImage
  ) throws -> ImageComparison {
    var drawn = drawn
    drawn.dithering = variant.dithering
    return ImageComparison(
      channels: try drawn.channels(history, at: t, as: variant.format), image,
      steps: variant.format.steps, isDithered: variant.isDithered)
  }

  @Test(arguments: variants, ["under way", "failure", "bob in the box", "success"])
  func `the download bar is as it must be`(variant: RenderVariant, name: String) throws {
    let test = try #require(downloadCases.first { $0.description == name })
    let frame = ReferenceFrame(
      boxWidth: 200, boxHeight: 80, canvasWidth: 261, canvasHeight: 191, scale: 1.25)
    for t in test.times {
      let comparison = try comparison(
        DrawnFrame(.download, frame), test.history, at: t, variant,
        ReferenceDownloadBar.image(test.history, at: t, frame))
      #expect(comparison.isWithinTolerance, "\(test) at \(t) s, \(variant): \(comparison)")
    }
  }

  @Test(arguments: variants, ["under way", "the caps touch", "failure", "known again"])
  func `the ring is as it must be`(variant: RenderVariant, name: String) throws {
    let test = try #require(ringCases.first { $0.description == name })
    let frame = ReferenceFrame(
      boxWidth: 120, boxHeight: 120, canvasWidth: 125, canvasHeight: 123, scale: 1)
    let paints: [(RingPaint, ReferenceRing.Paint)] = [
      (.halves, .halves), (.quadrants, .quadrants), (.conic, .conic),
    ]
    for (paint, kind) in paints {
      var drawn = DrawnFrame(.ring, frame)
      drawn.configuration.paint = paint
      for t in test.times {
        let comparison = try comparison(
          drawn, test.history, at: t, variant,
          ReferenceRing.image(kind, clockwise: true, test.history, at: t, frame))
        #expect(
          comparison.isWithinTolerance,
          "\(test), \(paint), at \(t) s, \(variant): \(comparison)")
      }
    }
  }

  @Test(arguments: variants)
  func `the flow bar is as it must be`(variant: RenderVariant) throws {
    let frame = ReferenceFrame(
      boxWidth: 301, boxHeight: 2, canvasWidth: 317, canvasHeight: 9, scale: 1.5)
    for test in flowCases {
      for t in test.times {
        let comparison = try comparison(
          DrawnFrame(.flow, frame), test.history, at: t, variant,
          ReferenceFlowBar.image(.standard, test.history, at: t, frame))
        #expect(comparison.isWithinTolerance, "\(test) at \(t) s, \(variant): \(comparison)")
      }
    }
  }
}
