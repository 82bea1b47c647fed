// SPDX-License-Identifier: Apache-2.0

extension Renderer {
  /// Whether two scenes differ in any pixel of a damage region; stores nothing.
  ///
  /// Scenes that differ may still give the same pixels, where things moved by less than a shade or
  /// under something else. Both are composited row by row, the second by a renderer of its own, up to
  /// the first row that differs. For a moving scene that is most likely one near the top, where
  /// shapes begin and texts do not, or else one in the middle: these two come first, alone, since
  /// outlines cost the less the fewer rows they are needed for.
  ///
  /// - Complexity: That of compositing both scenes up to the first row that differs.
  package mutating func differs(
    _ scene: borrowing Scene, from other: borrowing Scene, compositedBy second: inout Renderer,
    within damage: borrowing DamageRegion, as format: PixelFormat
  ) -> Bool {
    let bounds = damage.bounds
    if bounds.isEmpty { return false }
    let rows = bounds.y..<bounds.bottom
    if rows.count > 8 {
      let near = rows.lowerBound + rows.count / 16
      let middle = rows.lowerBound + rows.count / 2
      if differs(scene, from: other, &second, damage, bounds.with(rows: near..<near + 1), format)
        || differs(
          scene, from: other, &second, damage, bounds.with(rows: middle..<middle + 1), format)
      {
        return true
      }
    } else {
      // A bar whose colours flow shows that in its first pixels.
      let corner = PixelRectangle(x: bounds.x, y: bounds.y, width: min(8, bounds.width), height: 1)
      if differs(scene, from: other, &second, damage, corner, format) { return true }
    }
    return differs(scene, from: other, &second, damage, bounds, format)
  }

  /// Whether two scenes differ in any damaged pixel of a part.
  private mutating func differs(
    _ scene: borrowing Scene, from other: borrowing Scene, _ second: inout Renderer,
    _ damage: borrowing DamageRegion, _ rectangle: PixelRectangle, _ format: PixelFormat
  ) -> Bool {
    let rows = begin(scene, within: rectangle)
    _ = second.begin(other, within: rectangle)
    for row in rows {
      spans = damage.spans(ofRow: row)
      spans.clip(to: rectangle.x..<rectangle.right)
      second.spans = spans
      composite(scene, row: row)
      second.composite(other, row: row)
      for index in 0..<spans.count {
        var column = spans[index].lowerBound
        while column < spans[index].upperBound {
          let pixels = pixels(from: column, scene.background)
          let others = second.pixels(from: column, other.background)
          if pixels.bits != others.bits && differ(pixels, others, format) { return true }
          // Up to the end of the shorter span.
          column = min(pixels.end, others.end, spans[index].upperBound)
        }
      }
    }
    return false
  }

  /// The pixels from a column on that are known to have its colour.
  private func pixels(from column: Int, _ background: Color) -> CompositedSpan {
    if composited.contains(column) { return compositor.pixels(from: column) }
    let end = column < composited.lowerBound ? composited.lowerBound : Int.max
    return CompositedSpan(upTo: end, bits: ColorWord(background).bits)
  }

  /// Whether two spans with different bits may be stored differently.
  ///
  /// Always assumed where gradients are dithered.
  private func differ(_ pixels: CompositedSpan, _ others: CompositedSpan, _ format: PixelFormat)
    -> Bool
  {
    let hasGradient = pixels.isGradient || others.isGradient
    return hasGradient && dithering.applies(to: format)
      || !format.isSame(pixels.color.color, others.color.color)
  }
}

extension PixelRectangle {
  /// The same columns of other rows.
  fileprivate func with(rows: Range<Int>) -> PixelRectangle {
    PixelRectangle(x: x, y: rows.lowerBound, width: width, height: rows.count)
  }
}

extension PixelFormat {
  /// Whether two colours give the same pixel.
  @inline(never)
  fileprivate func isSame(_ first: Color, _ second: Color) -> Bool {
    // The order of the channels and the other bits make no difference.
    let format = hasBytes ? PixelFormat.xrgb8888 : self
    return format.pixel(of: first) == format.pixel(of: second)
  }
}
