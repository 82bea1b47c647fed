// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Renderer {
  /// Composites a shape's damaged pixels over the row.
  ///
  /// The kind of paint is chosen once for the row, not for each of its runs.
  mutating func paintRuns(
    ofShape index: Int, _ scene: borrowing Scene, row: Int, finishing format: PixelFormat?
  ) {
    if coverage.isEmpty { return }
    compositor.beginLayer()
    switch shapes[index].paint {
    case .solid(let color):
      composite(color, color, isGradient: false, ofShape: index)
    case .linear(let evaluator):
      if evaluators.linear[evaluator].isConstantInRows {
        let color = evaluators.linear[evaluator].color(ofRow: row, of: scene)
        composite(color, color, isGradient: true, ofShape: index)
      } else {
        paintLinear(evaluator, ofShape: index, scene, row: row, finishing: format)
      }
    case .halves(let evaluator):
      if let border = evaluators.halves[evaluator].borderOfColors {
        let colors = evaluators.halves[evaluator].colors(ofRow: row, of: scene)
        composite(colors.left, colors.right, border: border, isGradient: true, ofShape: index)
      } else {
        var search = takeRuns(ofShape: index)
        while next(&search) {
          compositor.open(search.columns, search.alpha)
          evaluators.halves[evaluator].paint(
            search.columns, row: row, alpha: search.alpha, into: &compositor.line, of: scene)
        }
      }
    case .ring(let evaluator):
      var search = takeRuns(ofShape: index)
      while next(&search) {
        compositor.open(search.columns, search.alpha)
        paintRing(evaluator, scene, search.columns, row: row, alpha: search.alpha)
      }
    case .pixmap(let number, let x, let y):
      var search = takeRuns(ofShape: index)
      // Without it nothing is painted, but the coverage is taken.
      guard let pixmap = scene.pixmap(number, ofShape: index) else { break }
      while next(&search) {
        paint(pixmap, x: x, y: y, search.columns, row: row, alpha: search.alpha)
      }
    }
    compositor.endLayer()
  }

  /// Paints a ring's gradient over columns of the line, with an opacity in Q16.
  @inline(never)
  private mutating func paintRing(
    _ evaluator: Int, _ scene: borrowing Scene, _ columns: Range<Int>, row: Int, alpha: UInt32
  ) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      // What is below is overwritten, so it is kept, a pixel at a time: edges seldom have more.
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

  /// Composites a layer over the row, of one colour up to a column and another one from there on.
  private mutating func composite(
    _ left: ColorWord, _ right: ColorWord, border: Int = .max, isGradient: Bool, ofShape index: Int
  ) {
    compositor.composite(
      &coverage, from: shapes[index].left,
      LayerColors(
        left: left, right: right, border: border,
        flags: isGradient ? CompositedSpan.gradient : 0, opacity: shapes[index].alpha))
  }

  /// Composites a gradient over the row; one whose rows are all equal is finished only once.
  private mutating func paintLinear(
    _ evaluator: Int, ofShape index: Int, _ scene: borrowing Scene, row: Int,
    finishing format: PixelFormat?
  ) {
    // Where rows were found to be equal, the gradient is painted only once and needs no copy.
    let repeats = evaluators.linear[evaluator].repeatsRows && lastLinearShape == index
    lastLinearShape = index
    var search = takeRuns(ofShape: index)
    while next(&search) {
      if search.alpha == 65536, let format {
        finish(search.columns, evaluator, ofShape: index, scene, row: row, repeats, format)
        continue
      }
      compositor.open(search.columns, search.alpha)
      evaluators.linear[evaluator].paint(
        search.columns, row: row, alpha: search.alpha, into: &compositor.line, of: scene)
    }
  }

  /// Composites finished pixels of a gradient over the row.
  private mutating func finish(
    _ columns: Range<Int>, _ evaluator: Int, ofShape index: Int, _ scene: borrowing Scene, row: Int,
    _ repeats: Bool, _ format: PixelFormat
  ) {
    compositor.finish(columns)
    if finishedShape == index { return }
    let window = shapes[index].window
    evaluators.linear[evaluator].store(
      repeats ? window.x..<window.right : columns, row: row, alpha: format == .argb8888 ? 0xFF : 0,
      into: &compositor.finished, of: scene)
    finishedShape = repeats ? index : -1
  }

  private mutating func takeRuns(ofShape index: Int) -> RunSearch {
    RunSearch(
      left: shapes[index].left, coverage.takeRuns(opacity: shapes[index].alpha))
  }

  /// Advances to the next damaged columns of one opacity; false after the last ones.
  private mutating func next(_ search: inout RunSearch) -> Bool {
    while true {
      while search.nextSpan < spans.count {
        search.columns = search.run.clamped(to: spans[search.nextSpan])
        search.nextSpan += 1
        if !search.columns.isEmpty { return true }
      }
      if search.nextRun + 1 >= search.runCount { return false }
      search.take(coverage.runs[search.nextRun], upTo: coverage.runs[search.nextRun + 1])
      search.nextSpan = search.alpha == 0 ? spans.count : 0
    }
  }
}

/// The progress of the search for a shape's damaged pixels in a row.
private struct RunSearch {
  private let left: Int
  let runCount: Int
  private(set) var nextRun = 0
  /// The current run's columns, the first damaged span that was not yet compared with it, and
  /// the columns that both have.
  private(set) var run = 0..<0
  var nextSpan = Int.max
  var columns = 0..<0
  /// The current run's opacity, Q16.
  private(set) var alpha: UInt32 = 0

  init(left: Int, _ runCount: Int) {
    (self.left, self.runCount) = (left, runCount)
  }

  mutating func take(_ run: CoverageRow.Run, upTo next: CoverageRow.Run) {
    self.run = Int(run.start) + left..<Int(next.start) + left
    alpha = run.alpha
    nextRun += 1
  }
}

extension Renderer {
  /// Composites the pixels of a pixmap, of which the top left one is at (x, y), over some columns.
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
      // Blue, green and red are where a colour's are, each of 8 bits.
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
}
