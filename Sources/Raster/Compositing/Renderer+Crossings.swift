// SPDX-License-Identifier: Apache-2.0

import DisplayList

extension Renderer {
  /// Draws consecutive rows that edges only cross from top to bottom; see `EdgeCrossingScanline`.
  ///
  /// It begins in the present band of the damage, which `bandEnd` ends, and continues in the next bands:
  /// their rows have other damaged columns, but the same edges. Returns the first row that is not drawn.
  @_optimize(speed)
  mutating func drawEdgeCrossings(
    _ rows: Range<Int>, _ damage: borrowing DamageRegion, bandEnd: inout Int,
    of scene: borrowing Scene, into buffer: inout PixelBuffer
  ) -> Int {
    if spans.isEmpty { return bandEnd }
    let format = buffer.format
    let end = findCrossings(rows, format)
    if end == rows.lowerBound { return end }
    let background = ColorWord(scene.background)
    crossingScanline.setTints(0, background, background, format)
    // The colours of all layers except the background are found in the first row; those of gradients in each
    // row.
    let all = UInt32.max &<< UInt32(truncatingIfNeeded: crossingScanline.layerCount)
    var (row, layers) = (rows.lowerBound, ~all & ~1)
    while true {
      crossingScanline.setSegments(spans)
      let memory = crossingScanline.memory(
        spans.extent, alpha: format == .argb8888 ? 0xFF00_0000 : 0, compositor.line)
      let (count, first, bandRowEnd) = (spans.count, spans[0], min(end, bandEnd))
      while true {
        if layers != 0 { layers = colorLayers(layers, of: scene, row: row, format) }
        if memory.varied != 0 && !paintLayers(of: scene, row: row) { return row }
        if crossingScanline.overlaps && !crossingScanline.merge(compositor.line) { return row }
        crossingScanline.composite(memory)
        var writer = buffer.row(row)
        var (columns, index) = (first, 1)
        while true {
          // The copied pixels are as many as the columns. They are in the row's own memory, and in the
          // writer's. This becomes the C library's memmove.
          unsafe writer.pointer(to: columns).copyMemory(
            from: memory.pixels + columns.lowerBound, byteCount: columns.count &* 4)
          if index >= count { break }
          columns = spans[index]
          index &+= 1
        }
        row &+= 1
        if row >= end { return end }
        if row >= bandRowEnd { break }
        if !crossingScanline.locate(row, &outline.edges, &coverage) { return row }
      }
      setSpans(damage.spans(ofRow: row))
      bandEnd = damage.rowsAlike(from: row)
      if spans.isEmpty || !crossingScanline.locate(row, &outline.edges, &coverage) { return row }
    }
  }

  /// Finds the edges that cross rows, and locates their crossings in the first row.
  ///
  /// Returns the first row that has other edges, or that needs the compositor.
  private mutating func findCrossings(_ rows: Range<Int>, _ format: PixelFormat) -> Int {
    let (row, top) = (rows.lowerBound, Int32(rows.lowerBound) << 16)
    var end = rows.upperBound
    crossingScanline.begin()
    // The lists contain only these edges.
    let edges = unsafe outline.edges.edges.pointer(to: outline.edges.count)
    for index in 0..<shapeCount where activeEdges[index] >= 0 {
      var next = activeEdges[index]
      var isFirst = true
      while next >= 0 {
        let number = next
        let edge = unsafe edges + Int(number)
        next = unsafe edge.pointee.next
        let bottom = unsafe edge.pointee.y1
        if bottom <= top { continue }
        end = min(end, Int(bottom >> 16))
        if unsafe end <= row || edge.pointee.y0 > top { return row }
        if isFirst {
          if !crossingScanline.addLayer(index) || shapes[index].alpha < 65536
            || shapes[index].group != 0 || shapes[index].isTranslucent
            || !crosses(shapes[index].paint, format)
          {
            return row
          }
          isFirst = false
        }
        let circle = unsafe edge.pointee.circle
        if unsafe !crossingScanline.add(number, circle, edge.pointee.side) { return row }
        if circle >= 0 {
          end = min(
            end, crossingScanline.findCircle(&outline.edges.circles[Int(circle)], row: row))
        }
      }
    }
    if crossingScanline.crossingCount == 0
      || !crossingScanline.locate(row, &outline.edges, &coverage)
    {
      return row
    }
    return outline.edges.nextRow(after: row, upTo: end)
  }

  /// Whether a paint has one or two colours in each row, or is a ring's; all paints with two colours have the
  /// same border.
  private mutating func crosses(_ paint: PreparedPaint, _ format: PixelFormat) -> Bool {
    switch paint {
    case .solid: return true
    case .linear(let evaluator): return evaluators.linear[evaluator].isConstantInRows
    case .halves(let evaluator):
      guard let border = evaluators.halves[evaluator].borderOfColors,
        crossingScanline.border == .max || crossingScanline.border == border
      else { return false }
      crossingScanline.border = border
      return true
    // Tints have red and blue swapped, but individual pixel colours do not.
    case .ring:
      crossingScanline.varied |=
        1 &<< UInt32(truncatingIfNeeded: crossingScanline.layerCount &- 1)
      return format.hasColorOrder
    case .radial, .pixmap, .sampledPixmap: return false
    }
  }

  /// Finds the colours of some layers in a row; returns the gradients among these layers.
  ///
  /// Both sets are bits.
  private mutating func colorLayers(
    _ layers: UInt32, of scene: borrowing Scene, row: Int, _ format: PixelFormat
  ) -> UInt32 {
    var (rest, gradients) = (layers, layers)
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      let others = rest & (rest &- 1)
      switch shapes[crossingScanline.layers[index]].paint {
      case .solid(let color):
        crossingScanline.setTints(index, color, color, format)
        gradients ^= rest ^ others
      case .linear(let evaluator):
        let color = evaluators.linear[evaluator].color(ofRow: row, of: scene)
        crossingScanline.setTints(index, color, color, format)
      case .halves(let evaluator):
        let colors = evaluators.halves[evaluator].colors(ofRow: row, of: scene)
        crossingScanline.setTints(index, colors.left, colors.right, format)
      case .ring, .radial, .pixmap, .sampledPixmap:
        gradients ^= rest ^ others
      }
      rest = others
    }
    return gradients
  }

  /// Paints the damaged columns of layers with many colours.
  ///
  /// Returns false where two such layers share a column: the line buffer has one colour for it.
  private mutating func paintLayers(of scene: borrowing Scene, row: Int) -> Bool {
    var (begin, painted) = (-1, Int32.min)
    // The crossing after the last one stands for a layer that continues to the right.
    for index in 0...crossingScanline.crossingCount {
      let end = crossingScanline.crossings[index]
      let isLast = index == crossingScanline.crossingCount
      if isLast && begin < 0 { break }
      let layer = isLast ? crossingScanline.crossings[begin].layer : end.layer
      guard crossingScanline.varied &>> UInt32(layer) & 1 != 0,
        case .ring(let evaluator) = shapes[crossingScanline.layers[Int(layer)]].paint
      else { continue }
      if begin < 0 {
        begin = index
        continue
      }
      let first = crossingScanline.crossings[begin]
      if first.layer != layer || first.first > end.first || first.first < painted { return false }
      (begin, painted) = (-1, end.end)
      for span in 0..<spans.count {
        let columns = (Int(first.first)..<Int(painted)).clamped(to: spans[span])
        evaluators.rings[evaluator].paint(
          columns, row: row, into: &compositor.line, of: scene, arcTangent)
      }
    }
    return true
  }
}

extension EdgeCrossingScanline {
  /// Sets a layer's colours in a row; the format has four bytes per pixel.
  fileprivate mutating func setTints(
    _ layer: Int, _ left: ColorWord, _ right: ColorWord, _ format: PixelFormat
  ) {
    let alpha: UInt64 = format == .argb8888 ? 0xFFFF &<< 48 : 0
    var (left, right) = (ColorWord(bits: left.bits | alpha), ColorWord(bits: right.bits | alpha))
    if format == .xbgr8888 { (left, right) = (left.swapped, right.swapped) }
    tints[layer] = Tint(color: left, pixel: left.bytes)
    tints[EdgeCrossingScanline.layerCapacity &+ layer] = Tint(color: right, pixel: right.bytes)
  }
}

extension ColorWord {
  /// The colour with red and blue exchanged.
  fileprivate var swapped: ColorWord {
    ColorWord(bits: (bits & 0xFFFF) &<< 32 | bits & 0xFFFF_0000 | bits &>> 32)
  }
}
