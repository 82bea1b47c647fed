extension Renderer {
  /// Draws the damaged part of a picture into memory of its size.
  ///
  /// Each damaged pixel is stored exactly once, top to bottom, left to right. Nothing else is
  /// touched. Traps for the damage of a picture of another size.
  @inline(never)
  public mutating func draw(
    _ scene: borrowing Scene, damage: borrowing Damage, into buffer: inout PixelBuffer
  ) {
    let rows = begin(scene, damage, width: buffer.width, height: buffer.height)
    if rows.isEmpty { return }
    buffer.rewind()
    switch buffer.format {
    case .xr24: drawRows(XRGB8888.self, damage, rows, of: scene, into: &buffer)
    case .xb24: drawRows(XBGR8888.self, damage, rows, of: scene, into: &buffer)
    case .ar24: drawRows(ARGB8888.self, damage, rows, of: scene, into: &buffer)
    case .rg16: drawRows(RGB565.self, damage, rows, of: scene, into: &buffer)
    case .xr30: drawRows(XRGB2101010.self, damage, rows, of: scene, into: &buffer)
    case .rg24: drawRows(RGB888.self, damage, rows, of: scene, into: &buffer)
    }
  }

  private mutating func drawRows<Format: PixelFormat>(
    _ format: Format.Type, _ damage: borrowing Damage, _ rows: Range<Int>,
    of scene: borrowing Scene, into buffer: inout PixelBuffer
  ) {
    let background = ColorWord(scene.background)
    backgroundRow.forget()
    let dithers = dithering.applies(to: Format.code)
    var row = rows.lowerBound
    var bandEnd = row
    while row < rows.upperBound {
      if row >= bandEnd {
        spans = damage.spans(ofRow: row)
        bandEnd = damage.rowsAlike(from: row)
      }
      let end = rowsAlike(from: row, upTo: min(bandEnd, rows.upperBound), ditherRows: dithers)
      compose(scene, row: row)
      let picture = EmittedRow(
        row: row, width: buffer.width, dithers: dithers, spans: spans, composed: composed,
        background: background)
      if end - row > 1 {
        Self.keep(picture, composer, &backgroundRow, width: buffer.width, as: format, in: &equalRow)
        while row < end {
          var writer = buffer.row(row, as: format)
          Self.copy(spans, of: equalRow, into: &writer)
          row += 1
        }
      } else {
        var writer = buffer.row(row, as: format)
        Self.store(picture, composer, &backgroundRow, into: &writer)
        row += 1
      }
    }
  }

  /// Stores a row of one pixel.
  private static func fill<Format: PixelFormat>(
    _ cache: inout RowCache, _ pixel: Format.Pixel, width: Int, as format: Format.Type
  ) {
    var buffer = cache.buffer(width: width, format: Format.code)
    var writer = buffer.row(0, as: format)
    writer.fill(0..<width, pixel)
  }

  /// Stores a row into a cache.
  private static func keep<Format: PixelFormat>(
    _ row: EmittedRow, _ composer: borrowing RowComposer, _ backgroundRow: inout RowCache,
    width: Int, as format: Format.Type, in cache: inout RowCache
  ) {
    var buffer = cache.buffer(width: width, format: Format.code)
    var writer = buffer.row(0, as: format)
    store(row, composer, &backgroundRow, into: &writer)
  }

  /// Copies the damaged pixels of a row from a cache.
  private static func copy<Format: PixelFormat>(
    _ spans: RowSpans, of cache: borrowing RowCache, into writer: inout RowWriter<Format>
  ) {
    for index in 0..<spans.count {
      writer.copy(spans[index], from: cache.pixels(spans[index], as: Format.self))
    }
  }

  /// Converts a row and stores its damaged pixels.
  @_optimize(speed)
  private static func store<Format: PixelFormat>(
    _ row: EmittedRow, _ composer: borrowing RowComposer, _ backgroundRow: inout RowCache,
    into writer: inout RowWriter<Format>
  ) {
    if row.dithers && Format.bits <= 8 { return storeDithered(row, composer, into: &writer) }
    var index = 0
    for span in 0..<row.spans.count {
      let damaged = row.spans[span]
      let middle = row.composed.clamped(to: damaged)
      var column = damaged.lowerBound
      if !middle.isEmpty {
        let segments = composer.segments
        fill(column..<middle.lowerBound, row, &backgroundRow, &writer)
        column = middle.lowerBound
        while column < middle.upperBound {
          while segments[index].end <= column { index &+= 1 }
          let here = segments[index]
          let columns = column..<min(here.end, middle.upperBound)
          column = columns.upperBound
          if here.isComposed {
            writer.convert(columns, of: composer.line)
          } else if here.color == row.background {
            fill(columns, row, &backgroundRow, &writer)
          } else {
            writer.fill(columns, Format.pixel(of: here.color))
          }
        }
      }
      fill(column..<damaged.upperBound, row, &backgroundRow, &writer)
    }
  }

  /// Stores some columns of the background; many of them are copied.
  @inline(__always)
  private static func fill<Format: PixelFormat>(
    _ columns: Range<Int>, _ row: EmittedRow, _ backgroundRow: inout RowCache,
    _ writer: inout RowWriter<Format>
  ) {
    if columns.count < 32 {
      if !columns.isEmpty { writer.fill(columns, Format.pixel(of: row.background)) }
      return
    }
    if backgroundRow.isForgotten {
      let pixel = Format.pixel(of: row.background)
      fill(&backgroundRow, pixel, width: row.width, as: Format.self)
    }
    writer.copy(columns, from: backgroundRow.pixels(columns, as: Format.self))
  }

  /// Converts a row and stores its damaged pixels, those of gradients dithered.
  private static func storeDithered<Format: PixelFormat>(
    _ row: EmittedRow, _ composer: borrowing RowComposer, into writer: inout RowWriter<Format>
  ) {
    var place = EmissionPlace()
    while place.advance(in: row, composer) {
      let columns = place.columns
      if place.isComposed {
        let bias = place.isDithered ? row.bias(from: columns.lowerBound) : .nearest
        writer.convert(columns, of: composer.line, bias)
      } else if place.isDithered {
        writer.fill(columns, place.color.color, row.bias(from: columns.lowerBound))
      } else {
        writer.fill(columns, Format.pixel(of: place.color))
      }
    }
  }
}

/// What of a row is stored.
private struct EmittedRow {
  /// Which one it is.
  let row: Int
  /// The picture's width.
  let width: Int
  /// Whether its gradients are dithered.
  let dithers: Bool
  /// The damaged columns.
  let spans: RowSpans
  /// The columns that the composer holds; the others are background.
  let composed: Range<Int>
  let background: ColorWord

  /// How the pixels of a gradient are rounded from a column on.
  @inline(never)
  func bias(from column: Int) -> RoundingBias { RoundingBias(row: row, from: column) }
}

/// How far a row is stored, and which columns are next to be stored in one way.
private struct EmissionPlace {
  private(set) var columns = 0..<0
  private(set) var isComposed = false
  private(set) var isDithered = false
  private(set) var color = ColorWord(bits: 0)
  private var span = 0
  private var segment = 0

  /// Goes on to the next damaged columns; false after the last ones.
  ///
  /// Not part of the loop above, of which there is one for each format.
  @inline(never)
  mutating func advance(in row: EmittedRow, _ composer: borrowing RowComposer) -> Bool {
    while span < row.spans.count {
      let damaged = row.spans[span]
      let start = max(columns.upperBound, damaged.lowerBound)
      if start >= damaged.upperBound {
        span += 1
        continue
      }
      let middle = row.composed.clamped(to: damaged)
      if start < middle.lowerBound || start >= middle.upperBound {
        columns = start..<(start < middle.lowerBound ? middle.lowerBound : damaged.upperBound)
        (isComposed, isDithered, color) = (false, false, row.background)
        return true
      }
      let segments = composer.segments
      while segments[segment].end <= start { segment += 1 }
      let here = segments[segment]
      columns = start..<min(here.end, middle.upperBound)
      (isComposed, isDithered) = (here.isComposed, row.dithers && here.isGradient)
      color = here.color
      return true
    }
    return false
  }
}
