// SPDX-License-Identifier: Apache-2.0

import Flipbook

/// A frame in memory of one's own, as of another library.
struct Frame {
  let width, height: Int
  private(set) var pixels: [UInt32]
  private(set) var overflowed = false

  /// Draws a scene that a function makes.
  init(_ width: Int, _ height: Int, _ make: (inout Scene) -> Void) {
    (self.width, self.height) = (width, height)
    pixels = [UInt32](repeating: 0xDEAD_BEEF, count: width * height)
    var scene = Scene()
    make(&scene)
    var renderer = SceneRenderer(width: width, height: height)
    renderer.draw(scene, into: pixels.mutableSpan, strideInBytes: 4 * width)
    overflowed = scene.overflowed || renderer.overflowed
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// The red, green and blue of a pixel.
  func channels(_ x: Int, _ y: Int) -> [Int] {
    [16, 8, 0].map { Int(self[x, y] >> UInt32($0) & 255) }
  }
}

/// Whether two colours differ by at most a level in each channel.
func isNear(_ color: [Int], _ other: [Int], by levels: Int = 1) -> Bool {
  zip(color, other).allSatisfy { abs($0 - $1) <= levels }
}
