// SPDX-License-Identifier: Apache-2.0

extension Renderer {
  /// Draws rows whose edges only cross, as far as there are such rows; see `EdgeCrossingScanline`.
  ///
  /// Returns the first row that is not drawn. All rows have the damage `spans`.
  @_optimize(speed)
  mutating func drawEdgeCrossings(
    _ rows: Range<Int>, of scene: borrowing Scene, into buffer: inout PixelBuffer
  ) -> Int {
    if spans.isEmpty { return rows.upperBound }
    let end = findCrossings(rows, buffer.format)
    if end == rows.lowerBound { return end }
    let background = ColorWord(scene.background)
    crossingScanline.setTint(0, .one(background), buffer.format)
    // The layers from the lowest gradient on to the uppermost one.
    var gradients = 0..<0
    var isVaried = false
    for index in 1..<crossingScanline.layerCount {
      switch shapes[crossingScanline.layers[index].shape].paint {
      case .solid(let color):
        crossingScanline.setTint(index, .one(color), buffer.format)
      case .ring:
        #if !FLIPBOOK_PLAYGROUND
          crossingScanline.layers[index].isVaried = true
          (crossingScanline.layers[index].border, isVaried) = (.min, true)
        #endif
      case .linear, .halves, .pixmap:
        gradients = (gradients.isEmpty ? index : gradients.lowerBound)..<index + 1
      }
    }
    let (count, first) = (spans.count, spans[0])
    for row in rows.lowerBound..<end {
      if row > rows.lowerBound && !locateCrossings(row) { return row }
      if !gradients.isEmpty { colorLayers(gradients, of: scene, row: row, buffer.format) }
      if isVaried && !paintLayers(of: scene, row: row) { return row }
      if !crossingScanline.complete(compositor.line) { return row }
      var writer = buffer.row(row)
      crossingScanline.row &+= 1
      writer.store(first, span: 0, of: &crossingScanline, compositor.line)
      if count == 1 { continue }
      for index in 1..<count {
        writer.store(spans[index], span: index, of: &crossingScanline, compositor.line)
      }
    }
    return end
  }

  /// Finds the edges that cross rows, and locates their crossings in the first one.
  ///
  /// Returns the first row that has other edges, or that needs the compositor.
  private mutating func findCrossings(_ rows: Range<Int>, _ format: PixelFormat) -> Int {
    let (row, top) = (rows.lowerBound, Int32(rows.lowerBound) << 16)
    var end = rows.upperBound
    crossingScanline.begin()
    for index in 0..<shapeCount where activeEdges[index] >= 0 {
      let before = crossingScanline.crossingCount
      var next = activeEdges[index]
      while next >= 0 {
        let (number, edge) = (Int(next), outline.edges.edges[Int(next)])
        next = edge.next
        if edge.y1 <= top { continue }
        end = min(end, Int(edge.y1 >> 16))
        if end <= row || edge.y0 > top { return row }
        if edge.circle >= 0 && outline.edges.circles[Int(edge.circle)].fineness > 0 { return row }
        if crossingScanline.crossingCount == before {
          if shapes[index].alpha < 65536 || !crosses(shapes[index].paint, format) { return row }
          crossingScanline.addLayer(index)
        }
        if !crossingScanline.add(number, edge, outline.edges.circles) { return row }
      }
    }
    if crossingScanline.crossingCount == 0 || !locateCrossings(row) { return row }
    crossingScanline.arrange()
    return outline.edges.nextRow(after: row, upTo: end)
  }

  /// Locates the crossings in a row; false where the capacity is exceeded.
  @_optimize(speed)
  private mutating func locateCrossings(_ row: Int) -> Bool {
    let top = Int32(row) << 16
    crossingScanline.fractionCount = 0
    for index in 0..<crossingScanline.crossingCount {
      let edge = Int(crossingScanline.crossings[index].edge)
      let isLocated =
        crossingScanline.crossings[index].circle < 0
        ? crossingScanline.locateLine(&outline.edges.edges[edge], index, top: top)
        : crossingScanline.locateArc(&outline.edges.circles, index, top: top, coverage.roots)
      if !isLocated { return false }
    }
    return true
  }

  /// Whether a paint has one or two colours in each row, or a ring's.
  private func crosses(_ paint: PreparedPaint, _ format: PixelFormat) -> Bool {
    switch paint {
    case .solid: true
    case .linear(let evaluator): evaluators.linear[evaluator].isConstantInRows
    case .halves(let evaluator): evaluators.halves[evaluator].hasTwoColors
    // Red and blue are swapped in tints, but not where each pixel has its own colour.
    case .ring:
      #if FLIPBOOK_PLAYGROUND
        false
      #else
        format.hasColorOrder
      #endif
    case .pixmap: false
    }
  }

  /// Finds the colours of gradients in a row, for a range of layers.
  @_optimize(speed)
  private mutating func colorLayers(
    _ layers: Range<Int>, of scene: borrowing Scene, row: Int, _ format: PixelFormat
  ) {
    for index in layers {
      switch shapes[crossingScanline.layers[index].shape].paint {
      case .linear(let evaluator):
        let color = evaluators.linear[evaluator].color(ofRow: row, of: scene)
        crossingScanline.setTint(index, .one(color), format)
      case .halves(let evaluator):
        crossingScanline.setTint(
          index, evaluators.halves[evaluator].colors(ofRow: row, of: scene), format)
      case .solid, .ring, .pixmap: continue
      }
    }
  }

  /// Paints the damaged columns of layers with many colours, each from where it begins to where it ends;
  /// false where two of them share a column, since the line has one colour for it, or where one has no end.
  private mutating func paintLayers(of scene: borrowing Scene, row: Int) -> Bool {
    var (begin, painted) = (-1, Int32.min)
    for index in 0..<crossingScanline.crossingCount {
      let end = crossingScanline.crossings[index]
      let layer = crossingScanline.layers[Int(end.layer)]
      guard layer.isVaried, case .ring(let evaluator) = shapes[layer.shape].paint else { continue }
      if begin < 0 {
        begin = index
        continue
      }
      let first = crossingScanline.crossings[begin]
      if first.layer != end.layer || first.first > end.first || first.first < painted {
        return false
      }
      (begin, painted) = (-1, end.first + end.count)
      for span in 0..<spans.count {
        let columns = (Int(first.first)..<Int(painted)).clamped(to: spans[span])
        evaluators.rings[evaluator].paint(
          columns, row: row, into: &compositor.line, of: scene, arcTangent)
      }
    }
    return begin < 0
  }

}

extension EdgeCrossingScanline {
  /// Sets a layer's colours in a row, to be stored in a format of four bytes.
  @inline(__always)
  fileprivate mutating func setTint(_ layer: Int, _ paint: RowPaint, _ format: PixelFormat) {
    let alpha: UInt32 = format == .argb8888 ? 0xFF00_0000 : 0
    switch paint {
    case .one(let color):
      layers[layer].left = Tint(color, alpha)
      layers[layer].right = layers[layer].left
    case .two(let left, let border, let right):
      layers[layer].left = Tint(left, alpha)
      layers[layer].right = Tint(right, alpha)
      layers[layer].border = Int32(truncatingIfNeeded: border)
    }
    if format == .xbgr8888 { swapChannels(of: layer) }
  }

  /// Swaps red and blue.
  @inline(never)
  private mutating func swapChannels(of layer: Int) {
    layers[layer].left.swapChannels()
    layers[layer].right.swapChannels()
  }
}

extension EdgeCrossingScanline.Tint {
  @inline(__always)
  fileprivate init(_ color: ColorWord, _ alpha: UInt32) {
    self.color = color
    pixel = color.bytes | alpha
  }

  fileprivate mutating func swapChannels() {
    let (red, blue) = (color.bits >> 32, color.bits & 0xFFFF)
    color = ColorWord(bits: blue << 32 | color.bits & 0xFFFF_0000 | red)
    pixel = color.bytes
  }
}
