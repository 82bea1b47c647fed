// SPDX-License-Identifier: Apache-2.0

import KMS
import Raster
import Testing

@Suite struct PlaneFormatTests {
  @Test(arguments: [
    ([PixelFormat.rgb565, .xrgb2101010, .xrgb8888], PixelFormat.xrgb8888),
    ([.argb8888, .xbgr8888], .xbgr8888), ([.rgb565, .argb8888], .argb8888),
    ([.rgb565, .rgb888], .rgb888), ([.rgb565], .rgb565),
  ])
  func `32 bits are preferred, and of these 8 per channel`(
    formats: [PixelFormat], best: PixelFormat
  ) {
    let codes = formats.map(\.rawValue)
    #expect(Plane.bestFormat(of: codes.span) == best)
    let reversed = [0x3231_564E] + codes.reversed()
    #expect(Plane.bestFormat(of: reversed.span) == best)
  }

  @Test func `a plane for video alone has no format`() {
    let (onlyNV12, none): ([UInt32], [UInt32]) = ([0x3231_564E], [])
    #expect(Plane.bestFormat(of: onlyNV12.span) == nil)
    #expect(Plane.bestFormat(of: none.span) == nil)
  }
}
