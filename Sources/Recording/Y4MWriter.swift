// SPDX-License-Identifier: Apache-2.0

package import Images
package import ToolSupport

/// Writes uncompressed video: YUV4MPEG2, 4:4:4, BT.601 in the range 16 to 235.
package struct Y4MWriter: FrameWriter, ~Copyable {
  private var file: RecordingFile
  private let rate: Int
  private var hasHeader = false

  /// Records for a file or, for `-`, standard output, with so many frames a second.
  package init(_ name: String, rate: Int) throws(ToolError) {
    file = try RecordingFile(name)
    self.rate = rate
  }

  package mutating func add(_ frame: Image) throws(ToolError) {
    if !hasHeader {
      hasHeader = true
      try file.write(
        Array(
          "YUV4MPEG2 W\(frame.width) H\(frame.height) F\(rate):1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
            .utf8))
    }
    let count = frame.pixels.count
    var planes = [UInt8](repeating: 0, count: 3 * count)
    for index in 0..<count {
      let color = Y4MWriter.converted(frame.pixels[index])
      planes[index] = color.luma
      planes[count + index] = color.blue
      planes[2 * count + index] = color.red
    }
    try file.write(Array("FRAME\n".utf8) + planes)
  }

  package mutating func finish() throws(ToolError) { try file.finish() }

  /// A pixel `0xRRGGBB` in BT.601: luma, and the differences of blue and red from it.
  ///
  /// Weights are 65536 times those of ITU-R BT.601, section 2.5: 219 or 224 steps for 255.
  static func converted(_ pixel: UInt32) -> (luma: UInt8, blue: UInt8, red: UInt8) {
    let red = Int32(pixel >> 16 & 0xFF)
    let green = Int32(pixel >> 8 & 0xFF)
    let blue = Int32(pixel & 0xFF)
    func rounded(_ sum: Int32, _ zero: Int32) -> UInt8 {
      UInt8(truncatingIfNeeded: (sum + 1 << 15) >> 16 + zero)
    }
    return (
      rounded(16829 * red + 33039 * green + 6416 * blue, 16),
      rounded(-9714 * red - 19070 * green + 28784 * blue, 128),
      rounded(28784 * red - 24103 * green - 4681 * blue, 128)
    )
  }
}
