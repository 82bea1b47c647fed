// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Support
import Testing

/// Images of themes: streams of pixels, and resampling.
@Suite struct PixmapTests {
  /// The rows that a stream decodes to; nil for an invalid stream.
  private func decoded(_ stream: [UInt8], _ width: Int, _ height: Int) -> [UInt32]? {
    var decoder = PixelStream(width: width, height: height)
    var row = [UInt32](repeating: 0, count: width)
    var all: [UInt32] = []
    for _ in 0..<height {
      var span = row.mutableSpan
      guard decoder.decodeRow(of: stream.span, into: &span) else { return nil }
      all += row
    }
    return decoder.isComplete(stream.span) ? all : nil
  }

  /// A stream of whole pixels, each of five bytes.
  private func plain(_ pixels: [UInt32]) -> [UInt8] {
    var stream: [UInt8] = []
    for pixel in pixels {
      stream.append(0xF1)
      for shift in [0, 8, 16, 24] as [UInt32] {
        stream.append(UInt8(truncatingIfNeeded: pixel >> shift))
      }
    }
    return stream
  }

  private func pixel(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32) -> UInt32 {
    red | green << 8 | blue << 16 | alpha << 24
  }

  @Test func `each operation gives its pixels`() {
    let red = pixel(200, 10, 20, 255)
    let start: [UInt8] = [0xF1, 200, 10, 20, 255]
    #expect(decoded(start + [0xC1], 3, 1) == [red, red, red])
    #expect(decoded(start + [0xE0], 1, 2) == [red, red])
    #expect(decoded(start + [0b0100_0111], 2, 1) == [red, pixel(198, 9, 21, 255)])
    #expect(decoded(start + [0b1010_0001, 0b1001_0000], 2, 1) == [red, pixel(202, 11, 13, 255)])
    #expect(decoded(start + [0xF0, 1, 2, 3], 2, 1) == [red, pixel(1, 2, 3, 255)])
    // Its sum is 3595, and 11 modulo 64.
    #expect(decoded(start + [12, 11], 3, 1) == [red, 0, red])
    // 16 + 4 and 271 + 29 pixels.
    #expect(decoded(start + [0xCF, 4], 21, 1)?.last == red)
    #expect(decoded(start + [0xCF, 255, 29, 0], 301, 1)?.last == red)
    // A run continues over the end of a row, and so does one of the row above.
    #expect(
      decoded(start + [0xF0, 1, 2, 3, 0xE3], 2, 3) == [
        red, 0xFF03_0201, red, 0xFF03_0201, red, 0xFF03_0201,
      ])
    // Channels wrap around.
    #expect(decoded([0xF1, 0, 255, 0, 9, 0b0100_1100], 2, 1)?.last == pixel(254, 0, 254, 9))
  }

  @Test func `what makes no sense is refused`() {
    let start: [UInt8] = [0xF1, 200, 10, 20, 255]
    #expect(decoded([0xE0], 1, 1) == nil, "nothing above the first row")
    #expect(decoded(start + [0xD0], 2, 1) == nil, "nothing before the only image")
    #expect(decoded(start + [0xF2], 2, 1) == nil, "no operation")
    #expect(decoded(start + [0xC1], 2, 1) == nil, "too many")
    #expect(decoded(start, 2, 1) == nil, "too few")
    #expect(decoded(start + [0xC0], 1, 1) == nil, "left over")
    for length in 0..<9 {
      #expect(decoded(Array((start + [0xCF, 255, 29, 0]).prefix(length)), 301, 1) == nil)
    }
  }

  /// The sizes of section 4, computed from the definition with all weights at once.
  private func resampled(
    _ pixels: [UInt32], _ n: (Int, Int), _ m: (Int, Int)
  ) -> [UInt32] {
    func weights(_ n: Int, _ m: Int, _ j: Int) -> ([(Int, Int)], Int) {
      if n >= m {
        return (
          (0..<n).map { i in
            (i, max(0, min((i + 1) * m, (j + 1) * n) - max(i * m, j * n)))
          }, n
        )
      }
      let position = (2 * j + 1) * n - m
      let i = Int((Double(position) / Double(2 * m)).rounded(.down))
      let f = position - 2 * m * i
      return ([(min(max(i, 0), n - 1), 2 * m - f), (min(max(i + 1, 0), n - 1), f)], 2 * m)
    }
    var result = [UInt32](repeating: 0, count: m.0 * m.1)
    for channel in 0..<4 {
      var along = [[Int]](repeating: [Int](repeating: 0, count: m.0), count: n.1)
      for y in 0..<n.1 {
        for x in 0..<m.0 {
          let (list, whole) = weights(n.0, m.0, x)
          let sum = list.reduce(0) {
            $0 + $1.1 * Int(pixels[y * n.0 + $1.0] >> UInt32(8 * channel) & 255)
          }
          along[y][x] = (2 * 257 * sum + whole) / (2 * whole)
        }
      }
      for y in 0..<m.1 {
        let (list, whole) = weights(n.1, m.1, y)
        for x in 0..<m.0 {
          let sum = list.reduce(0) { $0 + $1.1 * along[$1.0][x] }
          let v = (2 * sum + whole) / (2 * whole)
          result[y * m.0 + x] |= UInt32((v + 128 - (v + 128) / 256) / 256) << UInt32(8 * channel)
        }
      }
    }
    return result.map { pixel in
      let a = pixel >> 24
      return min(pixel & 255, a) | min(pixel >> 8 & 255, a) << 8 | min(pixel >> 16 & 255, a) << 16
        | a << 24
    }
  }

  /// The pixmap of some pixels.
  private func pixmap(
    _ source: [UInt32], _ size: (Int, Int), _ fit: PixmapFit
  ) throws -> Pixmap {
    let stream = plain(source)
    return try pixmap(of: stream, size, fit)
  }

  private func pixmap(of stream: [UInt8], _ size: (Int, Int), _ fit: PixmapFit) throws -> Pixmap {
    let pixmap = Pixmap(stream.span, size: size, fit: fit)
    return try #require(pixmap)
  }

  private func random(_ count: Int, _ random: inout PackMutations) -> [UInt32] {
    (0..<count).map { _ in
      let alpha = [0, 255, random.number(below: 256)][random.number(below: 3)]
      func channel() -> UInt32 { UInt32(random.number(below: alpha + 1)) }
      return pixel(channel(), channel(), channel(), UInt32(alpha))
    }
  }

  private func pixels(of pixmap: Pixmap) -> [UInt32] {
    (0..<pixmap.height).flatMap { row in
      let span = pixmap.span(0..<pixmap.width, ofRow: row)
      return span.indices.map { span[$0] }
    }
  }

  @Test func `resampling is exact`() throws {
    var numbers = PackMutations(seed: 4)
    // The longest sides, of which the largest numbers come; they take long to check.
    var sizes = [
      ((5, 1), (32768, 1)), ((16384, 1), (5, 1)), ((1, 5), (1, 32768)), ((1, 16384), (1, 5)),
      ((700, 1), (699, 1)), ((1, 699), (1, 700)),
    ]
    for _ in 0..<500 {
      let n = (1 + numbers.number(below: 40), 1 + numbers.number(below: 40))
      let m = (1 + numbers.number(below: 40), 1 + numbers.number(below: 40))
      sizes.append((n, m))
    }
    for (n, m) in sizes {
      let source = random(n.0 * n.1, &numbers)
      let fit = PixmapFit(n, natural: n, into: m, .stretch, isSmooth: true, rotation: .degrees0)
      let pixmap = try self.pixmap(source, n, fit)
      let expected = resampled(source, n, m)
      guard pixels(of: pixmap) == expected else {
        Issue.record("\(n) to \(m)")
        return
      }
      if n == m { #expect(expected == source) }
    }
  }

  /// Where nothing is scaled pixels are copied; what a broken pack has is mended there, too.
  @Test func `no channel is above its alpha`() throws {
    let source = [pixel(200, 10, 100, 100), pixel(1, 2, 3, 0), pixel(255, 7, 9, 255)]
    let wanted = [pixel(100, 10, 100, 100), 0, pixel(255, 7, 9, 255)]
    for isSmooth in [true, false] {
      let fit = PixmapFit(
        (3, 1), natural: (3, 1), into: (3, 1), .stretch, isSmooth: isSmooth, rotation: .degrees0)
      let pixmap = try self.pixmap(source, (3, 1), fit)
      #expect(pixels(of: pixmap) == wanted && !pixmap.isOpaque)
    }
  }

  @Test func `rotated pixmaps are the same pixels`() throws {
    var numbers = PackMutations(seed: 5)
    let (n, box) = ((7, 5), (12, 10))
    let source = random(35, &numbers)
    for way in [PixmapFit.ContentMode.cover, .contain, .stretch, .none] {
      func pixmap(_ rotation: Rotation) throws -> Pixmap {
        let fit = PixmapFit(
          n, natural: (14, 10), into: box, way, isSmooth: true, rotation: rotation)
        return try self.pixmap(source, n, fit)
      }
      let unrotated = try pixmap(.degrees0)
      let (w, h, all) = (unrotated.width, unrotated.height, pixels(of: unrotated))
      let right = try pixmap(.degrees90)
      #expect(right.width == h && right.height == w)
      let (turned, half) = (pixels(of: right), pixels(of: try pixmap(.degrees180)))
      let left = pixels(of: try pixmap(.degrees270))
      for y in 0..<h {
        for x in 0..<w {
          let pixel = all[y * w + x]
          #expect(turned[x * h + h - 1 - y] == pixel)
          #expect(half[(h - 1 - y) * w + w - 1 - x] == pixel)
          #expect(left[(w - 1 - x) * h + y] == pixel)
        }
      }
    }
  }

  @Test func `images fit their boxes`() {
    func fit(_ way: PixmapFit.ContentMode, isSmooth: Bool = true) -> PixmapFit {
      PixmapFit(
        (30, 20), natural: (60, 40), into: (90, 90), way, isSmooth: isSmooth, rotation: .degrees0)
    }
    #expect(fit(.stretch).visible == PixelRectangle(x: 0, y: 0, width: 90, height: 90))
    #expect(fit(.contain).scaled == PixelRectangle(x: 0, y: 0, width: 90, height: 60))
    #expect(fit(.contain).y == 15)
    #expect(fit(.cover).scaled == PixelRectangle(x: 0, y: 0, width: 135, height: 90))
    #expect(fit(.cover).visible == PixelRectangle(x: 22, y: 0, width: 90, height: 90))
    #expect(fit(.none).visible == PixelRectangle(x: 0, y: 0, width: 60, height: 40))
    #expect(fit(.none).x == 15 && fit(.none).y == 25)
    #expect(fit(.contain, isSmooth: false).repeats == 3)
  }

  @Test func `images that take too long are left out`() {
    // A line of pixels that covers a display is resampled to many more pixels than the cache has.
    let line = PixmapFit(
      (1, 4096), natural: (1, 4096), into: (7680, 4320), .cover, isSmooth: true,
      rotation: .degrees0)
    let photo = PixmapFit(
      (4000, 3000), natural: (4000, 3000), into: (3840, 2160), .cover, isSmooth: true,
      rotation: .degrees0)
    let set = PixmapSet()
    #expect(!set.takesRoom(for: line, of: (1, 4096)))
    let count = Int(PixmapBudget.limit / PixmapMaker.work(size: (4000, 3000), fit: photo))
    #expect(count == 6)
    for _ in 0..<3 { #expect(set.takesRoom(for: photo, of: (4000, 3000))) }
    // All outputs share what there is, and an output that is gone gives its part back.
    let budget = PixmapBudget()
    var sets = (0..<count).map { _ in PixmapSet(budget) }
    for set in sets { #expect(set.takesRoom(for: photo, of: (4000, 3000))) }
    #expect(!PixmapSet(budget).takesRoom(for: photo, of: (4000, 3000)))
    sets.removeLast()
    #expect(PixmapSet(budget).takesRoom(for: photo, of: (4000, 3000)))
  }

  @Test func `pixmaps that are made in slices have the same pixels`() throws {
    var numbers = PackMutations(seed: 6)
    for round in 0..<200 {
      let n = (1 + numbers.number(below: 30), 1 + numbers.number(below: 30))
      let m = (1 + numbers.number(below: 70), 1 + numbers.number(below: 70))
      let fit = PixmapFit(
        n, natural: n, into: m, .stretch, isSmooth: round % 3 != 0, rotation: .degrees90)
      let stream = plain(random(n.0 * n.1, &numbers))
      let whole = try pixmap(of: stream, n, fit)
      let sliced = try #require(Pixmap(fit, version: 0))
      let maker = try #require(PixmapMaker(imageWidth: 30, scaledWidth: 70))
      // One that breaks off leaves nothing behind.
      maker.begin(size: n, fit: fit)
      var work = 40
      _ = maker.make(try #require(Pixmap(fit, version: 0)), of: stream.span, &work)
      maker.begin(size: n, fit: fit)
      var (most, isUnfinished) = (0, true)
      while isUnfinished {
        #expect(!sliced.isMade)
        work = 1
        isUnfinished = maker.make(sliced, of: stream.span, &work)
        most = max(most, 1 - work)
      }
      // No more at a time than a row, however many rows follow from it.
      #expect(most <= max(2 * fit.scaled.width, 1 + n.0 / 4 + fit.scaled.width))
      #expect(sliced.isMade && pixels(of: sliced) == pixels(of: whole))
    }
  }

  @Test func `broken images are never made`() throws {
    let fit = PixmapFit(
      (3, 3), natural: (3, 3), into: (5, 5), .stretch, isSmooth: true, rotation: .degrees0)
    let stream = Array(plain(Array(repeating: 0xFF11_2233, count: 9)).dropLast())
    let pixmap = Pixmap(stream.span, size: (3, 3), fit: fit)
    #expect(pixmap == nil)
  }

  @Test func `an array without memory has no capacity`() {
    let before = CheckedHeap.failureCount
    let none = RigidArray<UInt64>(capacity: .max / 2)
    let filled = RigidArray<UInt64>(capacity: .max / 8, initial: 1)
    #expect(none.capacity == 0 && filled.capacity == 0)
    #expect(CheckedHeap.failureCount >= before + 2)
    #expect(RigidArray<UInt64>(capacity: 3, initial: 7)[2] == 7)
  }

  @Test func `large images shown small take time too`() {
    let dot = PixmapFit(
      (4096, 4096), natural: (4096, 4096), into: (1, 1), .stretch, isSmooth: true,
      rotation: .degrees0)
    let set = PixmapSet()
    for _ in 0..<79 { #expect(set.takesRoom(for: dot, of: (4096, 4096))) }
    #expect(!set.takesRoom(for: dot, of: (4096, 4096)))
  }

  @Test func `pixels are repeated where nothing is smoothed`() throws {
    let fit = PixmapFit(
      (2, 1), natural: (2, 1), into: (5, 3), .contain, isSmooth: false, rotation: .degrees0)
    let (a, b) = (pixel(9, 8, 7, 255), pixel(1, 2, 3, 255))
    let pixmap = try self.pixmap([a, b], (2, 1), fit)
    #expect(pixels(of: pixmap) == [a, a, b, b, a, a, b, b])
    #expect(fit.y == 0 && fit.x == 0)
  }

  @Test func `another position or version is damage`() throws {
    let fit = PixmapFit(
      (1, 1), natural: (1, 1), into: (3, 2), .stretch, isSmooth: true, rotation: .degrees0)
    let set = PixmapSet()
    let pixmap = try self.pixmap([0xFF11_2233], (1, 1), fit)
    let number = set.add(pixmap)
    func damage(_ x: Int, version: Int) -> PixelRectangle {
      func scene(_ x: Int, _ version: Int) -> Scene {
        var scene = Scene()
        scene.pixmaps = set
        scene.add(
          .rectangle(Rectangle(x: Fixed(x), y: 1, width: 3, height: 2)),
          paint: .pixmap(index: number, version: version, x: x, y: 1))
        return scene
      }
      var damage = DamageRegion(width: 20, height: 4)
      scene(x, version).findDamage(since: scene(4, 0), into: &damage)
      return damage.bounds
    }
    #expect(damage(4, version: 0).isEmpty)
    #expect(damage(4, version: 1) == PixelRectangle(x: 4, y: 1, width: 3, height: 2))
    #expect(damage(9, version: 0) == PixelRectangle(x: 4, y: 1, width: 8, height: 2))
  }
}
