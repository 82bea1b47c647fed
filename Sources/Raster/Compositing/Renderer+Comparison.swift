// SPDX-License-Identifier: Apache-2.0

extension Renderer {
  /// Whether two scenes differ in any pixel of a damage region; stores nothing.
  ///
  /// Scenes that differ may still give the same pixels, where things moved by less than a shade or
  /// under something else. One is drawn into a cached row, of which a digest is kept for each row, then the
  /// other one, up to the first row with another digest. Different rows have the same one once in 2⁶⁴ cases.
  ///
  /// - Complexity: That of drawing one scene, and the other one up to the first row that differs.
  package mutating func differs(
    _ scene: borrowing Scene, from other: borrowing Scene, within damage: borrowing DamageRegion,
    as format: PixelFormat
  ) -> Bool {
    // Nobody knows any more what it looked like.
    if other.isOutdated { return true }
    let rows = begin(other, damage)
    for row in rows {
      let digest = digest(of: other, row: row, damage, format)
      digests.append(digest, at: row - rows.lowerBound)
    }
    for row in begin(scene, damage)
    where digest(of: scene, row: row, damage, format) != digests[row - rows.lowerBound] {
      return true
    }
    return false
  }

  /// A number that stands for a row's damaged pixels.
  private mutating func digest(
    of scene: borrowing Scene, row: Int, _ damage: borrowing DamageRegion, _ format: PixelFormat
  ) -> UInt64 {
    spans = damage.spans(ofRow: row)
    composite(scene, row: row)
    keepRow(row, of: scene, damage.width, format)
    var digest: UInt64 = 0
    for index in 0..<spans.count {
      let bytes = equalRow.bytes(
        spans[index].lowerBound * format.bytesPerPixel..<spans[index].upperBound
          * format.bytesPerPixel)
      for byte in 0..<bytes.count {
        // One step of SplitMix for each: every bit of what came before counts.
        digest = (digest ^ UInt64(bytes[byte])) &* 0x9E37_79B9_7F4A_7C15
        digest ^= digest >> 32
      }
    }
    return digest
  }
}
