// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
internal import Raster
internal import Text
internal import Theme

/// A font in cells of one size: how much of each pixel a character covers.
///
/// A character is drawn when it is used first.
struct ConsoleFont: ~Copyable {
  /// ASCII, Latin-1 and Latin Extended-A, the further characters, and the box for all others.
  private static var count: Int { 95 + 224 + further.count + 1 }

  /// Characters beyond Latin that services print.
  private static var further: InlineArray<12, UInt32> {
    [
      0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2190, 0x2192, 0x2713,
      0x25CF,
    ]
  }

  let metrics: ConsoleMetrics
  private let font: CellFont
  private var scene: Scene
  private var renderer: Renderer
  private var pixels: RigidArray<UInt32>
  /// From 0 to 255, cell after cell, row after row.
  private var shares: RigidArray<UInt8>
  private var areDrawn: RigidArray<Bool>
  private let whole: DamageRegion

  /// A font without drawn characters; nil without memory.
  init?(_ metrics: ConsoleMetrics, _ font: CellFont) {
    (self.metrics, self.font) = (metrics, font)
    let size = metrics.cellWidth * metrics.cellHeight
    scene = Scene(shapeCapacity: 4, elementCapacity: 1024, stopCapacity: 1)
    renderer = Renderer(
      maximumWidth: metrics.cellWidth, maximumHeight: metrics.cellHeight, shapeCapacity: 4,
      edgeCapacity: 4096)
    pixels = RigidArray(capacity: size, initial: 0)
    shares = RigidArray(capacity: size * ConsoleFont.count, initial: 0)
    areDrawn = RigidArray(capacity: ConsoleFont.count, initial: false)
    whole = DamageRegion(allOfWidth: metrics.cellWidth, height: metrics.cellHeight)
    if pixels.capacity == 0 || shares.capacity == 0 || areDrawn.capacity == 0 { return nil }
  }

  /// The number of a character's cell, which is drawn now if it is not yet.
  mutating func glyph(_ character: Unicode.Scalar) -> Int {
    let number = ConsoleFont.number(of: character)
    if !areDrawn[number] {
      areDrawn[number] = true
      draw(number == ConsoleFont.count - 1 ? "\u{FFFD}" : character, as: number)
    }
    return number
  }

  /// How much is covered of a pixel of a cell, from 0 to 255.
  func coverage(of glyph: Int, x: Int, y: Int) -> UInt8 {
    shares[(glyph * metrics.cellHeight + y) * metrics.cellWidth + x]
  }

  private static func number(of character: Unicode.Scalar) -> Int {
    switch character.value {
    case 0x20...0x7E: return Int(character.value) - 0x20
    case 0xA0...0x17F: return Int(character.value) - 0xA0 + 95
    default:
      let list = further
      for index in list.indices where list[index] == character.value { return 95 + 224 + index }
      return count - 1
    }
  }

  private mutating func draw(_ character: Unicode.Scalar, as number: Int) {
    let (width, height) = (metrics.cellWidth, metrics.cellHeight)
    scene.removeAll()
    font.draw(
      character, capHeight: Fixed(metrics.capHeight), cellWidth: Fixed(width),
      baseline: Fixed(metrics.baseline), into: &scene)
    ConsoleFont.draw(scene, whole, into: &pixels, with: &renderer, width, height)
    for index in 0..<width * height {
      shares[number * width * height + index] = UInt8(truncatingIfNeeded: pixels[index])
    }
  }

  private static func draw(
    _ scene: borrowing Scene, _ whole: borrowing DamageRegion,
    into pixels: inout RigidArray<UInt32>,
    with renderer: inout Renderer, _ width: Int, _ height: Int
  ) {
    var buffer = PixelBuffer(
      pixels.mutableSpan(0..<width * height), width: width, height: height,
      strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(scene, damage: whole, into: &buffer)
  }
}
