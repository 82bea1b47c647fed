// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Recording

@Suite struct Y4MWriterTests {
  /// Values of ITU-R BT.601 for the corners of the cube of colours.
  @Test(
    arguments: [
      (0x000000, [16, 128, 128]), (0xFFFFFF, [235, 128, 128]), (0xFF0000, [81, 90, 240]),
      (0x00FF00, [145, 54, 34]), (0x0000FF, [41, 240, 110]), (0x808080, [126, 128, 128]),
    ] as [(UInt32, [UInt8])])
  func `colours become those of BT601`(_ pixel: UInt32, _ expected: [UInt8]) {
    let color = Y4MWriter.converted(0xFF00_0000 | pixel)
    #expect([color.luma, color.blue, color.red] == expected)
  }
}
