// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

extension Renderer {
  /// Composites a shape's damaged pixels over the row.
  mutating func paintRuns(
    ofShape index: Int, _ scene: borrowing Scene, row: Int, finishing format: PixelFormat?
  ) {
    if coverage.isEmpty { return }
    compositor.beginLayer()
    var repeats = false
    switch shapes[index].paint {
    case .solid(let color):
      return composite(color, color, isGradient: false, ofShape: index)
    case _ where shapes[index].isTranslucent: break
    case .linear(let evaluator):
      if evaluators.linear[evaluator].isConstantInRows {
        let color = evaluators.linear[evaluator].color(ofRow: row, of: scene)
        return composite(color, color, isGradient: true, ofShape: index)
      }
      // If rows are equal, the gradient has been painted already and needs no copy.
      repeats = evaluators.linear[evaluator].repeatsRows && lastLinearShape == index
      lastLinearShape = index
    case .halves(let evaluator):
      if let border = evaluators.halves[evaluator].borderOfColors {
        let colors = evaluators.halves[evaluator].colors(ofRow: row, of: scene)
        return composite(
          colors.left, colors.right, border: border, isGradient: true, ofShape: index)
      }
    case .ring, .radial, .pixmap, .sampledPixmap: break
    }
    let count = coverage.takeRuns(opacity: shapes[index].alpha)
    let left = shapes[index].left
    for number in 0..<count - 1 {
      let run = coverage.runs[number]
      if run.alpha == 0 { continue }
      let all = Int(run.start) + left..<Int(coverage.runs[number + 1].start) + left
      for span in 0..<spans.count {
        let columns = all.clamped(to: spans[span])
        if columns.isEmpty { continue }
        paint(columns, ofShape: index, scene, row: row, alpha: run.alpha, repeats, format)
      }
    }
    compositor.endLayer()
  }

  /// Composites some damaged columns of a shape with more than two colours.
  private mutating func paint(
    _ columns: Range<Int>, ofShape index: Int, _ scene: borrowing Scene, row: Int, alpha: UInt32,
    _ repeats: Bool, _ format: PixelFormat?
  ) {
    switch shapes[index].paint {
    case .solid: break
    case _ where shapes[index].isTranslucent:
      paintGradient(columns, ofShape: index, scene, row: row, alpha: alpha)
    case .linear(let evaluator):
      if alpha == 65536, let format {
        return finish(columns, evaluator, ofShape: index, scene, row: row, repeats, format)
      }
      compositor.open(columns, alpha)
      evaluators.linear[evaluator].paint(
        columns, row: row, alpha: alpha, into: &compositor.line, of: scene)
    case .halves(let evaluator):
      compositor.open(columns, alpha)
      evaluators.halves[evaluator].paint(
        columns, row: row, alpha: alpha, into: &compositor.line, of: scene)
    case .ring(let evaluator):
      compositor.open(columns, alpha)
      paintRing(evaluator, scene, columns, row: row, alpha: alpha)
    case .radial: paintGradient(columns, ofShape: index, scene, row: row, alpha: alpha)
    case .pixmap(let number, let x, let y):
      guard let pixmap = scene.pixmap(number, ofShape: index) else { return }
      paint(pixmap, x: x, y: y, columns, row: row, alpha: alpha)
    case .sampledPixmap(let sampler):
      let sampler = evaluators.samplers[sampler]
      guard let pixmap = scene.pixmap(sampler.pixmap, ofShape: index) else { return }
      let isOpaque = pixmap.isOpaque && alpha >= 65536
      compositor.open(columns, isOpaque ? 65536 : 0)
      compositor.line.composite(pixmap, sampler, columns, row: row, alpha)
    }
  }

  /// Paints any gradient over some damaged columns, with an opacity in Q16.
  ///
  /// Colours that hide what is below are found in place, others beside the line, to be composited over it.
  @inline(never)
  private mutating func paintGradient(
    _ columns: Range<Int>, ofShape index: Int, _ scene: borrowing Scene, row: Int, alpha: UInt32
  ) {
    let (paint, isOpaque) = (shapes[index].paint, alpha >= 65536 && !shapes[index].isTranslucent)
    compositor.open(columns, isOpaque ? 65536 : 0)
    if isOpaque {
      evaluators.findColors(
        of: paint, columns, row: row, into: &compositor.line, of: scene, arcTangent, coverage.roots)
    } else {
      evaluators.findColors(
        of: paint, columns, row: row, into: &gradientLine, of: scene, arcTangent, coverage.roots)
      compositor.line.composite(gradientLine, columns, alpha)
    }
  }

  /// Paints a ring's gradient over columns of the line, with an opacity in Q16.
  @inline(never)
  private mutating func paintRing(
    _ evaluator: Int, _ scene: borrowing Scene, _ columns: Range<Int>, row: Int, alpha: UInt32
  ) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      // Pixels below are overwritten by the paint, so each is kept and blended alone: edges seldom
      // have more than one.
      let end = alpha >= 65536 ? columns.upperBound : column + 1
      let under = compositor.line[column]
      evaluators.rings[evaluator].paint(
        column..<end, row: row, into: &compositor.line, of: scene, arcTangent)
      if alpha < 65536 {
        compositor.line[column] = under.covered(by: compositor.line[column], alpha)
      }
      column = end
    }
  }

  /// Composites a layer with one colour left of a column, and another colour from there on.
  private mutating func composite(
    _ left: ColorWord, _ right: ColorWord, border: Int = .max, isGradient: Bool, ofShape index: Int
  ) {
    compositor.composite(
      &coverage, from: shapes[index].left,
      LayerColors(
        left: left, right: right, border: border,
        flags: isGradient ? CompositedSpan.gradient : 0, opacity: shapes[index].alpha))
  }

  /// Composites stored pixels of a gradient over the row.
  private mutating func finish(
    _ columns: Range<Int>, _ evaluator: Int, ofShape index: Int, _ scene: borrowing Scene, row: Int,
    _ repeats: Bool, _ format: PixelFormat
  ) {
    compositor.open(columns, 65536, as: CompositedSpan.finished)
    if finishedShape == index { return }
    let window = shapes[index].window
    evaluators.linear[evaluator].store(
      repeats ? window.x..<window.right : columns, row: row, alpha: format == .argb8888 ? 0xFF : 0,
      into: &compositor.finished, of: scene)
    finishedShape = repeats ? index : -1
  }
}

extension Renderer {
  /// Composites the pixels of a pixmap over some columns; its top left pixel is at (x, y).
  mutating func paint(
    _ pixmap: Pixmap, x: Int, y: Int, _ columns: Range<Int>, row: Int, alpha: UInt32
  ) {
    let columns = columns.clamped(to: x..<x + pixmap.width)
    guard row >= y && row < y + pixmap.height, !columns.isEmpty else { return }
    let isOpaque = pixmap.isOpaque && alpha >= 65536
    compositor.open(columns, isOpaque ? 65536 : 0)
    compositor.line.composite(
      pixmap.span(columns.lowerBound - x..<columns.upperBound - x, ofRow: row - y),
      from: columns.lowerBound, alpha)
  }
}

extension LineBuffer {
  /// Composites premultiplied pixels over those from a column on, with an opacity in Q16.
  @_optimize(speed)
  mutating func composite(_ pixels: Span<UInt32>, from column: Int, _ alpha: UInt32) {
    var line = mutableSpan(column..<column + pixels.count)
    let opacity = UInt64(min(alpha, 65536))
    for index in 0..<pixels.count {
      let pixel = UInt64(pixels[index])
      // Blue, green and red at the positions of a colour's channels, each of 8 bits.
      let bytes = pixel >> 16 & 255 | (pixel & 0xFF00) << 8 | (pixel & 255) << 32
      if pixel >= 0xFF00_0000 && opacity == 65536 {
        line[index] = ColorWord(bits: 257 &* bytes)
      } else if pixel >= 0x0100_0000 {
        let under = line[index].bits
        let covered = ((65793 &* (pixel >> 24) &+ 128) >> 8) &* opacity &+ 32768
        let rest = 65536 &- covered >> 16
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 48 {
          let over = (257 &* (bytes &>> shift & 255) &* opacity) >> 16
          let below = (under &>> shift & 0xFFFF) &* rest &+ 32768
          result |= (over &+ below >> 16) &<< shift
          shift &+= 16
        }
        line[index] = ColorWord(bits: result)
      }
    }
  }

  /// Composites the colours of a gradient over some columns, with an opacity in Q16.
  ///
  /// Their transparency is in the bits above the channels.
  @inline(never)
  @_optimize(speed)
  mutating func composite(_ colors: borrowing LineBuffer, _ columns: Range<Int>, _ alpha: UInt32) {
    let colors = colors.span(columns)
    var line = mutableSpan(columns)
    let opacity = UInt64(min(alpha, 65536))
    for index in 0..<line.count {
      let share = 65535 &- colors[index].bits &>> 48
      let covered = ((share &+ share &>> 15) &* opacity &+ 32768) &>> 16
      line[index] = line[index].covered(
        by: colors[index], UInt32(truncatingIfNeeded: covered))
    }
  }
}
