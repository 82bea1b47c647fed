// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Motion
import Raster
import Stage
import Support
import Testing
import Theme

@testable import Animations

/// Images in place of a bar's and a panel's colours, compared with every pixel that they should have.
@Suite struct ThemePartsTests {
  private static let (width, height) = (60, 40)
  private static let blue: UInt32 = 0x00_00FF

  /// The pixels from the left, the top, the right and the bottom edge of an image.
  struct Slice {
    var left, top, right, bottom: Int

    /// An image has one more column and one more row.
    var imageWidth: Int { left + right + 1 }
    var imageHeight: Int { top + bottom + 1 }

    func record(_ image: Int) -> SlicedImageRecord {
      PackMaker.sliced(image, UInt16(left), UInt16(top), UInt16(right), UInt16(bottom))
    }
  }

  /// All pixels of the image of a track, and all of that of a fill, differ.
  private static func track(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(255 << 16 | 9 * x << 8 | 9 * y)
  }
  private static func fill(_ x: Int, _ y: Int) -> UInt32 { UInt32(9 * x << 16 | 255 << 8 | 9 * y) }

  /// The pixel of an image that is shown at a pixel of a box, where the image begins and ends.
  ///
  /// One pixel of the image is in all of the middle.
  private static func source(
    _ pixel: Int, from start: Int, to end: Int, _ first: Int, _ last: Int
  ) -> Int? {
    guard start..<end ~= pixel else { return nil }
    if pixel - start < first { return pixel - start }
    // Without room for both ends the last one follows the first, and is cut.
    let outer = max(end - last, start + first)
    return pixel < outer ? first : first + 1 + pixel - outer
  }

  private static let (x, y, barWidth, barHeight) = (10, 12, 40, 16)

  /// A bar of 40 × 16 pixels at (10, 12).
  private static func bar(
    track: Slice?, fill: Slice?, in pack: inout PackMaker,
    _ change: (inout AnimationElement) -> Void = { _ in }
  ) {
    var bar = pack.animation(
      .bar, colors: [0x8080_80FF], width: Double(barWidth), height: Double(barHeight))
    (bar.flow, bar.showsLabel) = (.still, false)
    bar.track = StraightColor(hex: 0x4040_40FF)
    change(&bar)
    pack.node(.animation, bar, channel: 1)
    var parts = PartsElement()
    if let track {
      parts.back = track.record(pack.image(track.imageWidth, track.imageHeight, color: Self.track))
    }
    if let fill {
      parts.front = fill.record(pack.image(fill.imageWidth, fill.imageHeight, color: Self.fill))
    }
    pack.node(.parts, parts)
  }

  /// The colours of all pixels where a fill begins and ends.
  private static func expected(
    track: Slice?, fill: Slice?, from start: Int, to end: Int
  ) -> [UInt32] {
    (0..<width * height).map { index in
      let (x, y) = (index % width - Self.x, index / width - Self.y)
      guard 0..<barWidth ~= x, 0..<barHeight ~= y else { return blue }
      if let fill {
        if let column = source(x, from: start, to: end, fill.left, fill.right),
          let row = source(y, from: 0, to: barHeight, fill.top, fill.bottom)
        {
          return Self.fill(column, row)
        }
      } else if start..<end ~= x {
        return 0x80_8080
      }
      guard let track, let column = source(x, from: 0, to: barWidth, track.left, track.right),
        let row = source(y, from: 0, to: barHeight, track.top, track.bottom)
      else { return 0x40_4040 }
      return Self.track(column, row)
    }
  }

  private static func stage(
    _ pack: PackMaker, rotation: Rotation = .degrees0, scale: Fixed = 1
  ) throws -> DrawnStage {
    let isTurned = rotation == .degrees90 || rotation == .degrees270
    let (w, h) = ((Fixed(width) * scale).floor, (Fixed(height) * scale).floor)
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: isTurned ? h : w, heightInPixels: isTurned ? w : h)
    (configuration.rotation, configuration.scale) = (rotation, scale)
    configuration.theme = ThemeSelection(try Pack(pack.file()))
    return try DrawnStage(configuration)
  }

  private static func theme() -> PackMaker {
    var pack = PackMaker()
    pack.minorVersion = 4
    pack.stage()
    pack.background(0x0000_FFFF)
    return pack
  }

  /// Where two frames differ; nil where they do not.
  private static func difference(_ a: [UInt32], _ b: [UInt32], width: Int) -> String? {
    let index = a.indices.first { a[$0] & 0xFF_FFFF != b[$0] & 0xFF_FFFF }
    return index.map {
      "(\($0 % width), \($0 / width)): \(String(a[$0] & 0xFF_FFFF, radix: 16)), expected "
        + String(b[$0] & 0xFF_FFFF, radix: 16)
    }
  }

  private static let slice = Slice(left: 3, top: 2, right: 5, bottom: 4)

  @Test(arguments: [0, 5, 10, 15, 20, 25, 50, 75, 100])
  func `a fill keeps its ends, and its middle is cut`(percent: Int) throws {
    for track in [nil, Self.slice, Slice(left: 0, top: 7, right: 20, bottom: 1)] {
      for fill in [nil, Slice(left: 4, top: 0, right: 6, bottom: 3), Self.slice] {
        var pack = Self.theme()
        Self.bar(track: track, fill: fill, in: &pack)
        let shown = try Self.stage(pack)
        shown.stage.apply(.progress(percent), at: .zero)
        let frame = shown.words(60_000)
        let expected = Self.expected(
          track: track, fill: fill, from: 0, to: Self.barWidth * percent / 100)
        #expect(Self.difference(frame, expected, width: Self.width) == nil, "\(percent) %")
      }
    }
  }

  @Test func `a part that moves with unknown progress has both ends`() throws {
    var pack = Self.theme()
    Self.bar(track: Self.slice, fill: Self.slice, in: &pack) { $0.sweeps = true }
    let shown = try Self.stage(pack)
    shown.stage.apply(.unknown, at: .zero)
    var sweep = FlowSweep()
    sweep.set(true, at: .zero, .zero)
    // The fade-in takes 0.3 s. Frames in which the part enters, is whole, and leaves.
    for time in stride(from: 320.0, to: 1600, by: 40) {
      let range = sweep.range(at: .milliseconds(Int(time)))
      let expected = Self.expected(
        track: Self.slice, fill: Self.slice, from: (range.from * Fixed(Self.barWidth)).rounded,
        to: (range.to * Fixed(Self.barWidth)).rounded)
      let frame = shown.words(time)
      #expect(Self.difference(frame, expected, width: Self.width) == nil, "\(time)")
    }
  }

  @Test func `a fill without ends is cut within a pixel`() throws {
    var pack = Self.theme()
    pack.node(
      .animation,
      {
        var bar = pack.animation(
          .bar, colors: [0x8080_80FF], width: Double(Self.barWidth), height: Double(Self.barHeight))
        (bar.flow, bar.showsLabel) = (.still, false)
        return bar
      }(), channel: 1)
    var parts = PartsElement()
    // As large as the bar: each pixel is one of the image.
    parts.front = PackMaker.sliced(
      pack.image(Self.barWidth, Self.barHeight) { x, y in UInt32(6 * x << 16 | 15 * y << 8) })
    pack.node(.parts, parts)
    let shown = try Self.stage(pack)
    shown.stage.apply(
      .progress(channel: 1, percent: try #require(Percent(Fixed(5125, over: 100)))), at: .zero)
    let frame = shown.words(60_000)
    for y in 0..<Self.barHeight {
      for x in 0..<Self.barWidth {
        let pixel = frame[(Self.y + y) * Self.width + Self.x + x] & 0xFF_FFFF
        let color = UInt32(6 * x << 16 | 15 * y << 8)
        if x == 20 {
          // Half of it, over half of the blue background.
          #expect(abs(Int(pixel >> 16) - 60) <= 1 && abs(Int(pixel & 255) - 127) <= 1)
          #expect(abs(Int(pixel >> 8 & 255) - 15 * y / 2) <= 1)
        } else {
          #expect(pixel == (x < 20 ? color : Self.blue), "\(x), \(y)")
        }
      }
    }
  }

  @Test func `a panel has its corners as they are, and its edges stretched`() throws {
    for slice in [Self.slice, Slice(left: 0, top: 3, right: 0, bottom: 0)] {
      var pack = Self.theme()
      var stack = PackMaker.stack()
      (stack.padding, stack.placement.width) = (Length(8), Length(Double(Self.barWidth)))
      (stack.fill, stack.border) = (StraightColor(hex: 0x8080_80FF), StraightColor(hex: 0xFF))
      stack.borderWidth = Length(2)
      pack.node(.stack, stack)
      var parts = PartsElement()
      parts.back = slice.record(
        pack.image(slice.imageWidth, slice.imageHeight, color: Self.track))
      pack.node(.parts, parts)
      let frame = try Self.stage(pack).words(0)
      let expected = Self.expected(track: slice, fill: slice, from: 0, to: 0)
      #expect(Self.difference(frame, expected, width: Self.width) == nil)
    }
  }

  @Test(arguments: [1, 2, Fixed(5, over: 4)] as [Fixed])
  func `a rotated frame is the unrotated one, pixel for pixel`(scale: Fixed) throws {
    var pack = Self.theme()
    Self.bar(track: Self.slice, fill: Self.slice, in: &pack)
    let frames = try Rotation.allCases.map { rotation in
      let shown = try Self.stage(pack, rotation: rotation, scale: scale)
      shown.stage.apply(.progress(63), at: .zero)
      return (rotation, shown, shown.words(60_000))
    }
    let (_, first, unrotated) = frames[0]
    for (rotation, shown, frame) in frames.dropFirst() {
      let turned = (0..<frame.count).map { index -> UInt32 in
        let (x, y) = (index % shown.width, index / shown.width)
        let (w, h) = (first.width, first.height)
        switch rotation {
        case .degrees0: return unrotated[y * w + x]
        case .degrees90: return unrotated[(h - 1 - x) * w + y]
        case .degrees180: return unrotated[(h - 1 - y) * w + w - 1 - x]
        case .degrees270: return unrotated[x * w + w - 1 - y]
        }
      }
      #expect(Self.difference(frame, turned, width: shown.width) == nil, "\(rotation)")
    }
  }

  /// With one colour for each piece the size of a corner can be seen at any scale.
  @Test func `corners grow with the scale, and share a box that is too small`() throws {
    for (scale, slice, corners) in [
      (2, (3, 2, 5, 4), (6, 4, 10, 8)), (Fixed(3, over: 2), (3, 2, 5, 4), (5, 3, 8, 6)),
      (1, (60, 8, 20, 24), (30, 4, 10, 12)),
    ] as [(Fixed, (UInt16, UInt16, UInt16, UInt16), (Int, Int, Int, Int))] {
      var pack = Self.theme()
      Self.bar(track: nil, fill: nil, in: &pack)
      pack.sections[Int(PackSection.nodes.rawValue)]?.removeLast(PackSection.nodes.stride)
      func piece(_ pixel: Int, _ first: Int, _ last: Int, _ length: Int) -> UInt32 {
        pixel < first ? 0 : pixel < length - last ? 1 : 2
      }
      let (left, top, right, bottom) = slice
      let (w, h) = (Int(left + right) + 1, Int(top + bottom) + 1)
      var parts = PartsElement()
      parts.back = PackMaker.sliced(
        pack.image(w, h) { x, y in
          piece(x, Int(left), Int(right), w) << 20 | piece(y, Int(top), Int(bottom), h) << 12
        }, left, top, right, bottom)
      pack.node(.parts, parts)
      let shown = try Self.stage(pack, scale: scale)
      let frame = shown.words(0)
      let box = Rectangle(
        x: Fixed(Self.x), y: Fixed(Self.y), width: Fixed(Self.barWidth),
        height: Fixed(Self.barHeight)
      ).pixels(scale: scale)
      let expected = (0..<frame.count).map { index -> UInt32 in
        let (x, y) = (index % shown.width - box.x, index / shown.width - box.y)
        guard 0..<box.width ~= x, 0..<box.height ~= y else { return Self.blue }
        return piece(x, corners.0, corners.2, box.width) << 20
          | piece(y, corners.1, corners.3, box.height) << 12
      }
      #expect(Self.difference(frame, expected, width: shown.width) == nil, "\(scale)")
    }
  }

  @Test func `only what changes is damaged`() throws {
    var pack = Self.theme()
    Self.bar(track: Self.slice, fill: Self.slice, in: &pack) { $0.sweeps = true }
    let shown = try Self.stage(pack)
    var scene = Scene(shapeCapacity: 128)
    var before = Scene(shapeCapacity: 128)
    var renderer = Renderer(maximumWidth: Self.width, shapeCapacity: 128)
    var words = shown.words(0)
    shown.stage.draw(at: .zero, into: &before)
    let commands: [Int: Command] = [
      0: .progress(40), 1500: .unknown, 4000: .progress(45), 6000: .fail,
    ]
    var smallest = Int.max
    for time in stride(from: 0, to: 8000, by: 50) {
      if let command = commands[time] { shown.stage.apply(command, at: ms(Double(time))) }
      shown.stage.draw(at: ms(Double(time)), into: &scene)
      var damage = DamageRegion(width: Self.width, height: Self.height)
      scene.findDamage(since: before, into: &damage)
      var buffer = PixelBuffer(
        words.mutableSpan, width: Self.width, height: Self.height, strideInBytes: 4 * Self.width,
        format: .xrgb8888)
      renderer.draw(scene, damage: damage, into: &buffer)
      let whole = shown.words(Double(time))
      #expect(Self.difference(words, whole, width: Self.width) == nil, "at \(time)")
      let count = damage.pixelCount
      if count > 0 { smallest = min(smallest, count) }
      swap(&scene, &before)
    }
    // A step of a pixel changes the last end and a column of the middle, not all of the bar.
    #expect(smallest <= 8 * Self.barHeight)
  }

  @Test func `a broken image leaves the colours`() throws {
    var pack = Self.theme()
    Self.bar(track: nil, fill: Self.slice, in: &pack)
    let shown = try Self.stage(pack)
    shown.stage.apply(.progress(100), at: .zero)
    let at = (Self.y + 8) * Self.width + Self.x + 20
    #expect(shown.words(60_000)[at] & 0xFFFF == 0xFF12)
    pack.sections[Int(PackSection.pixels.rawValue)]?[0] = 0xFF
    let broken = try Self.stage(pack)
    broken.stage.apply(.progress(100), at: .zero)
    #expect(broken.words(60_000)[at] & 0xFF_FFFF == 0x80_8080)
  }

  @Test func `a situation has images of its own`() throws {
    var pack = Self.theme()
    Self.bar(track: nil, fill: nil, in: &pack)
    pack.sections[Int(PackSection.nodes.rawValue)]?.removeLast(PackSection.nodes.stride)
    var node = NodeRecord()
    node.kind = .parts
    // Colours at first, and an image of red after a failure.
    let failed = pack.selector { $0 % 10 / 2 == 3 ? 0 : Situation.hidden }
    node.selectors = InlineArray(repeating: failed)
    var parts = PartsElement()
    parts.front = PackMaker.sliced(pack.image(1, 1) { _, _ in 0xFF_0000 })
    let index = pack.add(parts)
    node.records = index..<index + 1
    pack.add(node)
    let shown = try Self.stage(pack)
    shown.stage.apply(.progress(100), at: .zero)
    let at = (Self.y + 8) * Self.width + Self.x + 20
    #expect(shown.words(5000)[at] & 0xFF_FFFF == 0x80_8080)
    shown.stage.apply(.fail, at: ms(5000))
    #expect(shown.words(9000)[at] & 0xFF_FFFF == 0xFF_0000)
  }
}
