import FixedPoint

extension Renderer {
  /// Paints what a shape covers of the damaged pixels of a row.
  ///
  /// The kind of paint is chosen once for the row, not for each of its runs.
  mutating func paintRuns(ofShape index: Int, _ scene: borrowing Scene, row: Int) {
    var search = RunSearch(left: shapes[index].window.x, opacity: shapes[index].alpha)
    coverage.beginRuns()
    switch shapes[index].kernel {
    case .solid(let color):
      while next(&search) { line.blend(search.columns, color, search.alpha) }
    case .linear(var kernel):
      let repeats = kernel.repeatsRows
      while next(&search) {
        if repeats && search.alpha == 65536 {
          repeatRow(ofShape: index, kernel, search.columns, scene, row: row)
        } else {
          kernel.paint(search.columns, row: row, alpha: search.alpha, into: &line, of: scene)
        }
      }
    case .halves(var left, var right, let side):
      while next(&search) {
        let (here, there) = side.split(search.columns, row: row)
        left.paint(here, row: row, alpha: search.alpha, into: &line, of: scene)
        right.paint(there, row: row, alpha: search.alpha, into: &line, of: scene)
      }
    case .ring(var kernel):
      while next(&search) {
        kernel.paint(
          search.columns, row: row, alpha: search.alpha, into: &line, of: scene, arcTangent)
      }
    }
  }

  /// Copies pixels from the one row of a gradient whose rows are all alike.
  private mutating func repeatRow(
    ofShape index: Int, _ kernel: LinearKernel, _ columns: Range<Int>, _ scene: borrowing Scene,
    row: Int
  ) {
    if repeatedShape != index {
      let window = shapes[index].window
      var kernel = kernel
      kernel.paint(
        window.x..<window.right, row: row, alpha: 65536, into: &repeated, of: scene)
      repeatedShape = index
    }
    line.copy(columns, of: repeated)
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
