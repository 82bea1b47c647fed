// SPDX-License-Identifier: Apache-2.0

extension StraightImage {
  /// The pixels at the left, the top, the right and the bottom edge between which nothing changes: what is there can be
  /// stretched without being seen to be.
  ///
  /// An axis without much of that has no edges: the image is stretched as a whole.
  var edges: [Int] {
    let columns = StraightImage.ends(of: width) { hasEqualColumns($0, $0 + 1) }
    let rows = StraightImage.ends(of: height) { hasEqualRows($0, $0 + 1) }
    return [columns.first, rows.first, columns.last, rows.last]
  }

  /// Whether all columns look the same.
  var isUniformAcross: Bool { (1..<max(width, 1)).allSatisfy { hasEqualColumns($0 - 1, $0) } }

  /// The pixels before and after the longest run of equal ones.
  private static func ends(
    of count: Int, isEqual: (Int) -> Bool
  ) -> (first: Int, last: Int) {
    var (start, longest) = (0, 0..<0)
    for index in 0..<count {
      let isLast = index == count - 1 || !isEqual(index)
      guard isLast else { continue }
      if index + 1 - start > longest.count { longest = start..<index + 1 }
      start = index + 1
    }
    guard longest.count >= max(2, count / 8) else { return (0, 0) }
    return (longest.lowerBound, count - longest.upperBound)
  }

  private func hasEqualColumns(_ a: Int, _ b: Int) -> Bool {
    (0..<height).allSatisfy { areEqual(4 * ($0 * width + a), 4 * ($0 * width + b)) }
  }

  private func hasEqualRows(_ a: Int, _ b: Int) -> Bool {
    (0..<width).allSatisfy { areEqual(4 * (a * width + $0), 4 * (b * width + $0)) }
  }

  /// Whether two pixels look the same.
  private func areEqual(_ a: Int, _ b: Int) -> Bool {
    pixels[a + 3] == pixels[b + 3]
      && (pixels[a + 3] == 0 || (0..<3).allSatisfy { pixels[a + $0] == pixels[b + $0] })
  }
}
