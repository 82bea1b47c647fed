// SPDX-License-Identifier: Apache-2.0

extension ScanlineCompositor {
  /// Ends the group of shapes that was composited last, if any, and begins another one; 0 for none.
  ///
  /// At its beginning the row below is put aside, and at its end each pixel is mixed with what was there. One that the
  /// group has not covered is mixed with itself, which changes nothing: the row may be that of any damage.
  @inline(never)
  mutating func changeGroup(to next: UInt32) {
    // Each has room for every pixel of the row, and spans have at least one; what is read was stored at the beginning.
    let kept = unsafe groupSpans.reserve(extent.upperBound, at: 0)
    let keptLine = unsafe groupLine.reserve(extent.upperBound, at: 0)
    let line = unsafe line.pointer(to: extent.upperBound)
    if group != 0 {
      let alpha = group & 0xFFFF
      var index = 0
      beginLayer()
      while cursor.column < extent.upperBound {
        let start = cursor.column
        let under = unsafe kept[index]
        let over = self.next(upTo: under.end)
        let end = cursor.column
        if end == under.end { index &+= 1 }
        var bits = (under.bits | over.bits) & (CompositedSpan.composited | CompositedSpan.gradient)
        var column = start
        while true {
          // In the row, as all columns of it. The pixels of spans with one colour are undefined.
          let below = unsafe under.isComposited ? keptLine[column] : under.color
          let mixed = below.covered(
            by: unsafe over.isComposited ? line[column] : over.color, alpha)
          unsafe line[column] = mixed
          column &+= 1
          if bits & CompositedSpan.composited == 0 {
            bits |= mixed.bits
            break
          }
          if column >= end { break }
        }
        push(upTo: end, bits)
      }
    }
    group = next
    if next == 0 { return }
    var column = extent.lowerBound
    for index in 0..<cursor.count {
      let span = above[index]
      unsafe kept[index] = span
      if span.isComposited {
        for pixel in column..<span.end { unsafe keptLine[pixel] = line[pixel] }
      }
      column = span.end
    }
  }
}
