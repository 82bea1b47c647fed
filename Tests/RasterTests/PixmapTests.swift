// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Support
import Testing

/// How images of themes are composited.
@Suite struct PixmapTests {
  /// The pixmap of an image of one pixel.
  private func pixmap(_ pixel: UInt32, _ fit: PixmapFit) throws -> Pixmap {
    let stream = [0xF1] + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
    let pixmap = Pixmap(stream.span, size: (1, 1), fit: fit)
    return try #require(pixmap)
  }

  /// A premultiplied pixel, often opaque or not there.
  private func random(_ random: inout PackMutations) -> UInt32 {
    let alpha = [0, 255, random.number(below: 256)][random.number(below: 3)]
    func channel() -> UInt32 { UInt32(random.number(below: alpha + 1)) }
    return channel() | channel() << 8 | channel() << 16 | UInt32(alpha) << 24
  }

  /// A pixel over a colour, as a display shows it.
  private func drawn(
    _ pixel: UInt32, over color: UInt32, _ opacity: Fraction, _ format: PixelFormat = .xrgb8888
  ) throws -> UInt32 {
    let fit = PixmapFit(
      (1, 1), natural: (1, 1), into: (3, 2), .stretch, isSmooth: true, rotation: .degrees0)
    let set = PixmapSet()
    let number = set.add(try pixmap(pixel, fit))
    var scene = Scene(background: Color(hex: color))
    scene.pixmaps = set
    scene.add(
      .rectangle(Rectangle(x: 4, y: 1, width: 3, height: 2)),
      paint: .pixmap(index: number, version: 0, x: 4, y: 1), opacity: opacity)
    var renderer = Renderer(maximumWidth: 16)
    let words = words(of: scene, &renderer, format)
    let background = format.pixel(of: Color(hex: color))
    for y in 0..<4 {
      for x in 0..<10 {
        let isInside = (4..<7).contains(x) && (1..<3).contains(y)
        #expect(words[10 * y + x] == (isInside ? words[14] : background))
      }
    }
    return words[14]
  }

  private func words(
    of scene: borrowing Scene, _ renderer: inout Renderer, _ format: PixelFormat
  ) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: 40)
    var buffer = PixelBuffer(
      words.mutableSpan, width: 10, height: 4, strideInBytes: 40, format: format)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: 10, height: 4), into: &buffer)
    return words
  }

  /// To a step of each format, of which formats of eight bits have 255.
  @Test(
    arguments: [
      (.xrgb8888, 2000, 255, 8), (.argb8888, 500, 255, 8), (.xrgb2101010, 2000, 1023, 10),
    ] as [(PixelFormat, Int, Double, UInt32)])
  func `pixmaps are composited over the row`(
    format: PixelFormat, count: Int, most: Double, bits: UInt32
  ) throws {
    var numbers = PackMutations(seed: 6)
    for _ in 0..<count {
      let pixel = random(&numbers)
      let under = UInt32(numbers.number(below: 1 << 24))
      let opacity = [Fraction.one, Fraction(numbers.number(below: 65), over: 64)][
        numbers.number(below: 2)]
      let word = try drawn(pixel, over: under, opacity, format)
      if format == .argb8888 { #expect(word >> 24 == 255) }
      let k = Double(opacity.raw) / Double(Fraction.one.raw)
      for channel in 0..<3 {
        let over = Double(pixel >> UInt32(16 - 8 * channel) & 255)
        let below = Double(under >> UInt32(8 * channel) & 255)
        let exact = (over * k + below * (1 - k * Double(pixel >> 24) / 255)) * most / 255
        let stored = Double(word >> (bits * UInt32(channel)) & UInt32(most))
        #expect(abs(stored - exact) <= 1, "\(pixel) over \(under): \(stored), not \(exact)")
      }
    }
  }
}
