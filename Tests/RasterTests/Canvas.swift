// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster

/// A small image to draw test scenes into.
struct Canvas {
  let width: Int
  let height: Int
  var pixels: [UInt32]

  /// All pixels begin with a value that no frame has, to show which were stored.
  init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: Canvas.untouched, count: width * height)
  }

  static var untouched: UInt32 { 0xDEAD_BEEF }

  /// Draws everything.
  mutating func draw(_ scene: borrowing Scene) {
    var renderer = Renderer(maximumWidth: width)
    draw(scene, with: &renderer)
  }

  /// Draws everything.
  mutating func draw(_ scene: borrowing Scene, with renderer: inout Renderer) {
    draw(scene, with: &renderer, damage: DamageRegion(allOfWidth: width, height: height))
  }

  mutating func draw(
    _ scene: borrowing Scene, with renderer: inout Renderer, damage: borrowing DamageRegion
  ) {
    let (width, height) = (width, height)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(scene, damage: damage, into: &buffer)
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// A channel, 0 … 255: 2 red, 1 green, 0 blue.
  func channel(_ number: Int, _ x: Int, _ y: Int) -> Int {
    Int(self[x, y] >> UInt32(8 * number) & 255)
  }

  /// The frame as binary PPM, to look at.
  var ppm: [UInt8] {
    var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
    for pixel in pixels {
      bytes += [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)]
    }
    return bytes
  }

  /// The blue channel as ASCII art: `.` none, `#` full, digits tenths between.
  var pattern: String {
    (0..<height).map { y in
      (0..<width).map { x in
        let value = channel(0, x, y)
        return value == 0 ? "." : value == 255 ? "#" : String(min(9, (value * 10 + 127) / 255))
      }.joined()
    }.joined(separator: "\n")
  }
}

extension Fixed {
  /// The nearest number.
  init(_ value: Double) {
    self.init(raw: Int64((value * 4_294_967_296).rounded()))
  }
}

extension Point {
  init(at x: Double, _ y: Double) {
    self.init(Fixed(x), Fixed(y))
  }
}

extension Scene {
  /// Adds colours that are spread evenly from 0 to 1; a single one counts for all.
  mutating func addStops(evenly colors: Span<Color>) -> StopRange {
    beginStops()
    for index in colors.indices {
      addStop(colors[index], at: Fixed(index, over: max(colors.count - 1, 1)))
    }
    return endStops()
  }
}
