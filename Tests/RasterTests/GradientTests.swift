// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Testing

@Suite struct GradientTests {
  private static let colors: [UInt32] = [0xFF0000, 0x10FF40, 0x0080F0, 0xFFFFFF, 0x123456]

  /// A channel of evenly spread colours at an offset, 0 … 255.
  static func expected(_ channel: UInt32, _ offset: Double, _ colors: [UInt32]) -> Double {
    let place = min(max(offset, 0), 1) * Double(colors.count - 1)
    let index = min(Int(place), colors.count - 2)
    let from = Double(colors[index] >> (8 * channel) & 255)
    let to = Double(colors[index + 1] >> (8 * channel) & 255)
    return from + (to - from) * (place - Double(index))
  }

  @Test func `linear gradients follow any axis within one level`() {
    let axes: [(Double, Double, Double, Double)] = [
      (0, 0.5, 1, 0.5), (0.5, 0, 0.5, 1), (0.1, 0.9, 0.8, 0.3), (0.4, 0.4, 0.6, 0.5), (1, 0, 0, 0),
    ]
    for (x0, y0, x1, y1) in axes {
      for turn in 0..<4 {
        let (w, h) = (64.0, 32.0)
        var scene = Scene()
        let colors = Self.colors.map { Color(hex: $0) }
        let stops = scene.addStops(evenly: colors.span)
        let gradient = LinearGradient(
          from: Point(at: x0 * w, y0 * h), to: Point(at: x1 * w, y1 * h), stops: stops)
        guard let gradient else { return #expect(Bool(false), "The axis was refused.") }
        let transform = Transform.identity.translated(x: 32, y: 32)
          .rotated(by: .degrees(Fixed(90 * turn))).translated(x: -32, y: -32)
        scene.add(
          .rectangle(Rectangle(x: 0, y: 0, width: 64, height: 64)), paint: .linear(gradient),
          transform: transform)
        var canvas = Canvas(64, 64)
        canvas.draw(scene)
        var worst = 0.0
        for y in 0..<64 {
          for x in 0..<64 {
            var (u, v) = (Double(x) + 0.5 - 32, Double(y) + 0.5 - 32)
            for _ in 0..<turn { (u, v) = (v, -u) }
            let (dx, dy) = ((x1 - x0) * w, (y1 - y0) * h)
            let s = ((u + 32 - x0 * w) * dx + (v + 32 - y0 * h) * dy) / (dx * dx + dy * dy)
            for channel in 0..<3 {
              let value = Self.expected(UInt32(channel), s, Self.colors)
              worst = max(worst, abs(value - Double(canvas.channel(channel, x, y))))
            }
          }
        }
        #expect(worst < 0.51, "axis \((x0, y0, x1, y1)), turned \(turn) times")
      }
    }
  }

  @Test func `an axis without length is refused`() {
    var scene = Scene()
    let stops = scene.addStops(.black, .white)
    #expect(LinearGradient(from: Point(at: 1, 2), to: Point(at: 1, 2), stops: stops) == nil)
    #expect(LinearGradient(from: Point(at: 1, 2), to: Point(at: 1, 3), stops: .empty) == nil)
  }

  @Test func `stops at one place make a hard edge`() throws {
    var scene = Scene()
    scene.beginStops()
    scene.addStop(Color(hex: 0x000010), at: 0)
    scene.addStop(Color(hex: 0x000010), at: .half)
    scene.addStop(Color(hex: 0x0000F0), at: .half)
    scene.addStop(Color(hex: 0x0000F0), at: 1)
    let stops = scene.endStops()
    let gradient = try #require(
      LinearGradient(from: Point(at: 0, 0), to: Point(at: 8, 0), stops: stops))
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: 8, height: 1)), paint: .linear(gradient))
    var canvas = Canvas(8, 1)
    canvas.draw(scene)
    #expect(canvas.pixels == [16, 16, 16, 16, 240, 240, 240, 240])
  }

  @Test func `halves change at their line, which belongs to the right`() throws {
    var scene = Scene()
    let red = scene.addStops(Color(hex: 0xFF0000), Color(hex: 0xFF0000))
    let blue = scene.addStops(Color(hex: 0x0000FF), Color(hex: 0x0000FF))
    let left = try #require(LinearGradient(from: Point(at: 0, 0), to: Point(at: 0, 3), stops: red))
    let right = try #require(
      LinearGradient(from: Point(at: 0, 0), to: Point(at: 0, 3), stops: blue))
    // At scale 3 the line runs through the centres of the pixels at x = 4.
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: 3, height: 1)),
      paint: .halves(left: left, right: right, x: Fixed(3, over: 2)),
      transform: Transform.identity.scaled(by: 3))
    var canvas = Canvas(9, 3)
    canvas.draw(scene)
    for x in 0..<9 { #expect(canvas[x, 1] == (x < 4 ? 0xFF0000 : 0x0000FF)) }
  }

  @Test(arguments: [-3, 0])
  func `halves without a left one are the right one`(line: Int) throws {
    var scene = Scene()
    let red = scene.addStops(Color(hex: 0xFF0000), Color(hex: 0xFF0000))
    let blue = scene.addStops(Color(hex: 0x0000FF), Color(hex: 0x0000FF))
    let left = try #require(LinearGradient(from: .zero, to: Point(0, 3), stops: red))
    let right = try #require(LinearGradient(from: .zero, to: Point(0, 3), stops: blue))
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: 9, height: 3)),
      paint: .halves(left: left, right: right, x: Fixed(line)))
    var canvas = Canvas(9, 3)
    canvas.draw(scene)
    for x in 0..<9 { #expect(canvas[x, 1] == 0x0000FF) }
  }
}
