// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

@Suite struct EdgeCrossingScanlineTests {
  @Test(arguments: [PixelFormat.xrgb8888, .argb8888, .xbgr8888])
  func `rows that boundaries only cross look as if they were composited`(format: PixelFormat) {
    var renderer = Renderer(maximumWidth: 120)
    for number in 0..<60 {
      let crossed = draw(number, isComposited: false, format, with: &renderer)
      let composited = draw(number, isComposited: true, format, with: &renderer)
      #expect(crossed == composited, "scene \(number)")
      // Once more, now that circles are known.
      #expect(crossed == draw(number, isComposited: false, format, with: &renderer))
    }
  }

  @Test(arguments: 0..<150)
  func `rows are the same wherever they are damaged`(number: Int) {
    var random = Random(state: UInt64(number) &* 0x51ED_2701 &+ 7)
    var renderer = Renderer(maximumWidth: 120)
    // One after the other: rows reuse the contents of those above, even those of another frame.
    for scene in 0..<4 {
      let whole = draw(number + scene, isComposited: true, .xrgb8888, with: &renderer)
      var damage = DamageRegion(width: 120, height: 120)
      for _ in 0..<1 + random.next() % 4 {
        damage.insert(
          PixelRectangle(
            x: random.next() % 118, y: random.next() % 110, width: 1 + random.next() % 60,
            height: 1 + random.next() % 60
          ).intersection(PixelRectangle(x: 0, y: 0, width: 118, height: 120)))
      }
      let part = draw(number + scene, isComposited: false, .xrgb8888, with: &renderer, damage)
      let wrong = part.indices.filter {
        part[$0] != whole[$0] && part[$0] != Canvas.untouched
      }
      #expect(wrong.isEmpty)
      #expect(part.count { $0 != Canvas.untouched } == damage.pixelCount)
    }
  }

  @Test func `more circles than are remembered look as they did`() {
    var renderer = Renderer(maximumWidth: 120)
    // The last one is used for so long that all others are evicted, and it is cached again.
    for number in Array(0..<40) + Array(repeating: 40, count: 610) + Array(38..<42) {
      var scene = Scene(background: .white)
      let radius = Fixed(10) + Fixed(number, over: 7)
      scene.add(.circle(center: Point(60, 60), radius: radius), paint: .solid(.black))
      var (first, second) = (Canvas(120, 120), Canvas(120, 120))
      second.draw(scene, with: &renderer)
      if number == 40 { continue }
      first.draw(scene)
      #expect(first.pixels == second.pixels)
    }
  }

  /// Draws a scene of few shapes, all but the last columns of which are returned.
  ///
  /// There stands a bar in the background's colour that lets it shine through: rows that it passes are composed.
  private func draw(
    _ number: Int, isComposited: Bool, _ format: PixelFormat, with renderer: inout Renderer,
    _ damage: borrowing DamageRegion = DamageRegion(allOfWidth: 120, height: 120)
  ) -> [UInt32] {
    var random = Random(state: UInt64(number) &* 0x9E37_79B9 &+ 1)
    var scene = Scene(background: Color(hex: 0x8ECEED))
    for _ in 0..<1 + number % 4 { addShape(to: &scene, &random) }
    if isComposited {
      scene.add(
        .rectangle(Rectangle(x: 118, y: 0, width: 2, height: 120)),
        paint: .solid(Color(hex: 0x8ECEED)), opacity: .half)
    }
    var pixels = [UInt32](repeating: Canvas.untouched, count: 120 * 120)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: 120, height: 120, strideInBytes: 480, format: format)
    renderer.draw(scene, damage: damage, into: &buffer)
    return pixels.indices.filter { $0 % 120 < 118 }.map { pixels[$0] }
  }

  private func addShape(to scene: inout Scene, _ random: inout Random) {
    // Some lie on the grid of half pixels, where circles are remembered.
    let grid = random.next() % 2 == 0 ? 2 : 64
    func place(_ limit: Int) -> Fixed { Fixed(random.next() % (limit * grid), over: grid) }
    let center = Point(20 + place(80), 20 + place(80))
    let paint: Paint
    let stops = scene.addStops(Color(hex: 0xEBD6AB), Color(hex: 0x205DC6))
    if random.next() % 4 == 0 {
      let ring = RingGradient(
        center: center, radius: 10 + place(40), capRadius: 6,
        tail: .turns(Fixed(random.next() % 64, over: 64)),
        sweep: .turns(Fixed(random.next() % 65, over: 64)), isClockwise: random.next() % 2 == 0,
        stops: stops)
      paint = random.next() % 2 == 0 ? .quadrants(ring) : .conic(ring)
    } else if random.next() % 2 == 0,
      let left = LinearGradient(from: .zero, to: Point(0, 100), stops: stops),
      let right = LinearGradient(from: Point(0, 20), to: Point(0, 120), stops: stops)
    {
      paint = .halves(left: left, right: right, x: center.x)
    } else {
      paint = .solid(Color(hex: UInt32(random.next() & 0xFF_FFFF)))
    }
    let turned = Transform.identity.translated(x: center.x, y: center.y)
      .rotated(by: .degrees(Fixed(random.next() % 360)))
    let box = Rectangle(x: -30, y: -12, width: 44, height: 8 + place(40))
    switch random.next() % 6 {
    case 0: scene.add(.circle(center: center, radius: 8 + place(50)), paint: paint)
    // Small ones are followed in parts of pixels.
    case 4: scene.add(.circle(center: center, radius: .half + place(8)), paint: paint)
    case 1: scene.add(.ring(center: center, radius: 20 + place(30), width: 12), paint: paint)
    case 2: scene.add(.rectangle(box), paint: paint, transform: turned)
    case 3: scene.add(.roundedRectangle(box, radius: 3), paint: paint, transform: turned)
    default:
      scene.beginPath()
      scene.move(to: Point(-48, -40))
      scene.line(to: Point(48, -30))
      scene.line(to: Point(0, 20))
      scene.close()
      scene.add(.fill(scene.endPath()), paint: paint, transform: turned)
    }
  }
}

/// Numbers that look random and are the same each time.
private struct Random {
  var state: UInt64

  mutating func next() -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33)
  }
}
