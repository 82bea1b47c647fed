// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Support
import Testing

/// Shapes that are composited with each other first, and of which then a part is seen.
@Suite struct GroupTests {
  private static let (width, height) = (64, 48)

  /// A rectangle with colours that go from one at its left to another at its right.
  private struct Box {
    let left, top, right, bottom: Double
    let from, to: UInt32
    var opacity = 1.0

    init(
      _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ from: UInt32,
      _ to: UInt32? = nil, opacity: Double = 1
    ) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
      (self.from, self.to, self.opacity) = (from, to ?? from, opacity)
    }

    func add(to scene: inout Scene) {
      let rectangle = Rectangle(
        x: Fixed(left), y: Fixed(top), width: Fixed(right - left), height: Fixed(bottom - top))
      var paint = Paint.solid(Color(hex: from))
      if from != to {
        let stops = scene.addStops(Color(hex: from), Color(hex: to))
        let middle = (top + bottom) / 2
        if let gradient = LinearGradient(
          from: Point(at: left, middle), to: Point(at: right, middle), stops: stops)
        {
          paint = .linear(gradient)
        }
      }
      scene.add(.rectangle(rectangle), paint: paint, opacity: Fraction(Fixed(opacity)))
    }

    /// How much of a pixel it covers.
    func alpha(_ x: Int, _ y: Int) -> Double {
      let width = min(right, Double(x + 1)) - max(left, Double(x))
      let height = min(bottom, Double(y + 1)) - max(top, Double(y))
      return max(width, 0) * max(height, 0) * opacity
    }

    /// Its colour in the middle of a column, 0 … 65535: blue, green, red.
    func color(_ x: Int) -> [Double] {
      let part = min(max((Double(x) + 0.5 - left) / (right - left), 0), 1)
      return (0..<3).map { channel in
        func value(_ color: UInt32) -> Double { Double(color >> UInt32(8 * channel) & 255) * 257 }
        return value(from) + (value(to) - value(from)) * part
      }
    }
  }

  /// A background, what is by itself, and groups; some shapes begin or end within pixels.
  private static let groups: [(opacity: Double, boxes: [Box])] = [
    (1, [Box(2.25, 1.5, 60, 44.75, 0xFF8000, 0x0080FF)]),
    (
      0.375,
      [
        Box(5.5, 4.25, 40.75, 30.5, 0xFFFFFF), Box(8, 8, 30, 26, 0x101820),
        Box(10.5, 10.5, 27.5, 22.25, 0x00C000, 0xC00040),
        Box(20.125, 2, 34, 46, 0x4060FF, opacity: 0.5),
      ]
    ),
    (1, [Box(44, 3, 62, 20.5, 0x802020)]),
    (0.8125, [Box(36, 12, 63.5, 47, 0x00FF00, 0x000000), Box(38, 16.5, 58, 42, 0xF0F0F0)]),
    // Its shapes do not meet.
    (0.25, [Box(0, 40, 9, 47, 0xFF00FF), Box(50.5, 26, 56, 38, 0x00FFFF)]),
    // By itself it is as opaque as its group.
    (0.5, [Box(1, 30.5, 6.5, 38, 0xFFFF00)]),
  ]
  private static let background: UInt32 = 0x203040

  private static func scene() -> Scene {
    var scene = Scene(background: Color(hex: background))
    for group in groups {
      scene.beginGroup(Fraction(Fixed(group.opacity)))
      for box in group.boxes { box.add(to: &scene) }
    }
    return scene
  }

  /// A pixel in 64-bit floating-point numbers, 0 … 65535.
  private static func reference(_ x: Int, _ y: Int) -> [Double] {
    func mixed(_ under: [Double], _ over: [Double], _ part: Double) -> [Double] {
      zip(under, over).map { $0 + ($1 - $0) * part }
    }
    var row = Box(0, 0, 1, 1, background).color(0)
    for group in groups {
      var over = row
      for box in group.boxes { over = mixed(over, box.color(x), box.alpha(x, y)) }
      row = mixed(row, over, group.opacity)
    }
    return row
  }

  /// The pixels of a frame, of which parts are drawn one after the other.
  private static func words(
    _ scene: borrowing Scene, _ format: PixelFormat, _ dithering: Dithering = .automatic,
    parts: [PixelRectangle] = [PixelRectangle(x: 0, y: 0, width: width, height: height)]
  ) -> [UInt32] {
    let size = format.bytesPerPixel
    var bytes = [UInt8](repeating: 0xA5, count: width * height * size)
    var renderer = Renderer(maximumWidth: width, maximumHeight: height)
    renderer.dithering = dithering
    for part in parts {
      var damage = DamageRegion(width: width, height: height)
      damage.insert(part)
      var buffer = PixelBuffer(
        bytes.mutableSpan, width: width, height: height, strideInBytes: width * size,
        format: format)
      renderer.draw(scene, damage: damage, into: &buffer)
    }
    return (0..<width * height).map { index in
      bytes[size * index..<size * (index + 1)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  @Test(
    arguments: [
      (.xrgb8888, .automatic), (.argb8888, .automatic), (.xbgr8888, .automatic),
      (.rgb888, .automatic), (.xrgb2101010, .automatic), (.rgb565, .automatic), (.rgb565, .off),
      (.xrgb8888, .on),
    ] as [(PixelFormat, Dithering)])
  func `a group is mixed as a whole`(_ format: PixelFormat, _ dithering: Dithering) {
    let words = Self.words(Self.scene(), format, dithering)
    var differences = 0
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let word = words[y * Self.width + x]
        var channels: [(shift: UInt32, bits: UInt32)] =
          switch format {
          case .xrgb2101010: [(0, 10), (10, 10), (20, 10)]
          case .rgb565: [(0, 5), (5, 6), (11, 5)]
          default: [(0, 8), (8, 8), (16, 8)]
          }
        if format == .xbgr8888 { channels.reverse() }
        if format == .argb8888, word >> 24 != 255 { differences += 1 }
        for (expected, channel) in zip(Self.reference(x, y), channels) {
          let step = 65535 / Double(1 << channel.bits - 1)
          let found = Double(word >> channel.shift & (1 << channel.bits - 1)) * step
          let isDithered = dithering == .on || dithering == .automatic && format == .rgb565
          // To the nearest step, or to one beside it; and what 16 bits a channel round.
          if abs(found - expected) > (isDithered ? step : step / 2) + 24 { differences += 1 }
        }
      }
    }
    #expect(differences == 0)
  }

  @Test(
    arguments: [
      (.xrgb8888, .automatic), (.argb8888, .automatic), (.xrgb2101010, .automatic),
      (.rgb565, .automatic), (.rgb565, .off), (.xrgb8888, .on),
    ] as [(PixelFormat, Dithering)])
  func `any damage gives the same`(_ format: PixelFormat, _ dithering: Dithering) {
    let scene = Self.scene()
    let whole = Self.words(scene, format, dithering)
    // Columns that cut shapes and gaps between them, single pixels of edges, and single rows.
    for cuts in [[23], [9, 10, 37, 50, 57], Array(stride(from: 1, to: Self.width, by: 3))] {
      let edges = [0] + cuts + [Self.width]
      let parts = zip(edges, edges.dropFirst()).flatMap { left, right in
        [(0, 13), (13, 14), (14, Self.height)].map {
          PixelRectangle(x: left, y: $0.0, width: right - left, height: $0.1 - $0.0)
        }
      }
      let found = Self.words(scene, format, dithering, parts: parts)
      #expect(found == whole)
    }
  }

  @Test func `what is below another shape of the group is not seen`() {
    var scene = Scene(background: .black)
    scene.beginGroup(.half)
    scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 40, height: 40)), paint: .solid(.white))
    scene.add(
      .circle(center: Point(20, 20), radius: 15), paint: .solid(Color(hex: 0x00FF00)))
    scene.beginGroup(.one)
    var canvas = Canvas(60, 60)
    canvas.draw(scene)
    #expect(canvas[2, 2] == 0x808080 && canvas[20, 20] == 0x008000 && canvas[50, 20] == 0)
  }

  @Test func `a ring of a group is hidden by the arc of its own group alone`() {
    func canvas(_ ring: Fraction, _ arc: Fraction, _ isOne: Bool) -> Canvas {
      var scene = Scene(background: .black)
      scene.beginGroup(ring)
      scene.add(
        .ring(center: Point(30, 30), radius: 20, width: 6), paint: .solid(Color(hex: 0xFF0000)))
      if !isOne { scene.beginGroup(arc) }
      scene.add(
        .ringArc(
          center: Point(30, 30), radius: 20, width: 12, start: .zero, sweep: .degrees(200)),
        paint: .solid(Color(hex: 0x0000FF)))
      // Makes each of them a group of two.
      scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 1, height: 1)), paint: .solid(.white))
      var canvas = Canvas(60, 60)
      canvas.draw(scene)
      return canvas
    }
    // On the right of the ring, below the arc.
    #expect(canvas(.half, .half, true)[50, 32] == 0x000080)
    #expect(canvas(.one, .half, false)[50, 32] == 0x800080)
    #expect(canvas(.half, .one, false)[50, 32] == 0x0000FF)
  }

  @Test func `a group in a scene that takes the place of another is mixed first`() {
    func scene(_ color: UInt32, into scene: inout Scene) {
      scene.background = .black
      scene.beginGroup(.half)
      scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 40, height: 40)), paint: .solid(.white))
      scene.add(
        .rectangle(Rectangle(x: 10, y: 10, width: 20, height: 20)),
        paint: .solid(Color(hex: color)))
      scene.beginGroup(.one)
    }
    var both = Scene()
    scene(0xFF0000, into: &both)
    both.beginDissolve(32768)
    scene(0x0000FF, into: &both)
    var canvas = Canvas(60, 60)
    canvas.draw(both)
    #expect(canvas[5, 5] == 0x808080 && canvas[20, 20] == 0x400040)
  }

  @Test func `of a group that is not seen nothing is added`() {
    var scene = Scene(background: .black)
    scene.beginGroup(.zero)
    for box in Self.groups[1].boxes { box.add(to: &scene) }
    scene.beginGroup(.one)
    #expect(scene.shapeCount == 0)
    // It is over with the scene.
    scene.beginGroup(.half)
    scene.removeAll()
    scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 9, height: 9)), paint: .solid(.white))
    var canvas = Canvas(9, 9)
    canvas.draw(scene)
    #expect(canvas[4, 4] == 0xFFFFFF)
  }

  @Test func `incremental frames are those drawn in full`() {
    var redraw = PartialRedraw(width: Self.width, height: Self.height)
    let opacities: [Double] = [0, 0.25, 0.5, 0.75, 1, 1, 0.6, 0.6, 0.6, 0.3]
    for frame in 0..<60 {
      let difference = redraw.next { scene in
        scene.background = Color(hex: Self.background)
        for (number, group) in Self.groups.enumerated() {
          // Opacities that change and stay, a shape that moves, and one that is there now and then.
          let opacity = opacities[(frame / (number + 1) + number) % opacities.count]
          scene.beginGroup(number % 2 == 0 ? Fraction(Fixed(opacity)) : .half)
          for (index, box) in group.boxes.enumerated() {
            if (frame + index + number) % 7 == 0 { continue }
            // Sometimes the next shape is in the group of the previous shape.
            if frame % 5 == 0, index == 1 { scene.beginGroup(.half) }
            let move = index == 1 ? Double(frame % 4) / 3 : 0
            Box(
              box.left + move, box.top, box.right + move, box.bottom, box.from, box.to,
              opacity: box.opacity
            ).add(to: &scene)
          }
        }
        scene.beginGroup(.one)
      }
      #expect(difference == nil, "frame \(frame): \(difference ?? "")")
    }
  }

  @Test func `shapes that come into another group are damaged`() {
    func scene(_ isOne: Bool) -> Scene {
      var scene = Scene(background: .black)
      scene.beginGroup(.half)
      scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 30, height: 30)), paint: .solid(.white))
      if !isOne {
        scene.beginGroup(.half)
        scene.add(.rectangle(Rectangle(x: 50, y: 50, width: 4, height: 4)), paint: .solid(.white))
      }
      scene.add(
        .rectangle(Rectangle(x: 10, y: 10, width: 10, height: 10)),
        paint: .solid(Color(hex: 0xFF0000)))
      scene.beginGroup(.one)
      return scene
    }
    let one = scene(true)
    let two = scene(false)
    var damage = DamageRegion(width: 60, height: 60)
    one.findDamage(since: two, into: &damage)
    #expect(damage.contains(x: 15, y: 15) && damage.contains(x: 52, y: 52))
    var (a, b) = (Canvas(60, 60), Canvas(60, 60))
    a.draw(one)
    b.draw(two)
    #expect(a[15, 15] == 0x800000 && b[15, 15] != a[15, 15])
    one.findDamage(since: scene(true), into: &damage)
    #expect(damage.pixelCount == 0)
  }
}
