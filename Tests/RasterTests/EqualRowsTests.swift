// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

/// Rows that are alike are drawn once and copied, several at once where no gap lies between rows: it
/// makes no difference where they lie, how many there are, or what was drawn before.
@Suite struct EqualRowsTests {
  private static let formats: [PixelFormat] = [
    .xrgb8888, .xbgr8888, .argb8888, .rgb565, .xrgb2101010, .rgb888,
  ]

  private func pixels(
    _ scene: borrowing Scene, _ format: PixelFormat, width: Int, height: Int, gap: Int,
    _ renderer: inout Renderer
  ) -> [[UInt8]] {
    let rowSize = width * format.bytesPerPixel
    let stride = rowSize + gap
    var bytes = [UInt8](repeating: 0xA5, count: stride * height)
    var buffer = PixelBuffer(
      bytes.mutableSpan, width: width, height: height, strideInBytes: stride, format: format)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    for row in 0..<height {
      #expect(bytes[row * stride + rowSize..<(row + 1) * stride].allSatisfy { $0 == 0xA5 })
    }
    return (0..<height).map { Array(bytes[$0 * stride..<$0 * stride + rowSize]) }
  }

  /// A gradient along the rows; a vertical bar over it takes some of the columns of all but a few rows.
  private func scene(width: Int, height: Int, hasBar: Bool) throws -> Scene {
    var scene = Scene(background: Color(hex: 0x335577))
    let stops = scene.addStops(Color(hex: 0x123456), Color(hex: 0xEA8B7C))
    let gradient = try #require(
      LinearGradient(from: .zero, to: Point(Fixed(width), 0), stops: stops))
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: Fixed(width), height: Fixed(height))),
      paint: .linear(gradient))
    if hasBar {
      scene.add(
        .rectangle(Rectangle(x: 3, y: 2, width: 5, height: Fixed(height) - 4)),
        paint: .solid(.white), opacity: .half)
    }
    return scene
  }

  /// Some widths give rows that are no whole words, others many rows that are copied at once.
  ///
  /// One renderer draws all frames, and for each one there is a new one, too.
  @Test func `rows are the same with gaps and without`() throws {
    for room in [64, 200] {
      var renderer = Renderer(maximumWidth: room, maximumHeight: 80)
      for width in [64, 13, 40, 16] {
        for format in EqualRowsTests.formats {
          for height in [5, 16, 17, 33, 70, 79] {
            for hasBar in [false, true] {
              let scene = try scene(width: width, height: height, hasBar: hasBar)
              try compare(scene, format, width, height, isPlain: !hasBar, &renderer)
            }
          }
        }
      }
    }
  }

  private func compare(
    _ scene: borrowing Scene, _ format: PixelFormat, _ width: Int, _ height: Int, isPlain: Bool,
    _ renderer: inout Renderer
  ) throws {
    var other = Renderer(maximumWidth: width, maximumHeight: height)
    let joined = pixels(scene, format, width: width, height: height, gap: 0, &renderer)
    let apart = pixels(scene, format, width: width, height: height, gap: 24, &renderer)
    let alone = pixels(scene, format, width: width, height: height, gap: 0, &other)
    #expect(joined == apart, "\(format): \(width) x \(height), bar: \(!isPlain)")
    #expect(joined == alone, "\(format): \(width) x \(height), bar: \(!isPlain)")
    if isPlain && format != .rgb565 {
      #expect(joined.allSatisfy { $0 == joined[0] })
      #expect(Set(joined[0]).count > 6)
    }
  }
}
