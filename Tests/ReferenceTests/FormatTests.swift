import Animations
import Raster
import Support
import Testing

/// Each format against float64, within the tolerances of animations.md §0 and its own steps.
@Suite struct FormatTests {
  private static let formats: [FourCC] = [.xb24, .ar24, .rg16, .xr30, .rg24]

  private func comparison(
    _ drawn: DrawnFrame, _ history: ReferenceHistory, at t: Double, _ format: FourCC,
    _ picture: ReferencePicture
  ) throws -> PictureComparison {
    PictureComparison(
      channels: try drawn.channels(history, at: t, as: format), picture, steps: format.steps,
      isDithered: format == .rg16)
  }

  @Test(arguments: formats, ["under way", "failure", "bob in the box", "success"])
  func theDownloadBarIsAsItMustBe(format: FourCC, name: String) throws {
    let test = try #require(downloadCases.first { $0.description == name })
    let frame = ReferenceFrame(
      boxWidth: 200, boxHeight: 80, canvasWidth: 261, canvasHeight: 191, scale: 1.25)
    for t in test.times {
      let comparison = try comparison(
        DrawnFrame(.download, frame), test.history, at: t, format,
        ReferenceDownloadBar.picture(test.history, at: t, frame))
      #expect(comparison.isWithinTolerance, "\(test) at \(t) s, \(format): \(comparison)")
    }
  }

  @Test(arguments: formats, ["under way", "the caps touch", "failure", "known again"])
  func theRingIsAsItMustBe(format: FourCC, name: String) throws {
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
          drawn, test.history, at: t, format,
          ReferenceRing.picture(kind, clockwise: true, test.history, at: t, frame))
        #expect(
          comparison.isWithinTolerance,
          "\(test), \(paint), at \(t) s, \(format): \(comparison)")
      }
    }
  }

  @Test(arguments: formats)
  func theFlowBarIsAsItMustBe(format: FourCC) throws {
    let frame = ReferenceFrame(
      boxWidth: 301, boxHeight: 2, canvasWidth: 317, canvasHeight: 9, scale: 1.5)
    for test in flowCases {
      for t in test.times {
        let comparison = try comparison(
          DrawnFrame(.flow, frame), test.history, at: t, format,
          ReferenceFlowBar.picture(.standard, test.history, at: t, frame))
        #expect(comparison.isWithinTolerance, "\(test) at \(t) s, \(format): \(comparison)")
      }
    }
  }
}
