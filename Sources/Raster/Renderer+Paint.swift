import FixedPoint

extension Renderer {
  /// Lays what a shape covers of the damaged pixels over the row.
  ///
  /// The kind of paint is chosen once for the row, not for each of its runs.
  mutating func paintRuns(ofShape index: Int, _ scene: borrowing Scene, row: Int) {
    var search = RunSearch(left: shapes[index].window.x, opacity: shapes[index].alpha)
    coverage.beginRuns()
    composer.beginLayer()
    switch shapes[index].paint {
    case .solid(let color):
      paint(.one(color), isGradient: false, &search)
    case .linear(let kernel):
      if kernels.linear[kernel].isConstantInRows {
        let color = kernels.linear[kernel].color(ofRow: row, of: scene)
        paint(.one(color), isGradient: true, &search)
      } else {
        paintLinear(kernel, ofShape: index, &search, scene, row: row)
      }
    case .halves(let kernel):
      if kernels.halves[kernel].hasTwoColors {
        let colors = kernels.halves[kernel].colors(ofRow: row, of: scene)
        paint(colors, isGradient: true, &search)
      } else {
        while next(&search) {
          composer.open(search.columns, search.alpha)
          kernels.halves[kernel].paint(
            search.columns, row: row, alpha: search.alpha, into: &composer.line, of: scene)
        }
      }
    case .ring(let kernel):
      while next(&search) {
        composer.open(search.columns, search.alpha)
        kernels.rings[kernel].paint(
          search.columns, row: row, alpha: search.alpha, into: &composer.line, of: scene, arcTangent
        )
      }
    }
    composer.endLayer()
  }

  /// Lays one or two colours over the row.
  private mutating func paint(_ paint: RowPaint, isGradient: Bool, _ search: inout RunSearch) {
    switch paint {
    case .one(let color):
      while next(&search) {
        composer.cover(search.columns, color, search.alpha, isGradient: isGradient)
      }
    case .two(let left, let border, let right):
      while next(&search) {
        let columns = search.columns
        let middle = min(max(border, columns.lowerBound), columns.upperBound)
        composer.cover(
          columns.lowerBound..<middle, left, search.alpha, isGradient: isGradient)
        composer.cover(
          middle..<columns.upperBound, right, search.alpha, isGradient: isGradient)
      }
    }
  }

  /// Lays a gradient over the row; one whose rows are all alike is painted once.
  private mutating func paintLinear(
    _ kernel: Int, ofShape index: Int, _ search: inout RunSearch, _ scene: borrowing Scene, row: Int
  ) {
    let repeats = kernels.linear[kernel].repeatsRows
    while next(&search) {
      if repeats && search.alpha == 65536 {
        if repeatedShape != index {
          let window = shapes[index].window
          kernels.linear[kernel].paint(
            window.x..<window.right, row: row, alpha: 65536, into: &repeated, of: scene)
          repeatedShape = index
        }
        composer.cover(search.columns, copying: repeated)
      } else {
        composer.open(search.columns, search.alpha)
        kernels.linear[kernel].paint(
          search.columns, row: row, alpha: search.alpha, into: &composer.line, of: scene)
      }
    }
  }

  /// Goes on to the next damaged columns of one opacity; false after the last ones.
  @inline(__always)
  private mutating func next(_ search: inout RunSearch) -> Bool {
    while true {
      while search.nextSpan < spans.count {
        search.columns = search.run.clamped(to: spans[search.nextSpan])
        search.nextSpan += 1
        if !search.columns.isEmpty { return true }
      }
      guard let run = coverage.nextRun() else { return false }
      search.take(run)
      search.nextSpan = search.alpha == 0 ? spans.count : 0
    }
  }
}

/// How far the search for a shape's pixels in a row has come.
private struct RunSearch {
  private let left: Int
  private let opacity: UInt32
  /// The present run's columns, the first damaged span that was not yet compared with it, and
  /// the columns that both have.
  private(set) var run = 0..<0
  var nextSpan = Int.max
  var columns = 0..<0
  /// The present run's opacity, Q16.
  private(set) var alpha: UInt32 = 0

  init(left: Int, opacity: UInt32) {
    (self.left, self.opacity) = (left, opacity)
  }

  mutating func take(_ next: CoverageRow.Run) {
    run = next.start + left..<next.end + left
    let area = UInt32(next.area)
    alpha = opacity == 65536 ? (area + 8) >> 4 : ((area >> 4) * opacity + 32768) >> 16
  }
}
