// SPDX-License-Identifier: Apache-2.0

import DisplayList
import CPixels

/// Stores one row of a frame: pixels from left to right, each once, never read.
///
/// One type for all formats: a pixel has up to four bytes, and only the loops over many pixels differ.
@safe
struct RowWriter: ~Copyable, ~Escapable {
  private let base: UnsafeMutableRawPointer
  let width: Int
  let format: PixelFormat
  let bytesPerPixel: Int

  /// The columns before this column are stored, or left out.
  private var next = 0

  /// Takes over `width` pixels with the format's alignment.
  @unsafe
  @_lifetime(immortal)
  init(base: UnsafeMutableRawPointer, width: Int, format: PixelFormat) {
    unsafe self.base = base
    self.width = width
    self.format = format
    bytesPerPixel = format.bytesPerPixel
  }

  /// The address of some columns' pixels, all of which must be stored now; traps outside of the row.
  @unsafe
  @_lifetime(self: copy self)
  mutating func pointer(to columns: Range<Int>) -> UnsafeMutableRawPointer {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "Not in the row.")
    assert(columns.lowerBound >= next, "A pixel is stored twice, or out of order.")
    next = columns.upperBound
    return unsafe base + columns.lowerBound &* bytesPerPixel
  }

  /// Copies pixels of a cached row at the same columns; traps outside of either.
  @_lifetime(self: copy self)
  mutating func copy(_ columns: Range<Int>, of other: borrowing RowCache) {
    let target = unsafe pointer(to: columns)
    // In both rows, which are separate: this row's memory is borrowed exclusively. This becomes the C
    // library's memmove; initialising from a pointer becomes a loop of single stores.
    unsafe target.copyMemory(
      from: other.bytes(to: columns.upperBound &* bytesPerPixel)
        + columns.lowerBound &* bytesPerPixel,
      byteCount: columns.count &* bytesPerPixel)
  }

  /// Stores colours of a composited row, 16 bits per channel.
  ///
  /// The bias is for the first eight columns, and repeats for each following eight.
  @_lifetime(self: copy self)
  mutating func convert(
    _ columns: Range<Int>, of line: borrowing LineBuffer, _ bias: RoundingBias
  ) {
    let colors = line.span(columns)
    var target = unsafe pointer(to: columns)
    var index = 0
    while index < colors.count {
      let count = min(8, colors.count &- index)
      let (red, green, blue) = LineBuffer.block(of: colors, at: index, count)
      let pixels = format.pixels(of: red, green, blue, bias)
      for lane in 0..<count {
        // There are as many pixels as colours.
        unsafe store(pixels[lane], to: target)
        unsafe target += bytesPerPixel
      }
      index &+= 8
    }
  }

  /// Stores one pixel at an address in the row.
  @unsafe
  private func store(_ pixel: UInt32, to address: UnsafeMutableRawPointer) {
    // In the row, as the caller has checked, and aligned.
    switch bytesPerPixel {
    case 4: unsafe address.storeBytes(of: pixel, as: UInt32.self)
    case 2: unsafe address.storeBytes(of: UInt16(truncatingIfNeeded: pixel), as: UInt16.self)
    default: unsafe RowWriter.storeBytes(of: pixel, to: address)
    }
  }

  /// Stores three bytes, the lowest first.
  @unsafe
  static func storeBytes(of pixel: UInt32, to address: UnsafeMutableRawPointer) {
    // In the row, as the caller has checked.
    unsafe address.storeBytes(of: UInt8(truncatingIfNeeded: pixel), as: UInt8.self)
    unsafe address.storeBytes(
      of: UInt8(truncatingIfNeeded: pixel &>> 8), toByteOffset: 1, as: UInt8.self)
    unsafe address.storeBytes(
      of: UInt8(truncatingIfNeeded: pixel &>> 16), toByteOffset: 2, as: UInt8.self)
  }
}

/// Converts colours to bytes in the order blue, green, red, alpha.
///
/// That is the order of a colour's channels, so channels need not be separated.
@unsafe
@inline(never)
func convertBytes(
  _ colors: UnsafePointer<ColorWord>, _ count: Int, to target: UnsafeMutablePointer<UInt32>,
  alpha: UInt32
) {
  // A colour consists of its bits.
  unsafe cpixels_convert(
    UnsafeRawPointer(colors).assumingMemoryBound(to: UInt64.self), count, target, alpha)
}

extension ColorWord {
  /// Red, green and blue in 8 bits each, from the top, each to nearest.
  var bytes: UInt32 {
    cpixels_bytes(bits)
  }

  /// Its stored form.
  func pixel(_ format: PixelFormat) -> UInt32 {
    switch format {
    case .xrgb8888, .rgb888: bytes
    case .argb8888: bytes | 0xFF00_0000
    case .xbgr8888: bytes.byteSwapped &>> 8
    default: format.pixel(of: color)
    }
  }
}
