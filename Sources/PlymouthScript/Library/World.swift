// SPDX-License-Identifier: Apache-2.0

/// What a script sees of the machine: one window, images, sprites, and the functions it set.
final class World {
  let width, height: Int
  let mode: String
  let images: ImageStore
  /// In drawing order as of the last refresh.
  var sprites: [Sprite] = []
  var spriteCount = 0
  /// 0xRRGGBB.
  var topColor = 0
  var bottomColor = 0
  var refreshRate = 50.0
  var readsMode = false
  var usesRandom = false
  /// The functions that a script set, by the name of what sets them.
  var functions: [String: Object] = [:]
  private var swaps = 0
  private static let mostSwaps = 5_000_000
  private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(width: Int, height: Int, mode: String, images: ImageStore) {
    (self.width, self.height, self.mode, self.images) = (width, height, mode, images)
  }

  /// 0 up to 1: the same sequence in each run (xorshift64*, Vigna 2016).
  func nextRandom() -> Double {
    usesRandom = true
    random ^= random >> 12
    random ^= random << 25
    random ^= random >> 27
    return Double((random &* 0x2545_F491_4F6C_DD1D) >> 11) / Double(1 << 53)
  }

  /// Drops removed sprites and puts the others in drawing order; equal ones keep theirs.
  ///
  /// As in Plymouth, the difference of two values is an integer of 32 bits that wraps, and sprites are inserted one
  /// by one: a sprite whose `SetPosition` had no third argument has the least z, and keeps its place among those of
  /// z ≥ 0.
  func sortSprites() {
    sprites.removeAll { $0.isRemoved }
    for top in sprites.indices.dropFirst() {
      var index = top - 1
      while index >= 0,
        Int32(truncatingIfNeeded: sprites[index].z)
          &- Int32(truncatingIfNeeded: sprites[index + 1].z)
          > 0
      {
        sprites.swapAt(index, index + 1)
        index -= 1
        swaps += 1
      }
      // A script that turns the order round at each refresh would take long.
      guard swaps < World.mostSwaps else { return }
    }
  }
}
