// SPDX-License-Identifier: Apache-2.0

/// A 64-bit hash of pixels that is the same on every machine: FNV-1a over their bytes, lowest
/// first.
///
/// Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo, "The FNV Non-Cryptographic Hash Algorithm"
/// (IETF draft).
struct FrameHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Takes in pixels in order.
  mutating func update(_ pixels: Span<UInt32>) {
    var hash = value
    for index in pixels.indices {
      var pixel = pixels[index]
      for _ in 0..<4 {
        hash = (hash ^ UInt64(pixel & 255)) &* 0x100_0000_01B3
        pixel >>= 8
      }
    }
    value = hash
  }
}
