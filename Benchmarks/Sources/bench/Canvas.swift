// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Raster

/// An image in memory and the renderer that draws all of it.
struct Canvas: ~Copyable {
  /// Larger than any outline here.
  private static let edgeCapacity = 1 << 17

  let width: Int
  let height: Int
  var memory: PixelMemory
  private var renderer: Renderer
  private let all: DamageRegion

  /// Makes a black image.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    all = DamageRegion(allOfWidth: width, height: height)
    memory = PixelMemory(count: width * height)
    renderer = Renderer(
      maximumWidth: width, maximumHeight: height, edgeCapacity: Canvas.edgeCapacity)
  }

  /// Whether a capacity was exceeded and something was left out.
  var isIncomplete: Bool { renderer.overflowed }

  /// Draws the whole image.
  mutating func draw(_ scene: borrowing Scene) {
    Canvas.draw(scene, all, with: &renderer, into: &memory)
  }

  private static func draw(
    _ scene: borrowing Scene, _ all: borrowing DamageRegion, with renderer: inout Renderer,
    into memory: inout PixelMemory
  ) {
    var buffer = PixelBuffer(
      memory.mutableSpan, width: all.width, height: all.height, strideInBytes: 4 * all.width,
      format: .xrgb8888)
    renderer.draw(scene, damage: all, into: &buffer)
  }
}
