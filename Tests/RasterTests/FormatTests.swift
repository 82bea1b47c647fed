// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

/// The formats by their names, with what a pixel shows of each channel.
private let formats: [PixelFormat] = [
  .xrgb8888, .xbgr8888, .argb8888, .rgb565, .xrgb2101010, .rgb888,
]

extension PixelFormat {
  /// Where red, green and blue begin in a pixel, and how many bits they have.
  fileprivate var channels: [(shift: UInt32, bits: UInt32)] {
    switch self {
    case .xrgb8888, .argb8888, .rgb888: [(16, 8), (8, 8), (0, 8)]
    case .xbgr8888: [(0, 8), (8, 8), (16, 8)]
    case .xrgb2101010: [(20, 10), (10, 10), (0, 10)]
    case .rgb565: [(11, 5), (5, 6), (0, 5)]
    }
  }

  /// The bits that have to do with no channel.
  fileprivate var rest: UInt32 { self == .argb8888 ? 0xFF00_0000 : 0 }
}

/// A frame of some format, in rows that are further apart than they need be.
private struct FormatCanvas {
  let width: Int
  let height: Int
  let format: PixelFormat
  let strideInBytes: Int
  var bytes: [UInt8]

  init(_ width: Int, _ height: Int, _ format: PixelFormat, padding: Int = 8) {
    (self.width, self.height, self.format) = (width, height, format)
    strideInBytes = (width * format.bytesPerPixel + padding + 3) / 4 * 4
    bytes = Array(repeating: 0xA5, count: strideInBytes * height)
  }

  mutating func draw(
    _ scene: borrowing Scene, _ dithering: Dithering = .automatic, damage: PixelRectangle? = nil
  ) {
    var renderer = Renderer(maximumWidth: width, maximumHeight: height)
    renderer.dithering = dithering
    var area = DamageRegion(width: width, height: height)
    area.insert(damage ?? PixelRectangle(x: 0, y: 0, width: width, height: height))
    let (width, height, stride, format) = (width, height, strideInBytes, format)
    var buffer = PixelBuffer(
      bytes.mutableSpan, width: width, height: height, strideInBytes: stride, format: format)
    renderer.draw(scene, damage: area, into: &buffer)
  }

  subscript(x: Int, y: Int) -> UInt32 {
    let start = y * strideInBytes + x * format.bytesPerPixel
    return bytes[start..<start + format.bytesPerPixel].reversed()
      .reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The channels of a pixel, 0 … 1.
  func parts(_ x: Int, _ y: Int) -> [Double] {
    format.channels.map { shift, bits in
      Double(self[x, y] >> shift & (1 << bits - 1)) / Double(1 << bits - 1)
    }
  }

  /// The bytes between the rows' pixels.
  var padding: [UInt8] {
    (0..<height).flatMap { row in
      bytes[row * strideInBytes + width * format.bytesPerPixel..<(row + 1) * strideInBytes]
    }
  }
}

/// What a pixel of a format is: each channel in its bits, to nearest.
private func expected(_ color: Color, _ format: PixelFormat) -> UInt32 {
  zip([color.red, color.green, color.blue], format.channels).reduce(format.rest) {
    let most = Double(UInt32(1) << $1.1.bits - 1)
    return $0 | UInt32((Double($1.0) * most / 65535).rounded()) << $1.1.shift
  }
}

/// What a pixel of a format is with another bias than half a step, by divisions.
private func expected(_ color: Color, _ format: PixelFormat, bias: UInt16) -> UInt32 {
  zip([color.red, color.green, color.blue], format.channels).reduce(format.rest) {
    let (value, bias) = (UInt64($1.0), UInt64(bias))
    let bits = $1.1.bits
    // Of 8 bits a step is 257, and a bias counts as a 256th of itself.
    let level =
      bits == 8
      ? min(value + (bias + 1) >> 8, 65535) / 257 : (value * (1 << bits - 1) + bias) / 65535
    return $0 | UInt32(level) << $1.1.shift
  }
}

@Suite struct FormatTests {
  @Test(arguments: formats)
  func `every value of a channel is rounded to nearest`(format: PixelFormat) {
    // One row of bars for 1024 values each, and another channel order in the next rows.
    var renderer = Renderer(maximumWidth: 1024, maximumHeight: 3, shapeCapacity: 1024)
    var scene = Scene(shapeCapacity: 1024)
    let (format, side) = (format, 1024)
    for part in 0..<64 {
      var canvas = FormatCanvas(side, 1, format)
      scene.removeAll()
      let values = (0..<side).map { UInt16(part * side + $0) }
      func color(_ value: UInt16) -> Color {
        Color(red: value, green: ~value, blue: value &* 257)
      }
      for (x, value) in values.enumerated() {
        scene.add(
          .rectangle(Rectangle(x: Fixed(x), y: 0, width: 1, height: 1)),
          paint: .solid(color(value)))
      }
      let stride = canvas.strideInBytes
      var buffer = PixelBuffer(
        canvas.bytes.mutableSpan, width: side, height: 1, strideInBytes: stride, format: format)
      renderer.draw(scene, damage: DamageRegion(allOfWidth: side, height: 1), into: &buffer)
      let wrong = values.enumerated().filter { x, value in
        canvas[x, 0] != expected(color(value), format)
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test(arguments: formats)
  func `every lane is rounded by its bias`(format: PixelFormat) {
    var wrong = 0
    for start in stride(from: UInt32(0), to: 65536, by: 8) {
      let red = SIMD8<UInt16>(truncatingIfNeeded: start &+ SIMD8(0, 1, 2, 3, 4, 5, 6, 7))
      let (green, blue) = (~red, red &* 257)
      for row in 0..<3 {
        let bias = row == 0 ? RoundingBias.nearest : RoundingBias(row: row, from: 5)
        let pixels = format.pixels(of: red, green, blue, bias)
        for lane in 0..<8 {
          let color = Color(red: red[lane], green: green[lane], blue: blue[lane])
          if pixels[lane] != expected(color, format, bias: bias.values[lane]) { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: formats)
  func `ramps are as exact as the format`(format: PixelFormat) {
    var canvas = FormatCanvas(517, 9, format)
    canvas.draw(ramp(width: 517, height: 9), .off)
    for x in 0..<517 {
      for (channel, value) in exactParts(x, width: 517).enumerated() {
        let most = Double(UInt32(1) << format.channels[channel].bits - 1)
        // Half a step, and what the ramp itself may be off.
        #expect(abs(canvas.parts(x, 4)[channel] - value) <= 0.5 / most + 0.0002)
      }
      #expect(canvas[x, 4] == canvas[x, 0])
    }
  }

  @Test(arguments: formats)
  func `between the rows nothing is touched`(format: PixelFormat) {
    for width in [1, 5, 8, 13, 40, 77] {
      for dithering in [Dithering.off, .on] {
        var canvas = FormatCanvas(width, 7, format, padding: 9)
        canvas.draw(ramp(width: width, height: 7), dithering)
        #expect(canvas.padding.allSatisfy { $0 == 0xA5 })
      }
    }
  }

  @Test func `the bytes are in the order of the kernel's formats`() {
    let color = Color(hex: 0x123456)
    let bytes: [(PixelFormat, [UInt8])] = [
      (.xrgb8888, [0x56, 0x34, 0x12, 0]), (.xbgr8888, [0x12, 0x34, 0x56, 0]),
      (.argb8888, [0x56, 0x34, 0x12, 0xFF]), (.rgb888, [0x56, 0x34, 0x12]),
      (.rgb565, [0xAA, 0x11]), (.xrgb2101010, [0x59, 0x45, 0x83, 0x04]),
    ]
    for (format, expected) in bytes {
      var canvas = FormatCanvas(3, 1, format)
      canvas.draw(Scene(background: color))
      #expect(Array(canvas.bytes.prefix(expected.count)) == expected)
      #expect(Array(canvas.bytes[expected.count..<2 * expected.count]) == expected)
    }
  }

  @Test func `a format is found by its name`() {
    #expect(PixelFormat(fourCC: Array("RG16".utf8).span) == .rgb565)
    #expect(PixelFormat(fourCC: Array("XR30".utf8).span) == .xrgb2101010)
    #expect(PixelFormat(fourCC: Array("RG1".utf8).span) == nil)
    #expect(PixelFormat(fourCC: Array("NV12".utf8).span) == nil)
  }
}

@Suite struct DitheringTests {
  private let dithered: [(PixelFormat, Dithering)] = [
    (.rgb565, .automatic), (.rgb565, .on), (.xrgb8888, .on), (.rgb888, .on), (.xbgr8888, .on),
    (.argb8888, .on),
  ]

  @Test func `every eight by eight pixels have the exact mean`() {
    for (format, dithering) in dithered {
      var canvas = FormatCanvas(1024, 8, format)
      canvas.draw(ramp(width: 1024, height: 8), dithering)
      for left in stride(from: 0, to: 1024, by: 8) {
        for channel in 0..<3 {
          let columns = left..<left + 8
          let exact = columns.reduce(0) { $0 + exactParts($1, width: 1024)[channel] } / 8
          let drawn = columns.reduce(0) { sum, x in
            sum + (0..<8).reduce(0) { $0 + canvas.parts(x, $1)[channel] }
          }
          // In steps of the format: the pattern has 64 heights, which the ramp passes at an angle.
          let most = Double(UInt32(1) << format.channels[channel].bits - 1)
          #expect(abs(drawn / 64 - exact) * most <= 0.13)
        }
      }
    }
  }

  @Test func `no pixel is off by a step or more`() {
    for (format, dithering) in dithered {
      var canvas = FormatCanvas(300, 16, format)
      canvas.draw(ramp(width: 300, height: 16), dithering)
      for x in 0..<300 {
        for y in 0..<16 {
          for (channel, value) in exactParts(x, width: 300).enumerated() {
            let most = Double(UInt32(1) << format.channels[channel].bits - 1)
            #expect(abs(canvas.parts(x, y)[channel] - value) * most < 1.01)
          }
        }
      }
    }
  }

  @Test func `up to eight bits only if asked and more never`() {
    for (format, dithering) in [
      (PixelFormat.xrgb8888, Dithering.automatic), (.xrgb2101010, .on), (.rgb565, .off),
    ] {
      var canvas = FormatCanvas(300, 9, format)
      var plain = FormatCanvas(300, 9, format)
      canvas.draw(ramp(width: 300, height: 9), dithering)
      plain.draw(ramp(width: 300, height: 9), .off)
      #expect(canvas.bytes == plain.bytes)
    }
  }

  @Test func `areas of one colour stay flat`() {
    var canvas = FormatCanvas(64, 16, .rgb565)
    var scene = Scene(background: Color(hex: 0x123456))
    scene.add(
      .rectangle(Rectangle(x: 8, y: 3, width: 40, height: 9)),
      paint: .solid(Color(hex: 0x777777)), opacity: .half)
    canvas.draw(scene)
    #expect(Set((0..<16).flatMap { y in (0..<64).map { canvas[$0, y] } }).count == 2)
  }

  @Test func `the damage does not change the pattern`() {
    for isVertical in [false, true] {
      for (format, dithering) in dithered {
        let scene = ramp(width: 61, height: 33, isVertical: isVertical)
        var whole = FormatCanvas(61, 33, format)
        whole.draw(scene, dithering)
        var parts = FormatCanvas(61, 33, format)
        for (x, y, width, height) in [
          (0, 0, 61, 5), (0, 5, 3, 28), (3, 5, 30, 28), (33, 5, 28, 28),
        ] {
          parts.draw(
            scene, dithering, damage: PixelRectangle(x: x, y: y, width: width, height: height))
        }
        #expect(whole.bytes == parts.bytes)
      }
    }
  }

  @Test func `a gradient downwards is dithered along its rows`() {
    var canvas = FormatCanvas(64, 64, .rgb565)
    canvas.draw(ramp(width: 64, height: 64, isVertical: true))
    let mixed = (0..<64).filter { y in Set((0..<64).map { canvas[$0, y] }).count > 1 }
    #expect(mixed.count > 48)
  }
}

/// Red grows, green falls, and blue goes between two thirds: along rows, or downwards.
private func ramp(width: Int, height: Int, isVertical: Bool = false) -> Scene {
  var scene = Scene(background: .black)
  let stops = scene.addStops(
    Color(red: 0, green: 65535, blue: 21845), Color(red: 65535, green: 0, blue: 43690))
  let end = isVertical ? Point(0, Fixed(height)) : Point(Fixed(width), 0)
  if let gradient = LinearGradient(from: .zero, to: end, stops: stops) {
    scene.add(
      .rectangle(
        Rectangle(x: 0, y: 0, width: Fixed(width), height: Fixed(height))),
      paint: .linear(gradient))
  }
  return scene
}

/// The channels of a column of the ramp, 0 … 1.
private func exactParts(_ x: Int, width: Int) -> [Double] {
  let part = (Double(x) + 0.5) / Double(width)
  return [part, 1 - part, (1 + part) / 3]
}
