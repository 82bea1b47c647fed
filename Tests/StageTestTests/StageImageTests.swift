// SPDX-License-Identifier: Apache-2.0

import Animations
import Images
import Testing

@testable import StageTest

@Suite struct StageImageTests {
  private func image(_ pixels: [UInt32], width: Int) -> StageImage {
    StageImage(Image(width: width, height: pixels.count / width, pixels: pixels))
  }

  @Test func `equal images do not differ`() {
    let one = image([1, 2, 3, 4], width: 2)
    #expect(one.difference(from: one) == nil)
  }

  @Test func `difference names rectangle first pixel and channel`() {
    let golden = image([0, 0, 0, 0, 0, 0, 0, 0, 0], width: 3)
    let actual = image([0, 0x000100, 0, 0, 0, 0, 0, 0, 0x800000], width: 3)
    #expect(
      actual.difference(from: golden)
        == "2 of 9 pixels differ, within 2 × 3 at (1, 0); the first at (1, 0) is #000100 in place of"
        + " #000000; the largest difference of a channel is 128")
  }

  @Test func `different sizes are reported`() {
    let difference = image([0, 0], width: 1).difference(from: image([0, 0], width: 2))
    #expect(difference == "1 × 2 pixels in place of 2 × 1")
  }

  @Test func `PNG keeps each pixel`() throws {
    let pixels: [UInt32] = (0..<64).map { $0 * 0x03_07_0B % 0x1_000000 }
    let written = Image(width: 8, height: 8, pixels: pixels)
    let png = try #require(written.png)
    #expect(Image(png: png) == written)
    #expect(Image(png: Array(png.dropLast(20))) == nil)
    #expect(Image(png: []) == nil)
  }

  @Test func `wrong timelines and times are refused`() throws {
    let bar = StageConfiguration(animation: .download, widthInPixels: 200, heightInPixels: 80)
    #expect(throws: StageTestError.self) { _ = try StagePlayback(bar, timeline: "0 dance") }
    var playback = try StagePlayback(bar)
    _ = try playback.frame(at: 10)
    #expect(throws: StageTestError.self) { _ = try playback.frame(at: 9) }
  }
}
