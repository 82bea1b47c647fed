// SPDX-License-Identifier: Apache-2.0

import DisplayList
import CPixels

extension RowWriter {
  /// Stores the same pixel in some columns; traps outside of the row.
  @inline(never)
  @_optimize(speed)
  @_lifetime(self: copy self)
  mutating func fill(_ columns: Range<Int>, _ pixel: UInt32) {
    var address = unsafe pointer(to: columns)
    var count = columns.count
    // All stores below are in the row; its memory is aligned for the pixels.
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
      // Sixteen pixels are twelve words, a sequence of three that repeats.
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

/// Stores the same word `count` times; all of that memory must be the caller's.
@unsafe
func fillWords(_ target: UnsafeMutableRawPointer, _ count: Int, _ word: UInt32) {
  // For fewer words, starting it takes longer than the loop below (see CPixels).
  if count >= 192 { return unsafe cpixels_fill(target, word, count) }
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

extension RowWriter {
  /// Stores columns of a composited row, each channel to nearest, in a format with the channel order of
  /// colours.
  ///
  /// `index` is a span that ends before the columns or in them; it becomes their last span.
  @_optimize(speed)
  @_lifetime(self: copy self)
  mutating func store(
    _ columns: Range<Int>, of compositor: inout ScanlineCompositor, from index: inout Int
  ) {
    precondition(format.hasColorOrder, "A format of another order.")
    let alpha: UInt32 = format == .argb8888 ? 0xFF00_0000 : 0
    // In the row, as checked here; so are all parts below, since spans and the line extend to the last
    // column.
    let pixels = unsafe UnsafeMutableRawPointer(
      pointer(to: columns).assumingMemoryBound(to: UInt32.self) - columns.lowerBound)
    let compositedSpans = unsafe compositor.above.readPointer(to: compositor.spanCount)
    let line = unsafe compositor.line.readPointer(to: columns.upperBound)
    precondition(compositor.extent.upperBound >= columns.upperBound, "Not in the row.")
    while unsafe compositedSpans[index].end <= columns.lowerBound { index &+= 1 }
    var start = columns.lowerBound
    while true {
      let here = unsafe compositedSpans[index]
      let end = min(here.end, columns.upperBound)
      let count = end &- start
      let target = unsafe pixels + start &* 4
      if here.bits & CompositedSpan.composited != 0 {
        if count < 4 {
          unsafe target.storeBytes(of: line[start].bytes | alpha, as: UInt32.self)
          if count > 1 {
            unsafe target.storeBytes(
              of: line[start &+ 1].bytes | alpha, toByteOffset: 4, as: UInt32.self)
          }
          if count > 2 {
            unsafe target.storeBytes(
              of: line[start &+ 2].bytes | alpha, toByteOffset: 8, as: UInt32.self)
          }
        } else {
          unsafe convertBytes(
            line + start, count, to: target.assumingMemoryBound(to: UInt32.self), alpha: alpha)
        }
      } else if here.bits & CompositedSpan.finished != 0 {
        // This becomes the C library's memmove; the source is in other memory.
        unsafe target.copyMemory(
          from: compositor.finished.pointer(to: end) + start, byteCount: count &* 4)
      } else {
        unsafe fillWords(target, count, here.color.bytes | alpha)
      }
      if end >= columns.upperBound { return }
      index &+= 1
      start = end
    }
  }
}
