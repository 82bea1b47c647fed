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
    for row in rows {
      compose(scene, damage, row: row)
      var writer = buffer.row(row, as: Format.self)
      var place = EmissionPlace()
      while let piece = nextPiece(&place, scene.background) {
        if piece.segment.content == .color {
          writer.fill(piece.columns, Format.pixel(of: piece.segment.color))
        } else {
          writer.convert(piece.columns, of: composer.line)
        }
      }
    }
  }

  /// The next damaged columns of the present row that are stored in one way; nil after the last ones.
  ///
  /// Not part of the loop above, of which there is one for each format.
  @inline(never)
  private func nextPiece(_ place: inout EmissionPlace, _ background: Color) -> EmissionPiece? {
    while place.span < spans.count {
      let span = spans[place.span]
      let start = max(place.column, span.lowerBound)
      if start >= span.upperBound {
        place.span += 1
        continue
      }
      let middle = composed.clamped(to: span)
      if start < middle.lowerBound || start >= middle.upperBound {
        let end = start < middle.lowerBound ? middle.lowerBound : span.upperBound
        place.column = end
        return EmissionPiece(columns: start..<end, segment: RowSegment(upTo: end, background))
      }
      while Int(composer[place.segment].end) <= start { place.segment += 1 }
      let segment = composer[place.segment]
      place.column = min(Int(segment.end), middle.upperBound)
      return EmissionPiece(columns: start..<place.column, segment: segment)
    }
    return nil
  }
}

/// How far a row is stored.
private struct EmissionPlace {
  /// The present span of damage, and the segment that was last stored.
  var span = 0
  var segment = 0
  /// All columns before it are stored.
  var column = 0
}

/// Neighbouring pixels that are stored in one way.
private struct EmissionPiece {
  var columns: Range<Int>
  var segment: RowSegment
}
