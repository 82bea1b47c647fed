import Animations
import Raster
import Support
import Testing

/// Each format against float64, within the tolerances of animations.md §0 and its own steps.
@Suite struct FormatTests {
  /// A format, and which gradients are dithered in it.
  struct Look: Sendable, CustomStringConvertible {
    let format: PixelFormat
    let dithering: Dithering

    var description: String { "\(format), dithering \(dithering)" }

    /// Whether a gradient's pixel may be a whole step off.
    var isDithered: Bool { dithering == .on || dithering == .automatic && format == .rgb565 }
  }

  private static let looks: [Look] =
    [.xbgr8888, .argb8888, .rgb565, .xrgb2101010, .rgb888].map {
      Look(format: $0, dithering: .automatic)
    } + [
      Look(format: .rgb565, dithering: .off), Look(format: .xrgb8888, dithering: .on),
    ]

  private func comparison(
    _ drawn: DrawnFrame, _ history: ReferenceHistory, at t: Double, _ look: Look,
    _ picture: ReferencePicture
  ) throws -> PictureComparison {
    var drawn = drawn
    drawn.dithering = look.dithering
    return PictureComparison(
      channels: try drawn.channels(history, at: t, as: look.format), picture,
      steps: look.format.steps, isDithered: look.isDithered)
  }

  @Test(arguments: looks, ["under way", "failure", "bob in the box", "success"])
  func theDownloadBarIsAsItMustBe(look: Look, name: String) throws {
    let test = try #require(downloadCases.first { $0.description == name })
    let frame = ReferenceFrame(
      boxWidth: 200, boxHeight: 80, canvasWidth: 261, canvasHeight: 191, scale: 1.25)
    for t in test.times {
      let comparison = try comparison(
        DrawnFrame(.download, frame), test.history, at: t, look,
        ReferenceDownloadBar.picture(test.history, at: t, frame))
      #expect(comparison.isWithinTolerance, "\(test) at \(t) s, \(look): \(comparison)")
    }
  }

  @Test(arguments: looks, ["under way", "the caps touch", "failure", "known again"])
  func theRingIsAsItMustBe(look: Look, name: String) throws {
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
          drawn, test.history, at: t, look,
          ReferenceRing.picture(kind, clockwise: true, test.history, at: t, frame))
        #expect(
          comparison.isWithinTolerance,
          "\(test), \(paint), at \(t) s, \(look): \(comparison)")
      }
    }
  }

  @Test(arguments: looks)
  func theFlowBarIsAsItMustBe(look: Look) throws {
    let frame = ReferenceFrame(
      boxWidth: 301, boxHeight: 2, canvasWidth: 317, canvasHeight: 9, scale: 1.5)
    for test in flowCases {
      for t in test.times {
        let comparison = try comparison(
          DrawnFrame(.flow, frame), test.history, at: t, look,
          ReferenceFlowBar.picture(.standard, test.history, at: t, frame))
        #expect(comparison.isWithinTolerance, "\(test) at \(t) s, \(look): \(comparison)")
      }
    }
  }
}
