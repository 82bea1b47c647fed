// SPDX-License-Identifier: Apache-2.0

internal import CFonts

/// The stroke of a path, in the path's coordinates.
struct DrawingStroke {
  var width = 1.0
  var miterLimit = 10.0
  var cap = CFONTS_BUTT
  var join = CFONTS_MITER
  /// The alternating lengths of dashes and gaps; empty for a solid line.
  var dashes: [Double] = []
  var dashOffset = 0.0

  /// The stroke of a path element.
  init(_ node: DrawingNode) {
    width = node.numbers("stroke-width").first ?? width
    miterLimit = node.numbers("stroke-miterlimit").first ?? miterLimit
    cap =
      switch node["stroke-linecap"] {
      case "round": CFONTS_ROUND_CAP
      case "square": CFONTS_SQUARE
      default: CFONTS_BUTT
      }
    join =
      switch node["stroke-linejoin"] {
      case "round": CFONTS_ROUND_JOIN
      case "bevel": CFONTS_BEVEL
      default: CFONTS_MITER
      }
    if node["stroke-dasharray"] != "none" { dashes = node.numbers("stroke-dasharray") }
    dashOffset = node.numbers("stroke-dashoffset").first ?? 0
    if dashes.count % 2 == 1 { dashes += dashes }
    if dashes.reduce(0, +) <= 0 { dashes = [] }
  }

  /// The outline of a stroke along contours, which a matrix places on the outline's page.
  func outline(
    of contours: [DrawingContour], _ matrix: DrawingMatrix
  ) throws(DrawingError) -> [OutlinePoint] {
    var outline: [OutlinePoint] = []
    for contour in contours {
      for piece in dashes.isEmpty ? [contour] : try dashed(contour) {
        outline += try self.outline(of: piece, matrix)
      }
    }
    return outline
  }

  /// The number of FreeType's units in one of the outline's.
  private static let parts = 4.0

  private func outline(
    of contour: DrawingContour, _ matrix: DrawingMatrix
  ) throws(DrawingError) -> [OutlinePoint] {
    let scale = matrix.scale * Self.parts
    // A mitre limit can be 2¹⁵; lengths are limited so that FreeType does not overflow.
    let limit = 1e8
    func unit(_ value: Double) -> Int32 { Int32((value * scale).rounded()) }
    func isPossible(_ p: DrawingPoint) -> Bool { max(abs(p.x), abs(p.y)) * scale < limit }
    var pieces: [cfonts_piece] = []
    for curve in contour.curves {
      guard [curve.start, curve.first, curve.second, curve.end].allSatisfy(isPossible) else {
        throw DrawingError(reason: "it has a stroke that is too large")
      }
      var piece = cfonts_piece()
      piece.is_curve = !curve.isLine
      piece.x = (unit(curve.first.x), unit(curve.second.x), unit(curve.end.x))
      piece.y = (unit(curve.first.y), unit(curve.second.y), unit(curve.end.y))
      pieces.append(piece)
    }
    guard scale > 0, width * scale < limit, isPossible(contour.start) else {
      throw DrawingError(reason: "it has a stroke that is too large")
    }
    if pieces.isEmpty {
      // A stroke of a single point is only its cap, and a butt cap draws nothing.
      if cap == CFONTS_BUTT { return [] }
      var piece = cfonts_piece()
      (piece.x.2, piece.y.2) = (unit(contour.start.x), unit(contour.start.y))
      pieces.append(piece)
    }
    var style = cfonts_stroke_style()
    style.width = unit(width)
    style.miter_limit = Int32(min(max(miterLimit, 1), 32767) * 65536)
    (style.cap, style.join) = (cap, join)
    var points = [cfonts_point](repeating: cfonts_point(), count: VectorLimit.strokePoints)
    // The call reads the pieces, and writes at most as many points as there is room for.
    let count = unsafe pieces.withUnsafeBufferPointer { pieces in
      unsafe points.withUnsafeMutableBufferPointer { points in
        unsafe Int(
          cfonts_stroke(
            unit(contour.start.x), unit(contour.start.y), pieces.baseAddress, pieces.count,
            contour.isClosed, &style, points.baseAddress, points.count))
      }
    }
    guard (0...points.count).contains(count) else {
      throw DrawingError(reason: "it has a stroke that is too long")
    }
    return points.prefix(count).map { point in
      let place = matrix.apply(
        DrawingPoint(x: Double(point.x) / scale, y: Double(point.y) / scale))
      return OutlinePoint(
        x: Int(place.x.rounded()), y: Int(place.y.rounded()), isOnCurve: point.is_on_curve,
        isLast: point.is_last)
    }
  }

  /// The visible dashes of a contour.
  private func dashed(_ contour: DrawingContour) throws(DrawingError) -> [DrawingContour] {
    let steps = 32
    var whole = contour
    if contour.isClosed, let last = contour.curves.last, last.end != contour.start {
      whole.curves.append(DrawingCurve(line: last.end, contour.start))
    }
    let period = dashes.reduce(0, +)
    var rest = dashOffset - (dashOffset / period).rounded(.down) * period
    var dash = 0
    while rest >= dashes[dash] {
      rest -= dashes[dash]
      dash = (dash + 1) % dashes.count
    }
    /// The rest of the current dash.
    var left = dashes[dash] - rest
    let beginsDrawn = dash % 2 == 0
    var result: [DrawingContour] = []
    var current: DrawingContour? = beginsDrawn ? DrawingContour(start: whole.start) : nil
    for curve in whole.curves {
      var from = 0.0
      var before = curve.start
      for step in 1...steps {
        let (low, high) = (Double(step - 1) / Double(steps), Double(step) / Double(steps))
        let next = curve.point(high)
        let length = (next - before).length
        var done = 0.0
        while length - done > left {
          done += left
          let t = low + (high - low) * (done / length)
          current?.curves.append(curve.part(from, t))
          if let ended = current { result.append(ended) }
          from = t
          dash = (dash + 1) % dashes.count
          left = dashes[dash]
          current = dash % 2 == 0 ? DrawingContour(start: curve.point(t)) : nil
          guard result.count <= VectorLimit.dashes else {
            throw DrawingError(reason: "it has more than \(VectorLimit.dashes) dashes in a line")
          }
        }
        left -= length - done
        before = next
      }
      if from < 1 { current?.curves.append(curve.part(from, 1)) }
    }
    if var last = current {
      // If a closed line begins and ends with a dash, both are one dash.
      if contour.isClosed, beginsDrawn, !result.isEmpty {
        last.curves += result[0].curves
        result[0] = last
      } else {
        last.isClosed = contour.isClosed && result.isEmpty && beginsDrawn
        result.append(last)
      }
    }
    return result
  }
}
