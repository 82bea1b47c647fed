// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import Testing

@testable import Images

@Suite struct ImageTests {
  private let image = Image(width: 2, height: 1, pixels: [0x010203, 0xFFFE_FDFC])

  @Test func `a PPM has red, green and blue of each pixel`() {
    #expect(image.ppm == Array("P6\n2 1\n255\n".utf8) + [1, 2, 3, 0xFE, 0xFD, 0xFC])
  }

  @Test func `a PNG has the image's size and no alpha`() throws {
    let png = try #require(image.png)
    #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(png[16..<26] == [0, 0, 0, 2, 0, 0, 0, 1, 8, 2])
  }

  @Test func `pasting leaves out what lies outside`() {
    var target = Image(width: 2, height: 2)
    let patch = Image(width: 2, height: 2, pixels: [1, 2, 3, 4])
    target.paste(patch, x: 1, y: -1)
    #expect(target.pixels == [0, 3, 0, 0])
    target.paste(patch, x: 5, y: 5)
    #expect(target.pixels == [0, 3, 0, 0])
  }

  @Test func `captions have as many decimals as the most exact time needs`() throws {
    let times = try ["0", "250", "1500"].map { try #require(Milliseconds($0)) }
    #expect(ContactSheet.captions(for: times) == ["0.00 s", "0.25 s", "1.50 s"])
    #expect(ContactSheet.captions(for: [times[0]]) == ["0 s"])
  }
}
