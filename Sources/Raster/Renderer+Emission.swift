extension Renderer {
  /// Draws the damaged part of a picture into memory of its size.
  ///
  /// Each damaged pixel is stored exactly once, top to bottom, left to right. Nothing else is
  /// touched. Traps for the damage of a picture of another size.
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
    let background = Format.pixel(of: scene.background)
    for row in rows {
      compose(scene, damage, row: row)
      var writer = buffer.row(row, as: Format.self)
      store(background, into: &writer)
    }
  }

  /// Converts the present row and stores its damaged pixels.
  private mutating func store<Format: PixelFormat>(
    _ background: Format.Pixel, into writer: inout RowWriter<Format>
  ) {
    var segment = 0
    for index in 0..<spans.count {
      let span = spans[index]
      var column = span.lowerBound
      let middle = composed.clamped(to: span)
      if !middle.isEmpty {
        writer.fill(column..<middle.lowerBound, background)
        column = middle.lowerBound
        while column < middle.upperBound {
          let here = composer[segment]
          let end = min(Int(here.end), middle.upperBound)
          store(here, column..<end, into: &writer)
          column = end
          if Int(here.end) <= end { segment += 1 }
        }
      }
      writer.fill(column..<span.upperBound, background)
    }
  }

  /// Stores some columns of a segment.
  @inline(__always)
  private func store<Format: PixelFormat>(
    _ segment: RowSegment, _ columns: Range<Int>, into writer: inout RowWriter<Format>
  ) {
    switch segment.content {
    case .color: writer.fill(columns, Format.pixel(of: segment.color))
    case .composed:
      writer.convert(
        columns, red: composer.line.reds(columns), green: composer.line.greens(columns),
        blue: composer.line.blues(columns))
    }
  }
}
