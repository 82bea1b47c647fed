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
    #expect(Plane.bestFormat(of: formats.map(\.rawValue)) == best)
    #expect(Plane.bestFormat(of: [0x3231_564E] + formats.reversed().map(\.rawValue)) == best)
  }

  @Test func `a plane for video alone has no format`() {
    // NV12
    #expect(Plane.bestFormat(of: [0x3231_564E]) == nil)
    #expect(Plane.bestFormat(of: []) == nil)
  }
}
