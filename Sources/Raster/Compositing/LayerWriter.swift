// SPDX-License-Identifier: Apache-2.0

/// The colours of a layer: one left of a column, and one from there on.
struct LayerColors {
  let left: ColorWord
  let right: ColorWord
  /// The first column of the right colour.
  let border: Int
  /// The flags of all of the layer's spans.
  let flags: UInt64
  /// The opacity where coverage is full, Q16.
  let opacity: UInt32

  func color(_ column: Int) -> ColorWord { column < border ? left : right }

  /// The opacity of a pixel with a covered area (Q20, of either sign), Q16.
  func alpha(_ area: Int32) -> UInt32 {
    let fraction = CoverageRow.fraction(area)
    // Full coverage stays exact without a comparison.
    return UInt32(truncatingIfNeeded: (UInt64(fraction) &* UInt64(opacity) &+ 32768) &>> 16)
  }
}

/// Writes a row's spans with one more layer, from left to right.
///
/// All layers are written by it, also in the hot loop of edges. The pointers are those of
/// `ScanlineCompositor`'s arrays; their bounds are checked once for each layer instead of at each access.
@safe
struct LayerWriter {
  private let compositedSpans: UnsafeMutablePointer<CompositedSpan>
  private let below: UnsafeMutablePointer<CompositedSpan>
  private let line: UnsafeMutablePointer<ColorWord>
  private let belowCount: Int
  /// The span below: its index, bits and end; and the column up to which the row is done.
  private var taken: Int
  private(set) var under: UInt64
  private(set) var underEnd: Int
  private(set) var column: Int
  /// The spans above: how many are stored, and the last one, which may still grow.
  private var count: Int
  private var last: UInt64
  private var lastEnd: Int

  init(
    below: UnsafeMutablePointer<CompositedSpan>, belowCount: Int,
    above: UnsafeMutablePointer<CompositedSpan>, line: UnsafeMutablePointer<ColorWord>,
    from column: Int, under first: CompositedSpan
  ) {
    unsafe (self.below, compositedSpans, self.line) = (below, above, line)
    (self.belowCount, taken, self.column) = (belowCount, 0, column)
    (under, underEnd) = (first.bits, first.end)
    (count, last, lastEnd) = (0, .max, 0)
  }

  /// Appends pixels up to a column; with the same bits the last span grows.
  mutating func append(upTo end: Int, _ bits: UInt64) {
    if bits != last {
      if last != .max {
        // Each span has at least one pixel, so the array has room.
        unsafe compositedSpans[count] = CompositedSpan(upTo: lastEnd, bits: last)
        count &+= 1
      }
      last = bits
    }
    lastEnd = end
  }

  /// Advances below to the span that contains a column; the column is in the current span or beyond.
  mutating func advance(to column: Int) {
    self.column = column
    while underEnd <= column {
      taken &+= 1
      if taken >= belowCount { return underEnd = .max }
      unsafe (under, underEnd) = (below[taken].bits, below[taken].end)
    }
  }

  /// Copies the spans below up to a column.
  @inline(never)
  mutating func copyBelow(upTo column: Int) {
    while self.column < column {
      let end = min(underEnd, column)
      append(upTo: end, under)
      advance(to: end)
    }
  }

  /// Writes the colours below, up to a column, into the line buffer for blending.
  @inline(never)
  mutating func expand(upTo column: Int) {
    while self.column < column {
      let (start, end) = (self.column, min(underEnd, column))
      if under & CompositedSpan.composited == 0 {
        let color = ColorWord(bits: under & ColorWord.mask)
        // In the row, as the caller has checked.
        for pixel in start..<end { unsafe line[pixel] = color }
      }
      advance(to: end)
    }
  }

  /// The run of pixels that can extend the layer's last span.
  func run(_ colors: LayerColors) -> PixelRun {
    let isRun =
      last == CompositedSpan.composited | colors.flags | under & CompositedSpan.gradient
      && lastEnd == column && under & CompositedSpan.composited == 0 && colors.border == .max
      // Gaps with full or no coverage keep the flag that is below: it decides on dithering.
      && under & CompositedSpan.gradient == colors.flags
    return PixelRun(
      end: isRun ? column : -1, limit: underEnd &- 1,
      under: ColorWord(bits: under & ColorWord.mask), color: colors.left)
  }

  /// Stores the end of a run, which is before the end of the span below.
  mutating func end(_ run: PixelRun) {
    if run.end >= 0 { (column, lastEnd) = (run.end, run.end) }
  }

  /// Covers some columns of the row and the pixel after them; returns the start of the next columns.
  ///
  /// `next` is the opacity after the pixel.
  @inline(never)
  mutating func composite(
    _ columns: Range<Int>, _ colors: LayerColors, _ before: UInt32, _ alpha: UInt32, next: UInt32
  ) -> Int {
    if before != 0 && !columns.isEmpty { cover(columns, colors, before) }
    let column = columns.upperBound
    // A pixel with full opacity before a run of the same opacity belongs to that run.
    if alpha >= colors.opacity && next == alpha { return column }
    if alpha == 0 { return column &+ 1 }
    copyBelow(upTo: column)
    let isComposited = under & CompositedSpan.composited != 0
    // In the row, as the caller has checked.
    let color =
      unsafe isComposited ? line[column] : ColorWord(bits: under & ColorWord.mask)
    unsafe line[column] = color.covered(by: colors.color(column), alpha)
    let flags = colors.flags | under & CompositedSpan.gradient
    append(upTo: column &+ 1, CompositedSpan.composited | flags)
    advance(to: column &+ 1)
    return column &+ 1
  }

  /// Covers some pixels of the row with equal coverage.
  @inline(never)
  mutating func cover(_ columns: Range<Int>, _ colors: LayerColors, _ alpha: UInt32) {
    copyBelow(upTo: columns.lowerBound)
    if alpha < 65536 { return mix(columns, colors, alpha) }
    if columns.lowerBound < colors.border && colors.border < columns.upperBound {
      append(upTo: colors.border, colors.left.bits | colors.flags)
    }
    append(upTo: columns.upperBound, colors.color(columns.upperBound &- 1).bits | colors.flags)
    advance(to: columns.upperBound)
  }

  @inline(never)
  private mutating func mix(_ columns: Range<Int>, _ colors: LayerColors, _ alpha: UInt32) {
    while column < columns.upperBound {
      let start = column
      var end = min(underEnd, columns.upperBound)
      if start < colors.border { end = min(end, colors.border) }
      let color = colors.color(start)
      let flags = colors.flags | under & CompositedSpan.gradient
      if under & CompositedSpan.composited != 0 {
        for pixel in start..<end {
          // In the row, as the caller has checked.
          unsafe line[pixel] = line[pixel].covered(by: color, alpha)
        }
        append(upTo: end, CompositedSpan.composited | flags)
      } else {
        let mixed = ColorWord(bits: under & ColorWord.mask).covered(by: color, alpha)
        append(upTo: end, mixed.bits | flags)
      }
      advance(to: end)
    }
  }

  /// Ends the layer, with the spans below up to a column; returns the number of spans.
  mutating func finish(upTo column: Int) -> Int {
    copyBelow(upTo: column)
    // Stores the last span.
    append(upTo: column, .max)
    return count
  }
}

/// Individual pixels that extend a layer's last span, over one colour.
///
/// Nearly all pixels of a text's edges are like that, and the short gaps between them are written the same
/// way, without spans.
struct PixelRun {
  /// The column of the next pixel, or -1 without such a run.
  var end: Int
  /// The last column of the span below.
  let limit: Int
  /// The colour below, and the layer's colour.
  let under: ColorWord
  let color: ColorWord

  /// The pixel for an opacity in Q16; 0 and 1 are common.
  func color(_ alpha: UInt32) -> ColorWord {
    if alpha == 0 { return under }
    return alpha >= 65536 ? color : under.covered(by: color, alpha)
  }
}
