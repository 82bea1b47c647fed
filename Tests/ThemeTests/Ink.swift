// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Theme

/// The ink of a text on a white image, as darkness from 0 to 255.
struct Ink {
  let width: Int
  let height: Int
  let darkness: [UInt8]
  /// Whether everything fitted into the scene and the renderer.
  let isComplete: Bool

  /// Draws black on white.
  init(width: Int, height: Int, elementCapacity: Int = 4096, _ draw: (inout Scene) -> Void) {
    self.width = width
    self.height = height
    var scene = Scene(background: .white, elementCapacity: elementCapacity)
    draw(&scene)
    var renderer = Renderer(maximumWidth: width)
    var pixels = [UInt32](repeating: 0xAAAAAA, count: width * height)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(
      scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    darkness = pixels.map { 255 - UInt8($0 & 0xFF) }
    isComplete = !scene.overflowed && !renderer.overflowed
  }

  /// Draws a text from the left end of its baseline.
  init(_ text: String, capHeight: Int, x: Fixed, baseline: Int, width: Int, height: Int) {
    let bytes = Array(text.utf8)
    let layout = TextLayout(nil)
    let style = TextStyle(
      font: nil, capHeight: Fixed(capHeight), alignment: .start, color: .black)
    self.init(width: width, height: height) { scene in
      layout.draw(
        bytes.span,
        in: Rectangle(
          x: x, y: Fixed(baseline - capHeight), width: 8192, height: Fixed(capHeight)), style,
        scale: 1, transform: .identity, into: &scene)
    }
  }

  subscript(x: Int, y: Int) -> UInt8 { darkness[y * width + x] }

  /// The columns that have ink.
  var columns: ClosedRange<Int>? {
    let inked = (0..<width).filter { x in (0..<height).contains { self[x, $0] > 0 } }
    return inked.first.flatMap { first in inked.last.map { first...$0 } }
  }

  /// The rows that have ink.
  var rows: ClosedRange<Int>? {
    let inked = (0..<height).filter { y in (0..<width).contains { self[$0, y] > 0 } }
    return inked.first.flatMap { first in inked.last.map { first...$0 } }
  }

  /// All darkness together.
  var total: Int { darkness.reduce(0) { $0 + Int($1) } }

  /// How much darkness differs, pixel by pixel.
  func difference(from other: Ink) -> Int {
    zip(darkness, other.darkness).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
  }

  /// The largest difference between a pixel and its mirror image in x.
  var asymmetry: Int {
    (0..<height).flatMap { y in (0..<width).map { (x: $0, y: y) } }
      .map { abs(Int(self[$0.x, $0.y]) - Int(self[width - 1 - $0.x, $0.y])) }.max() ?? 0
  }
}

/// The width of a text, in points.
func width(_ text: String, capHeight: Fixed) -> Fixed {
  width(Array(text.utf8), capHeight: capHeight)
}

/// The width of bytes as text, in points.
func width(_ bytes: [UInt8], capHeight: Fixed) -> Fixed {
  StrokeFont.width(of: bytes.span, capHeight: capHeight)
}

/// All of printable ASCII, one string each.
let printable = (0x20...0x7E).map { String(UnicodeScalar($0)) }
