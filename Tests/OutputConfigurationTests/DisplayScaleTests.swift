// SPDX-License-Identifier: Apache-2.0

@testable import OutputConfiguration
import FixedPoint
import Scanout
import Testing

@Suite struct DisplayScaleTests {
  /// The scale in hundredths, for the minimum size of a ring with a message.
  private func scale(_ width: Int, _ height: Int, _ mmWidth: Int = 0, _ mmHeight: Int = 0) -> Int {
    let millimetres =
      mmWidth == 0 && mmHeight == 0 ? nil : PhysicalSize(width: mmWidth, height: mmHeight)
    let scale = DisplayScale.best(
      for: PixelSize(width: width, height: height), millimetres,
      fitting: DisplayScale.MinimumSize(width: 218, height: 297))
    return (scale * 100).rounded
  }

  @Test(arguments: [
    (display: "13.3 inch laptop, 4K", 3840, 2160, 294, 165, 250),
    ("13.3 inch laptop, 1080p", 1920, 1080, 294, 165, 125),
    ("14 inch laptop, 1366 by 768", 1366, 768, 309, 174, 100),
    ("24 inch monitor, 1080p", 1920, 1080, 531, 299, 100),
    ("27 inch monitor, 1440p", 2560, 1440, 597, 336, 125),
    ("27 inch monitor, 4K", 3840, 2160, 597, 336, 175),
    ("17 inch monitor, 1280 by 1024", 1280, 1024, 338, 270, 100),
    ("55 inch television, 4K", 3840, 2160, 1210, 680, 275),
    ("55 inch television, 1080p", 1920, 1080, 1210, 680, 125),
    ("85 inch television, 8K", 7680, 4320, 1872, 1053, 650),
    ("32 inch television, 1366 by 768", 1366, 768, 698, 392, 100),
    ("7 inch panel, 1024 by 600", 1024, 600, 154, 86, 100),
    ("7 inch panel, 800 by 480", 800, 480, 155, 86, 100),
    ("5 inch telephone, 720 by 1280", 720, 1280, 62, 110, 150),
    ("5.5 inch telephone, 2160 by 3840", 2160, 3840, 68, 121, 400),
    ("7 inch handheld, 800 by 1280", 800, 1280, 94, 151, 125),
    ("10 inch tablet, 2560 by 1600", 2560, 1600, 217, 136, 200),
  ])
  func `points are seen under about the same angle`(
    display: String, width: Int, height: Int, mmWidth: Int, mmHeight: Int, hundredths: Int
  ) {
    #expect(scale(width, height, mmWidth, mmHeight) == hundredths, "\(display)")
  }

  @Test(arguments: [
    (display: "projector without a size", 1920, 1080, 0, 0, 100),
    ("projector without a size, 4K", 3840, 2160, 0, 0, 200),
    ("8K without a size", 7680, 4320, 0, 0, 400),
    ("aspect ratio in millimetres", 1920, 1080, 16, 9, 100),
    ("aspect ratio in centimetres", 1920, 1080, 160, 90, 100),
    ("another in centimetres", 1920, 1200, 160, 100, 100),
    ("aspect ratio in decimetres, 4K", 3840, 2160, 1600, 900, 200),
    ("no height", 1920, 1080, 600, 0, 100),
    ("too dense to be true", 3840, 2160, 70, 40, 200),
    ("too coarse to be true", 640, 480, 4000, 3000, 100),
    ("as large as a house", 3840, 2160, 30_000, 20_000, 200),
    ("below nothing", 3840, 2160, -600, -300, 200),
  ])
  func `a size that cannot be right is not used`(
    display: String, width: Int, height: Int, mmWidth: Int, mmHeight: Int, hundredths: Int
  ) {
    #expect(scale(width, height, mmWidth, mmHeight) == hundredths, "\(display)")
  }

  @Test func `the order of the sides does not matter`() {
    #expect(scale(720, 1280, 110, 62) == scale(720, 1280, 62, 110))
  }

  @Test(arguments: [
    (320, 240, 12), (240, 320, 16), (160, 128, 6), (64, 64, 3), (1, 1, 1), (3840, 400, 16),
    (640, 480, 16), (16384, 16384, 128),
  ])
  func `the stage fits`(width: Int, height: Int, sixteenths: Int) {
    let scale = DisplayScale.best(
      for: PixelSize(width: width, height: height), nil,
      fitting: DisplayScale.MinimumSize(width: 218, height: 297))
    #expect(scale == Fixed(sixteenths, over: 16))
  }

  @Test func `a small panel with a scale above one still fits the stage`() {
    // A watch of 305 pixels per inch would have 1.25; 297 points have no room in 360 rows then.
    #expect(scale(360, 360, 30, 30) == 100)
    #expect(scale(480, 480, 30, 30) == 150)
  }
}
