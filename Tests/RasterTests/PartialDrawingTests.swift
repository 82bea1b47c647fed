// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Support
import Testing

/// Drawing a damage region gives the same pixels as drawing the whole frame.
@Suite struct PartialDrawingTests {
  private static let (width, height) = (64, 48)

  /// The pixels as words; those that were not stored are `nothing`.
  private func pixels(
    _ scene: borrowing Scene, _ format: PixelFormat, _ damage: borrowing DamageRegion,
    _ renderer: inout Renderer
  ) -> [UInt32] {
    let size = format.bytesPerPixel
    // Rows with a gap between them.
    let stride = PartialDrawingTests.width * size + 12
    var bytes = [UInt8](repeating: 0xA5, count: stride * PartialDrawingTests.height)
    var buffer = PixelBuffer(
      bytes.mutableSpan, width: PartialDrawingTests.width, height: PartialDrawingTests.height,
      strideInBytes: stride, format: format)
    renderer.draw(scene, damage: damage, into: &buffer)
    var words: [UInt32] = []
    for y in 0..<PartialDrawingTests.height {
      for x in 0..<PartialDrawingTests.width {
        let first = y * stride + x * size
        words.append(bytes[first..<first + size].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
    }
    return words
  }

  private func nothing(_ format: PixelFormat) -> UInt32 {
    0xA5A5_A5A5 >> UInt32(32 - 8 * format.bytesPerPixel)
  }

  private func renderer(_ dithering: Dithering) -> Renderer {
    var renderer = Renderer(
      maximumWidth: PartialDrawingTests.width, maximumHeight: PartialDrawingTests.height)
    renderer.dithering = dithering
    return renderer
  }

  /// Slanted stems, near enough for the ways between their edges to be short; of one colour over a
  /// gradient, or of a gradient over one colour.
  private func stems(areGradients: Bool) throws -> Scene {
    var scene = Scene(background: Color(hex: 0x335577))
    let stops = scene.addStops(Color(hex: 0x123456), Color(hex: 0x9A8B7C))
    let gradient = try #require(LinearGradient(from: .zero, to: Point(0, 8), stops: stops))
    if !areGradients {
      scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 64, height: 8)), paint: .linear(gradient))
    }
    scene.beginPath()
    for stem in 0..<6 {
      let x = Fixed(4 + 9 * stem) + .half
      scene.move(to: Point(x, 0))
      scene.line(to: Point(x + 4, 0))
      scene.line(to: Point(x + 4 + Fixed(1, over: 4), 8))
      scene.line(to: Point(x + Fixed(1, over: 4), 8))
      scene.close()
    }
    scene.add(
      .fill(scene.endPath()), paint: areGradients ? .linear(gradient) : .solid(Color(hex: 0xCC7733))
    )
    return scene
  }

  @Test(arguments: [false, true])
  func `short ways between edges are dithered where their colour is a gradient's`(
    areGradients: Bool
  ) throws {
    let scene = try stems(areGradients: areGradients)
    var renderer = renderer(.on)
    var all = DamageRegion(width: PartialDrawingTests.width, height: PartialDrawingTests.height)
    all.insert(PixelRectangle(x: 0, y: 0, width: 64, height: 8))
    let whole = pixels(scene, .rgb565, all, &renderer)
    // The ways between stems, or those in them.
    let flat = PixelFormat.rgb565.pixel(of: Color(hex: areGradients ? 0x335577 : 0xCC7733))
    for stem in 0..<6 {
      for y in 0..<8 { #expect(whole[64 * y + 4 + 9 * stem + (areGradients ? -2 : 2)] == flat) }
    }
    for left in 1..<64 {
      var damage = DamageRegion(
        width: PartialDrawingTests.width, height: PartialDrawingTests.height)
      damage.insert(PixelRectangle(x: left, y: 0, width: 64 - left, height: 8))
      let part = pixels(scene, .rgb565, damage, &renderer)
      for y in 0..<8 {
        #expect(part[64 * y + left..<64 * y + 64] == whole[64 * y + left..<64 * y + 64])
      }
    }
  }

  private func scene(_ generator: inout SeededGenerator) -> Scene {
    var scene = Scene(background: Color(hex: UInt32(generator.next(below: 1 << 24))))
    let stops = scene.addStops(
      evenly: [
        Color(hex: UInt32(generator.next(below: 1 << 24))), .white,
        Color(hex: UInt32(generator.next(below: 1 << 24))),
        .black,
      ].span)
    if let gradient = LinearGradient(from: generator.point(), to: Point(70, 0), stops: stops),
      generator.next(below: 2) == 0
    {
      scene.add(
        .rectangle(
          Rectangle(
            x: generator.number(-5, 20), y: generator.number(-5, 20),
            width: generator.number(20, 70),
            height: generator.number(20, 50))),
        paint: .linear(gradient))
    }
    for _ in 0..<1 + generator.next(below: 4) { scene.addAny(&generator) }
    return scene
  }

  @Test(
    arguments: [PixelFormat.xrgb8888, .xbgr8888, .argb8888, .rgb565, .rgb888, .xrgb2101010],
    [Dithering.off, .on])
  func `parts are those of the whole, and nothing is stored beside them`(
    format: PixelFormat, dithering: Dithering
  ) {
    // One is used again and again, which must not show.
    var used = renderer(dithering)
    for seed in 0..<UInt64(20) {
      var generator = SeededGenerator(seed &* 77 &+ 5)
      let scene = scene(&generator)
      var fresh = renderer(dithering)
      let all = DamageRegion(
        allOfWidth: PartialDrawingTests.width, height: PartialDrawingTests.height)
      let whole = pixels(scene, format, all, &fresh)
      for _ in 0..<4 {
        var damage = DamageRegion(
          width: PartialDrawingTests.width, height: PartialDrawingTests.height)
        for _ in 0..<1 + generator.next(below: 6) {
          damage.insert(
            PixelRectangle(
              x: generator.next(below: 64), y: generator.next(below: 48),
              width: 1 + generator.next(below: 20),
              height: 1 + generator.next(below: 30)))
        }
        var expected = [UInt32](repeating: nothing(format), count: whole.count)
        for index in whole.indices
        where damage.contains(
          x: index % PartialDrawingTests.width, y: index / PartialDrawingTests.width)
        {
          expected[index] = whole[index]
        }
        let isSame = pixels(scene, format, damage, &used) == expected
        #expect(isSame, "seed \(seed)")
      }
    }
  }

  /// What an outline has right of the window is left out: shapes, and a gradient that is painted from one edge
  /// to the next, go on all the same.
  @Test(arguments: [false, true])
  func `shapes go on to both sides of a window, wherever it is`(isConic: Bool) {
    var scene = Scene(background: Color(hex: 0x224466))
    let stops = scene.addStops(Color(hex: 0xFF8000), Color(hex: 0x0080FF))
    let gradient = RingGradient(
      center: Point(32, 24), radius: 16, capRadius: 4, tail: .zero, sweep: .degrees(250),
      isClockwise: true, stops: stops)
    scene.add(
      .ring(center: Point(32, 24), radius: 16, width: 4), paint: .solid(Color(hex: 0x808080)))
    scene.add(
      .ringArc(
        center: Point(32, 24), radius: 16, width: 8, start: .zero, sweep: .degrees(250)),
      paint: isConic ? .conic(gradient) : .quadrants(gradient))
    scene.add(
      .roundedRectangle(Rectangle(x: 1, y: 20, width: 62, height: 9), radius: 4),
      paint: .solid(Color(hex: 0x30A050)), opacity: .half)
    scene.add(
      .roundedRectangle(Rectangle(x: -12, y: -9, width: 24, height: 18), radius: 3),
      paint: .solid(Color(hex: 0xE0E0A0)),
      transform: Transform.identity.translated(x: 40, y: 15).rotated(by: .degrees(20)))
    var renderer = renderer(.off)
    let all = DamageRegion(
      allOfWidth: PartialDrawingTests.width, height: PartialDrawingTests.height)
    let whole = pixels(scene, .xrgb8888, all, &renderer)
    for left in 0..<60 {
      for top in [0, 5, 13, 22, 31] {
        var damage = DamageRegion(
          width: PartialDrawingTests.width, height: PartialDrawingTests.height)
        damage.insert(PixelRectangle(x: left, y: top, width: 4, height: 12))
        let part = pixels(scene, .xrgb8888, damage, &renderer)
        for y in top..<top + 12 {
          let columns = 64 * y + left..<64 * y + left + 4
          #expect(part[columns] == whole[columns])
        }
      }
    }
  }

  /// A shape that covers the window has one crossing alone, so that there can be as many layers as crossings.
  @Test(arguments: [1, 12, 22, 23, 24, 25, 26, 48, 60])
  func `a disc is drawn over any number of shapes that cover the window`(count: Int) {
    func scene(_ covers: Int) -> Scene {
      var scene = Scene(background: covers == 0 ? Color(hex: UInt32(count)) : .black)
      for cover in 0..<covers {
        scene.add(
          .rectangle(Rectangle(x: -8, y: -8, width: 80, height: 80)),
          paint: .solid(Color(hex: UInt32(cover + 1))))
      }
      scene.add(.circle(center: Point(32, 24), radius: 12), paint: .solid(.white))
      return scene
    }
    var renderer = renderer(.off)
    let all = DamageRegion(
      allOfWidth: PartialDrawingTests.width, height: PartialDrawingTests.height)
    let expected = pixels(scene(0), .xrgb8888, all, &renderer)
    let isSame = pixels(scene(count), .xrgb8888, all, &renderer) == expected
    #expect(isSame)
  }
}
