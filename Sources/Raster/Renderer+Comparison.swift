extension Renderer {
  /// Whether two scenes differ in any pixel of a part of a picture; stores nothing.
  ///
  /// Scenes that differ may still give the same pixels, where things moved by less than a shade or
  /// under something else. Both are composed row by row, the second by a renderer of its own, up to
  /// the first row that differs. For a picture that moves that is most likely one near the top, where
  /// shapes begin and texts do not, or else one in the middle: these two come first, alone, since
  /// outlines cost the less the fewer rows they are needed for.
  public mutating func differs(
    _ scene: borrowing Scene, from other: borrowing Scene, composedBy second: inout Renderer,
    within damage: borrowing Damage, as format: FourCC
  ) -> Bool {
    let rows = damage.rows
    if rows.count > 8 {
      let near = rows.lowerBound + rows.count / 16
      let middle = rows.lowerBound + rows.count / 2
      if differs(scene, from: other, &second, damage, rows: near..<near + 1, format)
        || differs(scene, from: other, &second, damage, rows: middle..<middle + 1, format)
      {
        return true
      }
    }
    return differs(scene, from: other, &second, damage, rows: rows, format)
  }

  /// Whether two scenes differ in any pixel of some damaged rows.
  private mutating func differs(
    _ scene: borrowing Scene, from other: borrowing Scene, _ second: inout Renderer,
    _ damage: borrowing Damage, rows: Range<Int>, _ format: FourCC
  ) -> Bool {
    beginComparison(scene, damage, rows)
    second.beginComparison(other, damage, rows)
    for row in rows {
      spans = damage.spans(ofRow: row)
      second.spans = spans
      compose(scene, row: row)
      second.compose(other, row: row)
      for index in 0..<spans.count {
        var column = spans[index].lowerBound
        while column < spans[index].upperBound {
          let pixels = pixels(from: column, scene.background)
          let others = second.pixels(from: column, other.background)
          if pixels.bits != others.bits && differ(pixels, others, format) { return true }
          // Up to where both know the same of all pixels.
          column = min(pixels.end, others.end, spans[index].upperBound)
        }
      }
    }
    return false
  }

  /// The pixels from a column on that are known to have its colour.
  private func pixels(from column: Int, _ background: Color) -> RowSegment {
    if composed.contains(column) { return composer.pixels(from: column) }
    let end = column < composed.lowerBound ? composed.lowerBound : Int.max
    return RowSegment(upTo: end, bits: ColorWord(background).bits)
  }

  /// Whether pixels at the same place, of another colour or kind, may be stored differently.
  ///
  /// Where gradients are dithered that is taken for granted.
  private func differ(_ pixels: RowSegment, _ others: RowSegment, _ format: FourCC) -> Bool {
    let hasGradient = pixels.isGradient || others.isGradient
    return hasGradient && dithering.applies(to: format)
      || !format.isSame(pixels.color.color, others.color.color)
  }

  /// Prepares a picture that nobody will see: it does not count as written.
  private mutating func beginComparison(
    _ scene: borrowing Scene, _ damage: borrowing Damage, _ rows: Range<Int>
  ) {
    let written = pixelsWritten
    _ = begin(scene, damage, rows: rows, width: damage.width, height: damage.height)
    pixelsWritten = written
  }
}

extension FourCC {
  /// Whether two colours give the same pixel.
  @inline(never)
  fileprivate func isSame(_ first: Color, _ second: Color) -> Bool {
    // The order of the channels and the other bits make no difference.
    let format = hasBytes ? FourCC.xr24 : self
    return format.pixel(of: first) == format.pixel(of: second)
  }
}
