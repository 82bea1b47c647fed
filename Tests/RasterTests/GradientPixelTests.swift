// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

/// Rows of a gradient that nothing lies above are stored as pixels at once; other formats' are composed.
@Suite struct GradientPixelTests {
  @Test func `every value of a channel is rounded to nearest`() throws {
    var scene = Scene(stopCapacity: 2048)
    for part in 0..<64 {
      scene.removeAll()
      scene.beginStops()
      let values = (0..<1024).map { UInt16(part * 1024 + $0) }
      for (x, value) in values.enumerated() {
        let color = Color(red: value, green: ~value, blue: value &* 257)
        scene.addStop(color, at: Fixed(x, over: 1024))
        scene.addStop(color, at: Fixed(x + 1, over: 1024))
      }
      let gradient = try #require(
        LinearGradient(from: .zero, to: Point(1024, 0), stops: scene.endStops()))
      scene.add(
        .rectangle(Rectangle(x: 0, y: 0, width: 1024, height: 1)), paint: .linear(gradient))
      let pixels = bytes(of: scene, 1024, 1, .xrgb8888)
      for (x, value) in values.enumerated() {
        for (index, channel) in [value &* 257, ~value, value].enumerated() {
          #expect(pixels[4 * x + index] == UInt8((Double(channel) / 257).rounded()))
        }
        #expect(pixels[4 * x + 3] == 0)
      }
    }
  }

  @Test func `any gradient is the same in all formats of bytes`() throws {
    for seed in 0..<UInt64(400) {
      var numbers = Numbers(seed: seed)
      var scene = Scene(background: numbers.color())
      let (width, height) = (numbers.number(1...90), numbers.number(1...9))
      try addGradients(to: &scene, width, height, &numbers)
      let expected = bytes(of: scene, width, height, .rgb888)
      for (format, alpha) in [(PixelFormat.xrgb8888, UInt8(0)), (.argb8888, 255)] {
        let pixels = bytes(of: scene, width, height, format)
        let colors = (0..<width * height).flatMap { pixels[4 * $0..<4 * $0 + 3] }
        #expect(colors == expected, "seed \(seed)")
        #expect((0..<width * height).allSatisfy { pixels[4 * $0 + 3] == alpha })
      }
    }
  }

  /// One or two gradients over each other, along rows or not, with stops near to each other or far.
  private func addGradients(
    to scene: inout Scene, _ width: Int, _ height: Int, _ numbers: inout Numbers
  ) throws {
    for _ in 0..<numbers.number(1...2) {
      scene.beginStops()
      var offset = numbers.wide(-20...60)
      for _ in 0..<numbers.number(1...40) {
        scene.addStop(numbers.color(), at: offset)
        offset = offset + numbers.wide(0...[0, 1, 10, 60][numbers.number(0...3)])
      }
      let start = Point(numbers.wide(-2000...9000), numbers.wide(-500...900))
      var end = Point(numbers.wide(-2000...9000), numbers.wide(-500...900))
      if numbers.number(0...1) == 0 { end = Point(end.x, start.y) }
      let gradient = try #require(
        LinearGradient(from: start, to: end, stops: scene.endStops()))
      var box = Rectangle(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
      if numbers.number(0...1) == 0 {
        box = Rectangle(
          x: numbers.wide(-100...4000), y: numbers.wide(-100...300),
          width: numbers.wide(1...9000), height: numbers.wide(1...900))
      }
      scene.add(
        numbers.number(0...2) > 0 ? .rectangle(box) : .roundedRectangle(box, radius: 3),
        paint: .linear(gradient), opacity: numbers.number(0...4) == 0 ? .half : .one)
    }
  }

  private func bytes(
    of scene: borrowing Scene, _ width: Int, _ height: Int, _ format: PixelFormat
  ) -> [UInt8] {
    let stride = width * format.bytesPerPixel
    var bytes = [UInt8](repeating: 0xA5, count: stride * height + 3)
    var renderer = Renderer(maximumWidth: width, maximumHeight: height)
    var buffer = PixelBuffer(
      bytes.mutableSpan, width: width, height: height, strideInBytes: stride, format: format)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    return bytes.dropLast(3)
  }
}

/// Numbers that come again with their seed.
private struct Numbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// 64 random bits, by Steele's "SplitMix".
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// A number in hundredths.
  mutating func wide(_ hundredths: ClosedRange<Int>) -> Fixed {
    let number = self.number(hundredths)
    return number < 0 ? -Fixed(-number, over: 100) : Fixed(number, over: 100)
  }

  mutating func color() -> Color {
    let bits = next()
    // Full and empty channels among them.
    let full: UInt16 = bits >> 48 & 3 == 0 ? .max : 0
    return Color(
      red: UInt16(truncatingIfNeeded: bits) | full,
      green: bits >> 50 & 3 == 0 ? 0 : UInt16(truncatingIfNeeded: bits >> 16),
      blue: UInt16(truncatingIfNeeded: bits >> 32))
  }
}
