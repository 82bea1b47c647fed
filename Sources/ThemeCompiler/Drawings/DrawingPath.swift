// SPDX-License-Identifier: Apache-2.0

/// A point of a drawing on its page.
struct DrawingPoint: Hashable {
  var x, y: Double

  static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
  static func * (a: Self, k: Double) -> Self { Self(x: a.x * k, y: a.y * k) }
  var length: Double { (x * x + y * y).squareRoot() }
}

/// x′ = a·x + c·y + e, y′ = b·x + d·y + f, in SVG's notation.
struct DrawingMatrix: Hashable {
  var (a, b, c, d, e, f) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

  init() {}

  /// The matrix of `matrix(…)`; nil unless there are six numbers.
  init?(_ numbers: [Double]) {
    guard numbers.count == 6 else { return nil }
    (a, b, c, d, e, f) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
  }

  func apply(_ p: DrawingPoint) -> DrawingPoint {
    DrawingPoint(x: a * p.x + c * p.y + e, y: b * p.x + d * p.y + f)
  }

  /// This matrix followed by a second one.
  func followed(by next: DrawingMatrix) -> DrawingMatrix {
    let (x, y) = (
      next.apply(DrawingPoint(x: a, y: b)), next.apply(DrawingPoint(x: c, y: d))
    )
    let (origin, moved) = (
      next.apply(DrawingPoint(x: 0, y: 0)), next.apply(DrawingPoint(x: e, y: f))
    )
    return DrawingMatrix([
      x.x - origin.x, x.y - origin.y, y.x - origin.x, y.y - origin.y, moved.x, moved.y,
    ]) ?? next
  }

  /// The scale of lengths, as the mean of both axes.
  var scale: Double { (a * d - b * c).magnitude.squareRoot() }
}

/// A cubic curve; a line's control points are its ends.
struct DrawingCurve: Hashable {
  var start, first, second, end: DrawingPoint

  var isLine: Bool { first == start && second == end }

  func point(_ t: Double) -> DrawingPoint {
    let s = 1 - t
    return start * (s * s * s) + first * (3 * s * s * t) + second * (3 * s * t * t)
      + end * (t * t * t)
  }

  /// The part between two parameters.
  func part(_ from: Double, _ to: Double) -> DrawingCurve {
    if isLine { return DrawingCurve(line: point(from), point(to)) }
    /// The blossom of the curve.
    func blossom(_ u: Double, _ v: Double, _ w: Double) -> DrawingPoint {
      func mixed(_ a: DrawingPoint, _ b: DrawingPoint, _ t: Double) -> DrawingPoint {
        a + (b - a) * t
      }
      let (a, b, c) = (mixed(start, first, u), mixed(first, second, u), mixed(second, end, u))
      return mixed(mixed(a, b, v), mixed(b, c, v), w)
    }
    return DrawingCurve(
      start: blossom(from, from, from), first: blossom(from, from, to),
      second: blossom(from, to, to), end: blossom(to, to, to))
  }

  func transformed(_ matrix: DrawingMatrix) -> DrawingCurve {
    DrawingCurve(
      start: matrix.apply(start), first: matrix.apply(first), second: matrix.apply(second),
      end: matrix.apply(end))
  }
}

extension DrawingCurve {
  init(line start: DrawingPoint, _ end: DrawingPoint) {
    self.init(start: start, first: start, second: end, end: end)
  }
}

/// Consecutive curves.
struct DrawingContour: Hashable {
  var curves: [DrawingCurve] = []
  var isClosed = false
  /// The start, also without a curve.
  var start: DrawingPoint

  /// The contours of a path in cairo's form: M, L, C and Z with absolute coordinates; nil for any other.
  static func read(_ text: String) -> [DrawingContour]? {
    var contours: [DrawingContour] = []
    var numbers: [Double] = []
    var verb: Substring = ""
    var place = DrawingPoint(x: 0, y: 0)
    func appendSegment() -> Bool {
      func point(_ index: Int) -> DrawingPoint {
        DrawingPoint(x: numbers[2 * index], y: numbers[2 * index + 1])
      }
      switch (verb, numbers.count) {
      case ("", 0): return true
      case ("M", 2):
        place = point(0)
        contours.append(DrawingContour(start: place))
      case ("L", 2), ("C", 6):
        guard !contours.isEmpty else { return false }
        if contours[contours.count - 1].isClosed { contours.append(DrawingContour(start: place)) }
        let end = point(verb == "L" ? 0 : 2)
        contours[contours.count - 1].curves.append(
          verb == "L"
            ? DrawingCurve(line: place, end)
            : DrawingCurve(start: place, first: point(0), second: point(1), end: end))
        place = end
      case ("Z", 0):
        guard !contours.isEmpty else { return false }
        contours[contours.count - 1].isClosed = true
        place = contours[contours.count - 1].start
      default: return false
      }
      return true
    }
    for word in text.split(whereSeparator: { " ,\n".contains($0) }) {
      if let number = Double(word) {
        numbers.append(number)
      } else {
        guard appendSegment() else { return nil }
        (verb, numbers) = (word, [])
      }
    }
    guard appendSegment() else { return nil }
    return contours
  }

  func transformed(_ matrix: DrawingMatrix) -> DrawingContour {
    DrawingContour(
      curves: curves.map { $0.transformed(matrix) }, isClosed: isClosed, start: matrix.apply(start))
  }
}

extension DrawingContour {
  /// Its closed outline of quadratic curves, within a third of a unit; empty without an area.
  var outline: [OutlinePoint] {
    var points: [OutlinePoint] = []
    func put(_ point: DrawingPoint, isOnCurve: Bool) {
      points.append(
        OutlinePoint(
          x: Int(point.x.rounded()), y: Int(point.y.rounded()), isOnCurve: isOnCurve, isLast: false)
      )
    }
    put(start, isOnCurve: true)
    for curve in curves {
      if curve.isLine {
        put(curve.end, isOnCurve: true)
        continue
      }
      // A piece of 1/n deviates by √3/36 of this vector over n³.
      let third = curve.end - curve.second * 3 + curve.first * 3 - curve.start
      var count = 1.0
      while count < 16, third.length / 20.8 > 0.3 * count * count * count { count += 1 }
      for piece in 0..<Int(count) {
        let part = curve.part(Double(piece) / count, Double(piece + 1) / count)
        put(((part.first + part.second) * 3 - part.start - part.end) * 0.25, isOnCurve: false)
        put(part.end, isOnCurve: true)
      }
    }
    if points.count < 3 { return [] }
    points[points.count - 1].isLast = true
    return points
  }
}
