// SPDX-License-Identifier: Apache-2.0

/// A float64 image: the expected frame, with a mark for each pixel on an edge.
package struct ReferenceImage {
  package let width: Int, height: Int
  /// Red, green, blue per pixel, 0…255, row by row.
  package private(set) var channels: [Double]
  /// Whether any shape covers the pixel in part.
  package private(set) var isEdge: [Bool]

  package init(width: Int, height: Int, background: (Double, Double, Double)) {
    self.width = width
    self.height = height
    channels = []
    channels.reserveCapacity(width * height * 3)
    for _ in 0..<(width * height) {
      channels.append(background.0)
      channels.append(background.1)
      channels.append(background.2)
    }
    isEdge = Array(repeating: false, count: width * height)
  }

  /// Composites a shape, source-over, with a colour per pixel centre.
  package mutating func draw(
    _ shape: some ReferenceShape, opacity: Double = 1,
    color: (_ x: Double, _ y: Double) -> (Double, Double, Double)
  ) {
    guard opacity > 0 else { return }
    let heights = shape.criticalHeights.sorted()
    guard let top = heights.first, let bottom = heights.last else { return }
    let first = max(0, Int(top.rounded(.down))), last = min(height - 1, Int(bottom.rounded(.down)))
    guard first <= last else { return }
    for row in first...last {
      let coverage = rowCoverage(shape, row, heights)
      let whole = coveredThroughout(shape, row)
      for x in 0..<width where coverage[x] > 1e-9 {
        let index = row * width + x
        if coverage[x] < 1 - 1e-9 || !whole[x] { isEdge[index] = true }
        let alpha = min(1, coverage[x]) * opacity
        let ink = color(Double(x) + 0.5, Double(row) + 0.5)
        channels[index * 3] += alpha * (ink.0 - channels[index * 3])
        channels[index * 3 + 1] += alpha * (ink.1 - channels[index * 3 + 1])
        channels[index * 3 + 2] += alpha * (ink.2 - channels[index * 3 + 2])
      }
    }
  }

  /// The covered area of each pixel of a row.
  ///
  /// Between two critical heights the boundary is smooth, so that midpoints converge fast.
  private func rowCoverage(
    _ shape: some ReferenceShape, _ row: Int, _ heights: [Double]
  ) -> [Double] {
    var coverage = [Double](repeating: 0, count: width)
    var steps = [Double](repeating: 0, count: width + 1)
    let top = Double(row)
    var cuts = [top, top + 1]
    cuts += heights.filter { $0 > top && $0 < top + 1 }
    cuts.sort()
    var found: [ClosedRange<Double>] = []
    for (low, high) in zip(cuts, cuts.dropFirst()) where high - low > 1e-12 {
      let count = max(4, Int(((high - low) * 48).rounded(.up)))
      let weight = (high - low) / Double(count)
      for line in 0..<count {
        found.removeAll(keepingCapacity: true)
        shape.addIntervals(at: low + (Double(line) + 0.5) * weight, to: &found)
        for range in found { add(range, weight, &coverage, &steps) }
      }
    }
    var sum = 0.0
    for x in 0..<width {
      sum += steps[x]
      coverage[x] += sum
    }
    return coverage
  }

  /// Whether a pixel is covered up to its very top and bottom, where lines in between miss a curve.
  private func coveredThroughout(_ shape: some ReferenceShape, _ row: Int) -> [Bool] {
    var hits = [Int](repeating: 0, count: width)
    var found: [ClosedRange<Double>] = []
    for y in [Double(row) + 1e-7, Double(row + 1) - 1e-7] {
      found.removeAll(keepingCapacity: true)
      shape.addIntervals(at: y, to: &found)
      for range in found {
        let first = max(0, range.lowerBound.rounded(.up))
        let last = min(Double(width), range.upperBound.rounded(.down))
        if first < last { for x in Int(first)..<Int(last) { hits[x] += 1 } }
      }
    }
    return hits.map { $0 >= 2 }
  }

  private func add(
    _ range: ClosedRange<Double>, _ weight: Double, _ coverage: inout [Double],
    _ steps: inout [Double]
  ) {
    let low = max(0, range.lowerBound), high = min(Double(width), range.upperBound)
    guard low < high else { return }
    let first = Int(low), last = min(Int(high), width - 1)
    if first == last {
      coverage[first] += (high - low) * weight
      return
    }
    coverage[first] += (Double(first + 1) - low) * weight
    coverage[last] += (high - Double(last)) * weight
    steps[first + 1] += weight
    steps[last] -= weight
  }
}
