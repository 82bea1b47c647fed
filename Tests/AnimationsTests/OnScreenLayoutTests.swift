// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Stage
import Testing

/// Where the keys of the on-screen keyboard are, on displays of every size.
@Suite struct OnScreenLayoutTests {
  /// A layer of rows of usual keys, with a wide one at both ends of the third row, and a space bar.
  static func layer(_ columns: Int, rows: Int = 4) -> OnScreenLayer {
    var list: [[OnScreenKey]] = []
    for row in 0..<rows - 1 {
      var keys = (0..<columns - row).map { OnScreenKey(UInt16(0x61 + $0)) }
      if row == rows - 2 {
        keys =
          [OnScreenKey(.shift, width: 3)]
          + (0..<columns - 3).map { OnScreenKey(UInt16(0x61 + $0)) }
          + [OnScreenKey(.backspace, width: 3)]
      }
      list.append(keys)
    }
    let space = UInt8(2 * columns - 6)
    list.append([
      OnScreenKey(.symbols(0), width: 3), OnScreenKey(.type(0x20), label: 0x20, width: space),
      OnScreenKey(.enter, width: 3),
    ])
    return OnScreenLayer(.letters, rows: list)
  }

  /// From 240 × 240 to 7680 × 4320, unrotated and turned.
  private static let sizes: [(Int, Int)] = [
    (240, 240), (320, 240), (480, 320), (480, 272), (800, 480), (720, 1280), (1280, 720),
    (1024, 600), (1920, 1080), (1080, 1920), (3840, 2160), (2160, 3840), (7680, 4320), (1280, 400),
    (400, 1280),
  ]

  @Test func `keys tile the rows without overlap, on displays of every size`() {
    for (width, height) in Self.sizes {
      for (columns, rows) in [(10, 4), (11, 4), (13, 5)] {
        let layer = Self.layer(columns, rows: rows)
        let layout = OnScreenLayout(
          layer, on: OnScreenDisplay(width: width, height: height, rotation: .degrees0))
        let name = "\(width) × \(height), \(columns) columns"
        #expect(layout.top >= height * 2 / 5 - 4 * layout.gap, "\(name)")
        var bottom = layout.top
        for row in 0..<rows {
          var right = 0
          var boxes: [PixelRectangle] = []
          for index in layer.row(row) {
            let box = layout.key(index, of: layer)
            boxes.append(box)
            #expect(box.width >= 8 && box.height >= 16, "\(name): key \(index): \(box)")
            #expect(box.x >= right && box.right <= width && box.bottom <= height, "\(name)")
            #expect(box.y > bottom, "\(name): row \(row)")
            right = box.right + layout.gap
          }
          // One gap between two keys, and equal keys but for a pixel's rounding.
          for (a, b) in zip(boxes, boxes.dropFirst()) {
            #expect(b.x - a.right == layout.gap, "\(name)")
          }
          let usual = layer.row(row).filter { layer.keys[$0].width == 2 }
            .map { layout.key($0, of: layer).width }
          if let least = usual.min(), let most = usual.max() {
            #expect(most - least <= 1, "\(name)")
          }
          bottom = boxes[0].bottom
        }
      }
    }
  }

  @Test func `a touch anywhere in a key and in half of the gaps taps it, in all rotations`() {
    for (width, height) in [(240, 240), (480, 320), (720, 1280), (1920, 1080)] {
      for rotation in Rotation.allCases {
        let display = OnScreenDisplay(width: width, height: height, rotation: rotation)
        let layer = Self.layer(10)
        let layout = OnScreenLayout(layer, on: display)
        for index in layer.keys.indices {
          let box = layout.key(index, of: layer)
          for (x, y) in [
            (box.x, box.y), (box.right - 1, box.bottom - 1), ((box.x + box.right) / 2, box.y),
            (box.x - (layout.gap - layout.gap / 2), box.y),
          ] {
            #expect(layout.key(atX: x, y: y, of: layer) == index, "\(width) × \(height): \(index)")
          }
        }
        // The corners belong to the keys at the ends.
        let last = layer.keys.count - 1
        let size = display.stageSize
        #expect(layout.key(atX: size.width - 1, y: size.height - 1, of: layer) == last)
        #expect(layout.key(atX: 0, y: layout.top, of: layer) == 0)
        #expect(layout.key(atX: 0, y: layout.top - 1, of: layer) == nil)
        #expect(layout.key(atX: size.width, y: size.height - 1, of: layer) == nil)
      }
    }
  }

  @Test func `keys have 9 mm where the display is wide enough and says its size`() {
    for (width, height, wide, high) in [
      (1920, 1080, 293, 165), (800, 480, 154, 86), (1024, 600, 154, 90), (3840, 2160, 597, 336),
      (1280, 800, 217, 136), (1920, 1080, 509, 286), (800, 1280, 136, 217), (1080, 1920, 68, 121),
    ] {
      let layer = Self.layer(10)
      let layout = OnScreenLayout(
        layer,
        on: OnScreenDisplay(
          width: width, height: height, rotation: .degrees0, millimetresWide: wide,
          millimetresHigh: high))
      let box = layout.key(0, of: layer)
      let name = "\(width) × \(height), \(wide) × \(high) mm: \(box)"
      #expect(box.height * high >= 9 * height || high < 80, "\(name)")
      // Ten keys and their gaps.
      if wide >= 105 { #expect(box.width * wide >= 9 * width, "\(name)") }
      #expect(box.width * wide <= 18 * width && box.height * high <= 18 * height, "\(name)")
    }
  }

  @Test func `the size in millimetres turns with the output`() {
    let layer = Self.layer(10)
    let unrotated = OnScreenLayout(
      layer,
      on: OnScreenDisplay(
        width: 720, height: 1280, rotation: .degrees0, millimetresWide: 100, millimetresHigh: 178))
    for rotation in [Rotation.degrees90, .degrees270] {
      let turned = OnScreenLayout(
        layer,
        on: OnScreenDisplay(
          width: 1280, height: 720, rotation: rotation, millimetresWide: 178, millimetresHigh: 100))
      #expect(turned == unrotated)
    }
  }

  @Test(arguments: [(0, 0), (-5, 100), (100, 0), (20000, 20000), (100_000, 1)])
  func `a size that is none counts as unknown`(wide: Int, high: Int) {
    let layer = Self.layer(10)
    let display = OnScreenDisplay(
      width: 1920, height: 1080, rotation: .degrees0, millimetresWide: wide, millimetresHigh: high)
    #expect(display == OnScreenDisplay(width: 1920, height: 1080, rotation: .degrees0))
    #expect(OnScreenLayout(layer, on: display).top > 1080 / 2)
  }

  @Test func `a pixel of memory is the stage's pixel that the transform puts there`() {
    let (width, height) = (5, 3)
    for rotation in Rotation.allCases {
      let display = OnScreenDisplay(width: width, height: height, rotation: rotation)
      let transform = rotation.transform(width: width, height: height)
      let size = display.stageSize
      var seen: Set<[Int]> = []
      for y in 0..<height {
        for x in 0..<width {
          let pixel = display.stagePixel(x: x, y: y)
          seen.insert([pixel.x, pixel.y])
          #expect(0..<size.width ~= pixel.x && 0..<size.height ~= pixel.y)
          // Their middles, doubled.
          let there = transform.apply(Point(2 * Fixed(pixel.x) + 1, 2 * Fixed(pixel.y) + 1))
          let shift = Point(transform.tx, transform.ty)
          #expect(there.x + shift.x == 2 * Fixed(x) + 1 && there.y + shift.y == 2 * Fixed(y) + 1)
        }
      }
      #expect(seen.count == width * height)
    }
  }
}
