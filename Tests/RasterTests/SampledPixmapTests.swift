// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Foundation
import Raster
import Support
import Testing

/// Pixmaps in any transform, sampled bilinearly.
@Suite struct SampledPixmapTests {
  private static let side = 40

  /// A pixmap of random pixels, opaque if it is wanted.
  private static func pixmap(
    _ width: Int, _ height: Int, seed: UInt64, isOpaque: Bool = false
  ) throws -> (pixels: [UInt32], pixmap: Pixmap) {
    var numbers = PackMutations(seed: seed)
    var stream: [UInt8] = []
    var pixels: [UInt32] = []
    for _ in 0..<width * height {
      let alpha = isOpaque ? 255 : [0, 255, numbers.number(below: 256)][numbers.number(below: 3)]
      let channels = (0..<3).map { _ in numbers.number(below: alpha + 1) } + [alpha]
      pixels.append(channels.reversed().reduce(0) { $0 << 8 | UInt32($1) })
      stream += [0xF1] + channels.map { UInt8($0) }
    }
    let fit = PixmapFit(
      (width, height), natural: (width, height), into: (width, height), .stretch, isSmooth: true,
      rotation: .degrees0)
    let pixmap = Pixmap(stream.span, size: (width, height), fit: fit)
    return (pixels, try #require(pixmap))
  }

  private static func scene(
    _ pixmap: Pixmap, _ paint: Paint, x: Int = 0, y: Int = 0, _ opacity: Fraction = .one,
    _ transform: Transform = .identity
  ) -> Scene {
    let set = PixmapSet()
    _ = set.add(pixmap)
    var scene = Scene(background: Color(hex: 0x20_4060))
    scene.pixmaps = set
    scene.add(
      .rectangle(
        Rectangle(
          x: Fixed(x), y: Fixed(y), width: Fixed(pixmap.width), height: Fixed(pixmap.height))),
      paint: paint, opacity: opacity, transform: transform)
    return scene
  }

  private static func words(
    of scene: borrowing Scene, _ format: PixelFormat = .xrgb8888
  ) -> [UInt32] {
    var renderer = Renderer(maximumWidth: side)
    var words = [UInt32](repeating: 0, count: side * side)
    var buffer = PixelBuffer(
      words.mutableSpan, width: side, height: side, strideInBytes: 4 * side, format: format)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: side, height: side), into: &buffer)
    return words
  }

  private static var sampled: Paint { .sampledPixmap(index: 0, version: 0) }

  @Test(arguments: [PixelFormat.xrgb8888, .argb8888, .xrgb2101010])
  func `an image moved by whole pixels is the image to the bit`(format: PixelFormat) throws {
    let (_, pixmap) = try Self.pixmap(17, 9, seed: 71)
    for opacity in [Fraction.one, Fraction(1, over: 3), Fraction(254, over: 255), .zero] {
      for (x, y) in [(0, 0), (5, 3), (-4, 20), (30, 35)] {
        let still = Self.scene(
          pixmap, .pixmap(index: 0, version: 0, x: x, y: y), x: x, y: y, opacity)
        let moved = Self.scene(
          pixmap, Self.sampled, opacity,
          Transform.identity.translated(x: Fixed(x), y: Fixed(y)))
        #expect(Self.words(of: still, format) == Self.words(of: moved, format))
      }
    }
  }

  @Test(arguments: 1...3)
  func `an image turned by quarters has its own pixels`(quarters: Int) throws {
    let side = 12
    let (pixels, pixmap) = try Self.pixmap(side, side, seed: 72, isOpaque: true)
    let turn = Transform.identity.translated(x: 16, y: 16)
      .rotated(by: .degrees(Fixed(90 * quarters))).translated(x: -6, y: -6)
    let words = Self.words(of: Self.scene(pixmap, Self.sampled, .one, turn))
    for y in 0..<side {
      for x in 0..<side {
        var (column, row) = (x, y)
        for _ in 0..<quarters { (column, row) = (side - 1 - row, column) }
        let pixel = pixels[y * side + x]
        let color = (pixel & 255) << 16 | pixel & 0xFF00 | pixel >> 16 & 255
        #expect(words[(10 + row) * Self.side + 10 + column] & 0xFF_FFFF == color)
      }
    }
    #expect(words.count { $0 & 0xFF_FFFF == 0x20_4060 } >= Self.side * Self.side - side * side)
  }

  /// The colour over the background at a pixel's centre, in floating point; nil near an edge.
  private func exact(
    _ pixels: [UInt32], _ width: Int, _ height: Int, _ x: Double, _ y: Double, _ opacity: Double
  ) -> [Double]? {
    guard x > 1.5, y > 1.5, x < Double(width) - 1.5, y < Double(height) - 1.5 else { return nil }
    let (left, top) = (Int(x - 0.5), Int(y - 0.5))
    let (across, down) = (x - 0.5 - Double(left), y - 0.5 - Double(top))
    var sums = [0.0, 0, 0, 0]
    for (row, column, share) in [
      (0, 0, (1 - across) * (1 - down)), (0, 1, across * (1 - down)), (1, 0, (1 - across) * down),
      (1, 1, across * down),
    ] {
      let pixel = pixels[(top + row) * width + left + column]
      for channel in 0..<4 {
        sums[channel] += share * Double(pixel >> UInt32(8 * channel) & 255)
      }
    }
    let under = [32.0, 64, 96]
    return (0..<3).map {
      sums[$0] * opacity + under[$0] * (1 - opacity * sums[3] / 255)
    }
  }

  @Test func `any transform is sampled as in floating point`() throws {
    var numbers = PackMutations(seed: 73)
    var (count, worst) = (0, 0.0)
    for round in 0..<60 {
      let (width, height) = (8 + numbers.number(below: 24), 8 + numbers.number(below: 24))
      let (pixels, pixmap) = try Self.pixmap(width, height, seed: UInt64(100 + round))
      let degrees = Double(numbers.number(below: 3600)) / 10
      let scale = [0.5, 0.75, 1, 1.3, 2][numbers.number(below: 5)]
      let (cx, cy) = (Double(width) / 2, Double(height) / 2)
      let opacity = [1, 0.5][round % 2]
      let transform = Transform.identity.translated(x: 20, y: Fixed(82, over: 4))
        .rotated(by: .degrees(Fixed(Int(degrees * 10), over: 10)))
        .scaled(by: Fixed(Int(scale * 100), over: 100))
        .translated(x: Fixed(-width, over: 2), y: Fixed(-height, over: 2))
      let fraction = Fraction(Int(opacity * 2), over: 2)
      let words = Self.words(of: Self.scene(pixmap, Self.sampled, fraction, transform))
      // The pixmap's position of a pixel's centre.
      let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      for row in 0..<Self.side {
        for column in 0..<Self.side {
          let (dx, dy) = (Double(column) + 0.5 - 20, Double(row) + 0.5 - 20.5)
          let x = (dx * cosine + dy * sine) / scale + cx
          let y = (dy * cosine - dx * sine) / scale + cy
          guard let color = exact(pixels, width, height, x, y, opacity) else { continue }
          count += 1
          for (channel, shift) in [(0, UInt32(16)), (1, 8), (2, 0)] {
            let shown = Double(words[row * Self.side + column] >> shift & 255)
            worst = max(worst, abs(shown - color[channel]))
          }
        }
      }
    }
    // A weight of 1/256 is at most a level along each axis, and half of it lost in rounding.
    #expect(count > 10_000 && worst <= 1.6, "\(count) pixels, \(worst) levels")
  }

  @Test func `an opaque image covers what is below, up to its edge`() throws {
    let (_, pixmap) = try Self.pixmap(20, 20, seed: 74, isOpaque: true)
    let transform = Transform.identity.translated(x: 20, y: 20).rotated(by: .degrees(30))
      .translated(x: -10, y: -10)
    var scene = Self.scene(pixmap, Self.sampled, .one, transform)
    let dark = Self.words(of: scene)
    scene.background = .white
    let light = Self.words(of: scene)
    for row in 14..<26 {
      for column in 14..<26 {
        #expect(dark[row * Self.side + column] == light[row * Self.side + column])
      }
    }
    #expect(dark != light)
  }

  @Test func `a part of a frame has the pixels of the whole`() throws {
    let (_, pixmap) = try Self.pixmap(23, 14, seed: 75)
    let transform = Transform.identity.translated(x: 18, y: 17).rotated(by: .degrees(17))
      .scaled(by: Fixed(13, over: 10)).translated(x: -11, y: -7)
    let scene = Self.scene(pixmap, Self.sampled, Fraction(3, over: 4), transform)
    let whole = Self.words(of: scene)
    var renderer = Renderer(maximumWidth: Self.side)
    for x in stride(from: 0, to: Self.side, by: 7) {
      var words = [UInt32](repeating: 0, count: Self.side * Self.side)
      var buffer = PixelBuffer(
        words.mutableSpan, width: Self.side, height: Self.side, strideInBytes: 4 * Self.side,
        format: .xrgb8888)
      var damage = DamageRegion(width: Self.side, height: Self.side)
      let part = PixelRectangle(x: x, y: x, width: 7, height: 9)
      damage.insert(part)
      renderer.draw(scene, damage: damage, into: &buffer)
      for row in x..<min(x + 9, Self.side) {
        for column in x..<min(x + 7, Self.side) {
          #expect(words[row * Self.side + column] == whole[row * Self.side + column])
        }
      }
    }
  }

  @Test func `an image that turns about its middle changes visibly, also where its box does not`()
    throws
  {
    let (_, pixmap) = try Self.pixmap(20, 20, seed: 76)
    func turned(_ degrees: Fixed) -> Scene {
      Self.scene(
        pixmap, Self.sampled, .one,
        Transform.identity.translated(x: 20, y: 20).rotated(by: .degrees(degrees))
          .translated(x: -10, y: -10))
    }
    var damage = DamageRegion(width: Self.side, height: Self.side)
    turned(Fixed(451, over: 10)).findDamage(since: turned(Fixed(449, over: 10)), into: &damage)
    var change = damage.change
    #expect(change >= .certain)
    turned(Fixed(46)).findDamage(since: turned(Fixed(44)), into: &damage)
    change = damage.change
    #expect(change == .visible)
    turned(45).findDamage(since: turned(45), into: &damage)
    let isEmpty = damage.isEmpty
    #expect(isEmpty)
  }
}
