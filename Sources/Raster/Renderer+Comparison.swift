extension Renderer {
  /// Whether two scenes differ in any pixel of a part of a picture; stores nothing.
  ///
  /// Scenes that differ may still give the same pixels, where things moved by less than a shade or
  /// under something else. Both are composed row by row, the second by a renderer of its own, up to
  /// the first row that differs: for a picture that moves that is one of the first.
  @inlinable
  public mutating func differs<F: PixelFormat>(
    _ scene: borrowing Scene, from other: borrowing Scene, composedBy second: inout Renderer,
    within damage: borrowing Region, as format: F.Type, width: Int, height: Int
  ) -> Bool where F.Pixel: Equatable {
    let rows = beginComparison(scene, damage, width: width, height: height)
    _ = second.beginComparison(other, damage, width: width, height: height)
    let background = F.pixel(of: scene.background)
    let otherBackground = F.pixel(of: other.background)
    for row in rows {
      compose(scene, row: row)
      second.compose(other, row: row)
      for index in 0..<spans.count {
        var column = spans[index].lowerBound
        while column < spans[index].upperBound {
          // Up to where both know the same of all pixels.
          let end = min(
            columnsAlike(from: column), second.columnsAlike(from: column), spans[index].upperBound)
          let pixel = self.pixel(F.self, at: column, or: background)
          if pixel != second.pixel(F.self, at: column, or: otherBackground) { return true }
          column = end
        }
      }
    }
    return false
  }

  /// One pixel of the present row.
  @inlinable
  func pixel<F: PixelFormat>(
    _ format: F.Type, at column: Int, or background: F.Pixel
  ) -> F.Pixel {
    guard composed.contains(column) else { return background }
    return F.pixel(of: composer.color(at: column))
  }

  /// The end of the pixels from a column on that are known to have its colour.
  @usableFromInline
  func columnsAlike(from column: Int) -> Int {
    if column < composed.lowerBound { return composed.lowerBound }
    return column < composed.upperBound ? composer.columnsAlike(from: column) : .max
  }

  /// Prepares a picture that nobody will see: it does not count as written.
  @usableFromInline
  mutating func beginComparison(
    _ scene: borrowing Scene, _ damage: borrowing Region, width: Int, height: Int
  ) -> Range<Int> {
    let written = pixelsWritten
    defer { pixelsWritten = written }
    return begin(scene, damage, width: width, height: height)
  }
}

extension PixelFormat {
  /// The stored form of a colour.
  @inlinable
  static func pixel(of color: Color) -> Pixel {
    pixel(red: color.red, green: color.green, blue: color.blue)
  }
}
