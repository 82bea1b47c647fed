extension Renderer {
  /// Whether two scenes differ in any pixel of a part of a picture; stores nothing.
  ///
  /// Scenes that differ may still give the same pixels, where things moved by less than a shade or
  /// under something else. Both are composed row by row, the second by a renderer of its own, up to
  /// the first row that differs: for a picture that moves that is one of the first.
  public mutating func differs(
    _ scene: borrowing Scene, from other: borrowing Scene, composedBy second: inout Renderer,
    within damage: borrowing Damage, as format: FourCC
  ) -> Bool {
    let rows = beginComparison(scene, damage)
    _ = second.beginComparison(other, damage)
    return switch format {
    // The order and the rest of the bytes make no difference.
    case .xr24, .xb24, .ar24, .rg24: differ(XRGB8888.self, damage, rows, scene, other, &second)
    case .rg16: differ(RGB565.self, damage, rows, scene, other, &second)
    case .xr30: differ(XRGB2101010.self, damage, rows, scene, other, &second)
    }
  }

  private mutating func differ<Format: PixelFormat>(
    _ format: Format.Type, _ damage: borrowing Damage, _ rows: Range<Int>,
    _ scene: borrowing Scene, _ other: borrowing Scene, _ second: inout Renderer
  ) -> Bool {
    let background = Format.pixel(of: scene.background)
    let otherBackground = Format.pixel(of: other.background)
    for row in rows {
      compose(scene, damage, row: row)
      second.compose(other, damage, row: row)
      for index in 0..<spans.count {
        var column = spans[index].lowerBound
        while column < spans[index].upperBound {
          // Up to where both know the same of all pixels.
          let end = min(
            columnsAlike(from: column), second.columnsAlike(from: column), spans[index].upperBound)
          let pixel = self.pixel(Format.self, at: column, or: background)
          if pixel != second.pixel(Format.self, at: column, or: otherBackground) { return true }
          column = end
        }
      }
    }
    return false
  }

  /// One pixel of the present row.
  private func pixel<Format: PixelFormat>(
    _ format: Format.Type, at column: Int, or background: Format.Pixel
  ) -> Format.Pixel {
    guard composed.contains(column) else { return background }
    return Format.pixel(of: composer.color(at: column))
  }

  /// The end of the pixels from a column on that are known to have its colour.
  private func columnsAlike(from column: Int) -> Int {
    if column < composed.lowerBound { return composed.lowerBound }
    return column < composed.upperBound ? composer.columnsAlike(from: column) : .max
  }

  /// Prepares a picture that nobody will see: it does not count as written.
  private mutating func beginComparison(
    _ scene: borrowing Scene, _ damage: borrowing Damage
  ) -> Range<Int> {
    let written = pixelsWritten
    defer { pixelsWritten = written }
    return begin(scene, damage, width: damage.width, height: damage.height)
  }
}
