// SPDX-License-Identifier: Apache-2.0

import CPixels

extension RowWriter {
  /// Stores the same pixel some times; traps outside of the row.
  @inline(never)
  @_optimize(speed)
  @_lifetime(self: copy self)
  mutating func fill(_ columns: Range<Int>, _ pixel: UInt32) {
    var address = unsafe pointer(to: columns)
    var count = columns.count
    // All below stays in the row, whose memory is aligned for its pixels.
    switch bytesPerPixel {
    case 4:
      unsafe fillWords(address, count, pixel)
    case 2:
      let half = UInt16(truncatingIfNeeded: pixel)
      if count > 0 && UInt(bitPattern: address) & 2 != 0 {
        unsafe address.storeBytes(of: half, as: UInt16.self)
        unsafe address += 2
        count &-= 1
      }
      unsafe fillWords(address, count &>> 1, UInt32(half) &* 0x1_0001)
      if count & 1 != 0 {
        unsafe address.storeBytes(of: half, toByteOffset: (count &- 1) &* 2, as: UInt16.self)
      }
    default:
      let (pixel, byte) = (pixel & 0xFF_FFFF, UInt8(truncatingIfNeeded: pixel))
      if count >= 32 && pixel == UInt32(byte) &* 0x1_0101 {
        // This becomes `memset`.
        unsafe address.initializeMemory(as: UInt8.self, repeating: byte, count: count &* 3)
        return
      }
      // Sixteen pixels are twelve words, of which the first three come again and again.
      let (a, b, c) = (pixel | pixel &<< 24, pixel &>> 8 | pixel &<< 16, pixel &>> 16 | pixel &<< 8)
      while count >= 16 {
        unsafe address.storeBytes(of: SIMD4(a, b, c, a), as: SIMD4<UInt32>.self)
        unsafe address.storeBytes(of: SIMD4(b, c, a, b), toByteOffset: 16, as: SIMD4<UInt32>.self)
        unsafe address.storeBytes(of: SIMD4(c, a, b, c), toByteOffset: 32, as: SIMD4<UInt32>.self)
        unsafe address += 48
        count &-= 16
      }
      for index in 0..<count { unsafe RowWriter.storeBytes(of: pixel, to: address + 3 &* index) }
    }
  }
}

/// Stores the same word `count` times; all of that memory is the caller's.
@unsafe
@inline(__always)
func fillWords(_ target: UnsafeMutableRawPointer, _ count: Int, _ word: UInt32) {
  // For fewer, beginning it takes longer than the loop below (see CPixels).
  if count >= 192 { return unsafe cpixels_fill(target, word, count) }
  let byte = UInt8(truncatingIfNeeded: word)
  if count >= 32 && word == UInt32(byte) &* 0x0101_0101 {
    // This becomes `memset`.
    unsafe target.initializeMemory(as: UInt8.self, repeating: byte, count: count &* 4)
    return
  }
  let words = SIMD4(repeating: word)
  var address = unsafe target
  let end = unsafe target + count &* 4
  while unsafe address + 32 <= end {
    unsafe address.storeBytes(of: words, as: SIMD4<UInt32>.self)
    unsafe address.storeBytes(of: words, toByteOffset: 16, as: SIMD4<UInt32>.self)
    unsafe address += 32
  }
  if count & 4 != 0 {
    unsafe address.storeBytes(of: words, as: SIMD4<UInt32>.self)
    unsafe address += 16
  }
  if count & 2 != 0 {
    unsafe address.storeBytes(of: words.lowHalf, as: SIMD2<UInt32>.self)
    unsafe address += 8
  }
  if count & 1 != 0 { unsafe address.storeBytes(of: word, as: UInt32.self) }
}
