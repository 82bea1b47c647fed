// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

/// One scene in the place of another: each pixel is a mixture of both.
@Suite struct DissolveTests {
  private static let size = 60

  /// A gradient, a ring, and an image of one colour.
  private func addFirst(to scene: inout Scene) {
    scene.background = Color(hex: 0x203040)
    let stops = scene.addStops(Color(hex: 0xFF8000), Color(hex: 0x0080FF))
    if let paint = LinearGradient(from: Point(5, 5), to: Point(55, 40), stops: stops) {
      scene.add(
        .roundedRectangle(Rectangle(x: 5, y: 5, width: 50, height: 30), radius: 7),
        paint: .linear(paint))
    }
    scene.add(.ring(center: Point(30, 30), radius: 20, width: 6), paint: .solid(.white))
    scene.pixmaps = set(0xFF00_00FF)
    addPixmap(to: &scene)
  }

  /// What would hide the ring if it were in the same scene, and the same number of another image.
  private func addSecond(to scene: inout Scene) {
    scene.background = Color(hex: 0xF7F5F0)
    scene.add(
      .ringArc(
        center: Point(30, 30), radius: 20, width: 12, start: .zero, sweep: .degrees(200)),
      paint: .solid(Color(hex: 0x0B6E4F)))
    scene.pixmaps = set(0xFF00_FF00)
    addPixmap(to: &scene)
  }

  private func set(_ pixel: UInt32) -> PixmapSet {
    let set = PixmapSet()
    let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
    let fit = PixmapFit(
      (1, 1), natural: (1, 1), into: (8, 8), .stretch, isSmooth: false, rotation: .degrees0)
    if let pixmap = Pixmap(([0xF1] + bytes).span, size: (1, 1), fit: fit) { _ = set.add(pixmap) }
    return set
  }

  private func addPixmap(to scene: inout Scene) {
    scene.add(
      .rectangle(Rectangle(x: 4, y: 44, width: 8, height: 8)),
      paint: .pixmap(index: 0, version: 0, x: 4, y: 44))
  }

  private func canvas(_ fraction: UInt32, _ damage: [PixelRectangle] = []) -> Canvas {
    var scene = Scene()
    addFirst(to: &scene)
    scene.beginDissolve(fraction)
    addSecond(to: &scene)
    return drawn(scene, damage)
  }

  private func drawn(_ scene: borrowing Scene, _ damage: [PixelRectangle] = []) -> Canvas {
    var canvas = Canvas(Self.size, Self.size)
    var renderer = Renderer(maximumWidth: Self.size)
    if damage.isEmpty {
      canvas.draw(scene, with: &renderer)
    } else {
      for rectangle in damage {
        var region = DamageRegion(width: Self.size, height: Self.size)
        region.insert(rectangle)
        canvas.draw(scene, with: &renderer, damage: region)
      }
    }
    return canvas
  }

  @Test func `each pixel is a mixture of both`() {
    var first = Scene()
    addFirst(to: &first)
    var second = Scene()
    addSecond(to: &second)
    let (a, b) = (drawn(first), drawn(second))
    #expect(a[6, 46] == 0xFF0000 && b[6, 46] == 0x00FF00)
    #expect(canvas(0).pixels == a.pixels)
    #expect(canvas(65536).pixels == b.pixels && canvas(99999).pixels == b.pixels)
    for fraction in [1, 20000, 32768, 65535] {
      let mixed = canvas(UInt32(fraction))
      for y in 0..<Self.size {
        for x in 0..<Self.size {
          for channel in 0..<3 {
            let (from, to) = (a.channel(channel, x, y), b.channel(channel, x, y))
            let expected = from * 65536 + (to - from) * fraction
            #expect(abs(mixed.channel(channel, x, y) * 65536 - expected) <= 65536, "\(x), \(y)")
          }
        }
      }
    }
  }

  @Test func `drawing in parts gives the same`() {
    let parts = [(0, 0, 23, 60), (23, 0, 37, 31), (23, 31, 37, 29)].map {
      PixelRectangle(x: $0.0, y: $0.1, width: $0.2, height: $0.3)
    }
    #expect(canvas(40000, parts).pixels == canvas(40000).pixels)
  }

  @Test func `a step damages all and its end too`() {
    func damage(_ old: UInt32?, _ new: UInt32?) -> Int {
      func scene(_ fraction: UInt32?) -> Scene {
        var scene = Scene()
        if let fraction {
          addFirst(to: &scene)
          scene.beginDissolve(fraction)
        }
        addSecond(to: &scene)
        return scene
      }
      let previous = scene(old)
      let next = scene(new)
      var damage = DamageRegion(width: Self.size, height: Self.size)
      next.findDamage(since: previous, into: &damage)
      return damage.pixelCount
    }
    let all = Self.size * Self.size
    #expect(damage(100, 200) == all && damage(nil, 100) == all && damage(100, nil) == all)
    #expect(damage(nil, nil) == 0)
  }

  @Test func `removing all ends it`() {
    var scene = Scene()
    addFirst(to: &scene)
    scene.beginDissolve(30000)
    scene.removeAll()
    addSecond(to: &scene)
    #expect(drawn(scene).pixels == canvas(65536).pixels)
  }

  @Test(arguments: [PixelFormat.rgb565, .xrgb2101010, .argb8888, .xbgr8888, .rgb888])
  func `all formats are mixed`(_ format: PixelFormat) {
    var scene = Scene()
    addFirst(to: &scene)
    scene.beginDissolve(32768)
    addSecond(to: &scene)
    let count = Self.size * Self.size
    var words = [UInt32](repeating: 0xDEAD_BEEF, count: count)
    var renderer = Renderer(maximumWidth: Self.size)
    var buffer = PixelBuffer(
      words.mutableSpan, width: Self.size, height: Self.size,
      strideInBytes: Self.size * format.bytesPerPixel, format: format)
    renderer.draw(
      scene, damage: DamageRegion(allOfWidth: Self.size, height: Self.size), into: &buffer)
    let used = count * format.bytesPerPixel / 4
    #expect(!words.prefix(used).contains(0xDEAD_BEEF))
    #expect(words.dropFirst(used).allSatisfy { $0 == 0xDEAD_BEEF })
  }

  /// As in scenes by themselves, whatever shapes are to the left and to the right.
  @Test func `areas of one color are not dithered`() {
    var scene = Scene(background: Color(hex: 0x203040))
    for x in [0, 52] {
      scene.add(
        .rectangle(Rectangle(x: Fixed(x), y: 0, width: 8, height: 60)), paint: .solid(.white))
    }
    scene.beginDissolve(20000)
    scene.background = Color(hex: 0xF7F5F0)
    var pixels = [UInt16](repeating: 0, count: Self.size * Self.size)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: Self.size, height: Self.size, strideInBytes: 2 * Self.size,
      format: .rgb565)
    var renderer = Renderer(maximumWidth: Self.size)
    renderer.draw(
      scene, damage: DamageRegion(allOfWidth: Self.size, height: Self.size), into: &buffer)
    for columns in [0..<8, 8..<52, 52..<60] {
      let area = Set((0..<Self.size).flatMap { y in columns.map { pixels[y * Self.size + $0] } })
      #expect(area.count == 1)
    }
  }

  @Test func `what is added in part is that much fainter`() {
    var scene = Scene(background: .black)
    scene.beginGroup(.half)
    scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 30, height: 60)), paint: .solid(.white))
    scene.beginGroup(.one)
    scene.add(.rectangle(Rectangle(x: 30, y: 0, width: 30, height: 60)), paint: .solid(.white))
    let canvas = drawn(scene)
    #expect(canvas[10, 10] == 0x808080 && canvas[40, 10] == 0xFFFFFF)
  }
}
