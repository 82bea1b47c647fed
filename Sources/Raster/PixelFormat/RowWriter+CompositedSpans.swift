// SPDX-License-Identifier: Apache-2.0

extension RowWriter {
  /// Stores columns of a composited row, each channel to nearest.
  ///
  /// `index` is a span that ends before the columns or in them, and becomes the last one of these.
  @_optimize(speed)
  @_lifetime(self: copy self)
  mutating func store(
    _ columns: Range<Int>, of compositor: inout ScanlineCompositor, from index: inout Int
  ) {
    if bytesPerPixel != 4 || !format.hasBytes || format == .xbgr8888 {
      return storeEach(columns, of: &compositor, from: &index)
    }
    let alpha: UInt32 = format == .argb8888 ? 0xFF00_0000 : 0
    // In the row, as checked here; so are all pieces below, since spans and the line
    // reach to the last column.
    let pixels = unsafe UnsafeMutableRawPointer(
      pointer(to: columns).assumingMemoryBound(to: UInt32.self) - columns.lowerBound)
    let compositedSpans = unsafe compositor.above.readPointer(to: compositor.cursor.count)
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
        // This becomes the C library's memmove; that memory is another's.
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

  /// The same for all formats.
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func storeEach(
    _ columns: Range<Int>, of compositor: inout ScanlineCompositor, from index: inout Int
  ) {
    let compositedSpans = compositor.compositedSpans
    var start = columns.lowerBound
    while start < columns.upperBound {
      let here = compositedSpans[index]
      if here.end <= start {
        index += 1
        continue
      }
      let run = start..<min(here.end, columns.upperBound)
      start = run.upperBound
      if here.isComposited {
        convert(run, of: compositor.line)
      } else {
        fill(run, here.color.pixel(format))
      }
    }
  }
}
