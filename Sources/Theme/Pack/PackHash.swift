// SPDX-License-Identifier: Apache-2.0

/// The hash of a pack: XXH64 with seed 0, of the whole file with the hash's own eight bytes as 0.
///
/// The algorithm's specification is public: github.com/Cyan4973/xxHash, doc/xxhash_spec.md, section 4. It
/// detects damage, not forgery.
package enum PackHash {
  private static var prime1: UInt64 { 0x9E37_79B1_85EB_CA87 }
  private static var prime2: UInt64 { 0xC2B2_AE3D_27D4_EB4F }
  private static var prime3: UInt64 { 0x1656_67B1_9E37_79F9 }
  private static var prime4: UInt64 { 0x85EB_CA77_C2B2_AE63 }
  private static var prime5: UInt64 { 0x27D4_EB2F_1656_67C5 }

  /// The hash of a file's bytes; the hash in the header is not read.
  package static func hash(of bytes: Span<UInt8>) -> UInt64 {
    hash(of: bytes, without: PackHeader.hash)
  }

  /// XXH64 with seed 0 of any bytes.
  package static func plain(_ bytes: Span<UInt8>) -> UInt64 { hash(of: bytes, without: nil) }

  /// XXH64 with seed 0; the eight bytes at an offset, a multiple of eight within the first 32, count as 0.
  @_optimize(speed)
  private static func hash(of bytes: Span<UInt8>, without zeros: Int?) -> UInt64 {
    let count = bytes.count
    // All reads are before `count`, as each loop's condition ensures.
    return unsafe bytes.withUnsafeBytes { buffer in
      func word(_ position: Int) -> UInt64 {
        if position == zeros { return 0 }
        return unsafe UInt64(
          littleEndian: buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      }
      var position = 0
      var sum = prime5
      if count >= 32 {
        var (a, b, c, d) = (prime1 &+ prime2, prime2, UInt64(0), 0 &- prime1)
        while position + 32 <= count {
          a = round(a, word(position))
          b = round(b, word(position &+ 8))
          c = round(c, word(position &+ 16))
          d = round(d, word(position &+ 24))
          position &+= 32
        }
        sum = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
        sum = merged(merged(merged(merged(sum, a), b), c), d)
      }
      sum = sum &+ UInt64(count)
      while position + 8 <= count {
        sum = rotated(sum ^ round(0, word(position)), 27) &* prime1 &+ prime4
        position &+= 8
      }
      if position + 4 <= count {
        let half = unsafe UInt32(
          littleEndian: buffer.loadUnaligned(fromByteOffset: position, as: UInt32.self))
        sum = rotated(sum ^ UInt64(half) &* prime1, 23) &* prime2 &+ prime3
        position &+= 4
      }
      while position < count {
        sum = unsafe rotated(sum ^ UInt64(buffer[position]) &* prime5, 11) &* prime1
        position &+= 1
      }
      sum = (sum ^ sum &>> 33) &* prime2
      sum = (sum ^ sum &>> 29) &* prime3
      return sum ^ sum &>> 32
    }
  }

  private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 &- count)
  }

  private static func round(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    rotated(sum &+ word &* prime2, 31) &* prime1
  }

  private static func merged(_ sum: UInt64, _ lane: UInt64) -> UInt64 {
    (sum ^ round(0, lane)) &* prime1 &+ prime4
  }
}
