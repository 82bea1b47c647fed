// SPDX-License-Identifier: Apache-2.0

import Flipbook
import Foundation
import StageTest
import Testing

/// Gradients, images and texts of one's own, with only Flipbook's public API.
@Suite struct PaintTests {
  private static let (red, blue) = (Color(hex: 0xFF0000), Color(hex: 0x0000FF))
  private static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: path(name))))
  }

  private static let all = Geometry.rectangle(Rectangle(x: 0, y: 0, width: 41, height: 41))

  @Test func `a radial gradient has its colours around a focus`() throws {
    var hasNone = false
    let frame = Frame(41, 41) { scene in
      let stops = scene.addStops(Self.red, Self.blue)
      let center = Point(Fixed(41, over: 2), Fixed(41, over: 2))
      guard let gradient = RadialGradient(center: center, radius: 20, stops: stops) else { return }
      scene.add(Self.all, paint: .radial(gradient))
      hasNone =
        RadialGradient(center: center, radius: 0, stops: stops) == nil
        && RadialGradient(center: center, radius: 9, focus: .init(0, 0), stops: stops) == nil
    }
    #expect(hasNone && frame[20, 20] == 0xFF0000)
    #expect(isNear(frame.channels(30, 20), [128, 0, 128]))
    #expect(frame[40, 20] == 0x0000FF && frame[0, 0] == 0x0000FF)
  }

  @Test func `stops may be translucent, at any offset`() throws {
    let frame = Frame(40, 10) { scene in
      scene.background = Color(hex: 0xFFFFFF)
      scene.addStop(Self.red, at: 0)
      scene.addStop(Self.red, at: .half, opacity: Fraction(.half))
      scene.addStop(Self.blue, at: .half, opacity: .zero)
      scene.addStop(Self.blue, at: 1, opacity: .one)
      let stops = scene.endStops()
      if let gradient = LinearGradient(from: Point(0, 0), to: Point(40, 0), stops: stops) {
        scene.add(
          .rectangle(Rectangle(x: 0, y: 0, width: 40, height: 10)), paint: .linear(gradient))
      }
    }
    // Opacities of 1 - 0.5/40 and of 0.5/20.
    #expect(isNear(frame.channels(0, 5), [255, 3, 3]))
    #expect(isNear(frame.channels(20, 5), [249, 249, 255]))
    #expect(isNear(frame.channels(39, 5), [6, 6, 255]))
  }

  @Test func `a conic gradient goes around a point, or along an arc`() throws {
    let frame = Frame(41, 41) { scene in
      let stops = scene.addStops(Self.red, Self.blue)
      let center = Point(Fixed(41, over: 2), Fixed(41, over: 2))
      scene.add(
        Self.all, paint: .conic(RingGradient(center: center, start: .zero, stops: stops)))
    }
    // Clockwise from the right: a quarter is below, half a turn at the left.
    #expect(frame[21, 20] == 0xFF0000)
    #expect(isNear(frame.channels(20, 40), [191, 0, 64]))
    #expect(isNear(frame.channels(0, 20), [128, 0, 128]))
    #expect(isNear(frame.channels(20, 0), [64, 0, 191]))
    let arc = Frame(41, 41) { scene in
      let stops = scene.addStops(Self.red, Self.blue)
      let (center, sweep) = (Point(20, 20), -Angle.quarterTurn)
      scene.add(
        .ringArc(center: center, radius: 15, width: 6, start: .zero, sweep: sweep),
        paint: .conic(
          RingGradient(
            center: center, radius: 15, width: 6, start: .zero, sweep: sweep, stops: stops)))
    }
    // Counter-clockwise to the top, a quarter of the colours; the ends are round.
    #expect(isNear(arc.channels(34, 20), [255, 0, 0], by: 2))
    #expect(isNear(arc.channels(20, 5), [191, 0, 64], by: 2))
    #expect(arc[5, 20] == 0 && arc[20, 34] == 0)
  }

  @Test func `an image is drawn in any transform, and may change`() throws {
    let words: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0x8000_0080]
    let image = Pixmap(width: 2, height: 2, pixels: words.span)
    let half = Rectangle(x: 0, y: 0, width: 2, height: 2)
    func draw() -> Frame {
      Frame(20, 20) { scene in
        scene.background = Color(hex: 0xFFFFFF)
        scene.add(
          .rectangle(half), paint: scene.paint(image),
          transform: Transform.identity.translated(x: 4, y: 6))
        scene.add(
          .rectangle(half), paint: scene.paint(image), opacity: Fraction(.half),
          transform: Transform.identity.translated(x: 10, y: 0).scaled(by: 4))
      }
    }
    let frame = draw()
    #expect(frame[4, 6] == 0xFF0000 && frame[5, 6] == 0x00FF00 && frame[4, 7] == 0x0000FF)
    // Half of the white, and a blue that is half of its own.
    #expect(isNear(frame.channels(5, 7), [127, 127, 255]))
    #expect(isNear(frame.channels(10, 0), [255, 127, 127]))
    image.update([UInt32](repeating: 0xFF12_3456, count: 4).span)
    #expect(draw()[4, 6] == 0x123456)
  }

  @Test func `an image that has changed is drawn again, and only its box`() throws {
    let image = Pixmap(
      width: 4, height: 4, pixels: [UInt32](repeating: 0xFF11_2233, count: 16).span)
    let other = Pixmap(
      width: 4, height: 4, pixels: [UInt32](repeating: 0xFF44_5566, count: 16).span)
    func add(_ image: Pixmap, to scene: inout Scene) {
      scene.removeAll()
      scene.add(
        .rectangle(Rectangle(x: 0, y: 0, width: 4, height: 4)), paint: scene.paint(image),
        transform: Transform.identity.translated(x: 8, y: 8))
    }
    var pixels = [UInt32](repeating: 0, count: 400)
    var renderer = SceneRenderer(width: 20, height: 20)
    var before = Scene()
    var scene = Scene()
    add(image, to: &before)
    renderer.draw(before, into: pixels.mutableSpan, strideInBytes: 80)
    image.update([UInt32](repeating: 0xFF77_8899, count: 16).span)
    add(image, to: &scene)
    #expect(
      renderer.draw(scene, since: before, into: pixels.mutableSpan, strideInBytes: 80)
        == (8, 8, 4, 4))
    #expect(pixels[8 * 20 + 8] == 0x778899)
    // Another image of the same number in its scene.
    add(other, to: &before)
    #expect(
      renderer.draw(before, since: scene, into: pixels.mutableSpan, strideInBytes: 80)
        == (8, 8, 4, 4))
    #expect(pixels[8 * 20 + 8] == 0x445566)
  }

  @Test func `a PNG becomes an image`() throws {
    let image = try Pixmap(readingPNG: Self.path("rose.png"))
    let frame = Frame(20, 20) { scene in
      scene.background = Color(hex: 0x0000FF)
      scene.add(
        .rectangle(Rectangle(x: 0, y: 0, width: 8, height: 8)), paint: scene.paint(image))
    }
    // Its left half is opaque, its right half invisible.
    #expect(frame[1, 1] == 0xE01040 && frame[6, 6] == 0x0000FF)
    #expect(throws: StageTestError.self) { try Pixmap(readingPNG: "/nowhere.png") }
  }

  @Test func `text stands on its baseline, from its left end, its middle or its right end`() {
    let font = Font()
    let width = font.width(of: "Flip".utf8.span, capHeight: 20)
    #expect(width > 30 && width < 60 && font.width(of: "".utf8.span, capHeight: 20) == 0)
    let anchors: [(anchor: Fixed, x: Fixed)] = [(0, 10), (.half, 10 + width / 2), (1, 10 + width)]
    let frames = anchors.map { place in
      Frame(100, 40) { scene in
        scene.addText(
          "Flip".utf8.span, in: font, capHeight: 20, at: Point(place.x, 30), anchor: place.anchor,
          color: Color(hex: 0xFFFFFF))
      }
    }
    for frame in frames {
      let lit = frame.pixels.indices.filter { frame.pixels[$0] != 0 }
      // Ink from the cap height's top, a row less for the l, to the baseline, and the p below it.
      #expect(lit.map { $0 / 100 }.min() == 9 && lit.contains { $0 / 100 > 31 })
      #expect(lit.contains { $0 % 100 < 14 } && lit.allSatisfy { $0 % 100 < 61 })
    }
  }

  @Test func `a theme pack's font draws a text`() throws {
    // Of the tests of packs: a font of boxes.
    let bytes = try Self.bytes("boxes.pack")
    #expect(Font(pack: bytes, number: 1) == nil && Font(pack: [1, 2, 3]) == nil)
    let font = try #require(Font(pack: bytes, number: 0))
    let builtIn = Font()
    #expect(
      font.width(of: "Flip".utf8.span, capHeight: 20)
        != builtIn.width(of: "Flip".utf8.span, capHeight: 20))
    let frame = Frame(100, 40) { scene in
      scene.addText(
        "Flip".utf8.span, in: font, capHeight: 20, at: Point(5, 30), color: Color(hex: 0xFFFFFF),
        opacity: Fraction(.half), transform: .identity)
    }
    #expect(frame.pixels.contains(0x808080) && !frame.pixels.contains(0xFFFFFF))
  }
}
