// SPDX-License-Identifier: Apache-2.0

/// Clips an outline to a rectangle.
///
/// Points outside are moved to the nearest point of an edge, which changes no winding number inside; curves
/// are split where they cross an edge.
struct ClippedOutline {
  private let box: DrawingBox
  private var points: [OutlinePoint] = []

  /// An outline's part within a box; contours along its edges are left out.
  static func clipped(_ outline: [OutlinePoint], to box: DrawingBox) -> [OutlinePoint] {
    if outline.allSatisfy({ box.contains($0) }) { return outline }
    var clip = ClippedOutline(box: box)
    var result: [OutlinePoint] = []
    var start = outline.startIndex
    for (index, point) in outline.enumerated() where point.isLast {
      clip.add(outline[start...index])
      start = index + 1
      var area = DrawingBox()
      for point in clip.points { area.include(point.x, point.y) }
      if area.left < area.right, area.bottom < area.top { result += clip.points }
    }
    return result
  }

  private mutating func add(_ contour: ArraySlice<OutlinePoint>) {
    points = []
    guard let first = contour.first else { return }
    func place(_ point: OutlinePoint) -> DrawingPoint {
      DrawingPoint(x: Double(point.x), y: Double(point.y))
    }
    put(place(first), isOnCurve: true)
    var from = place(first)
    var control: DrawingPoint?
    for point in contour.dropFirst() + [first] {
      if !point.isOnCurve {
        if let bend = control {
          // The middle between two off-curve points is on the curve.
          let middle = (bend + place(point)) * 0.5
          add(from, bend, middle)
          from = middle
        }
        control = place(point)
        continue
      }
      add(from, control, place(point))
      (from, control) = (place(point), nil)
    }
    points[points.count - 1].isLast = true
  }

  /// Adds a line, or a curve with a control.
  private mutating func add(_ from: DrawingPoint, _ control: DrawingPoint?, _ to: DrawingPoint) {
    let hull = [from, control ?? from, to]
    let isInside = hull.allSatisfy(isWithin)
    let size = hull.map { max(abs($0.x - from.x), abs($0.y - from.y)) }.max() ?? 0
    if isInside || isBeyondAnEdge(hull) || size < 2 {
      if let control { put(control, isOnCurve: false) }
      return put(to, isOnCurve: true)
    }
    let middle: DrawingPoint
    let (first, second) = (control.map { (from + $0) * 0.5 }, control.map { ($0 + to) * 0.5 })
    if let first, let second {
      middle = (first + second) * 0.5
    } else {
      middle = (from + to) * 0.5
    }
    add(from, first, middle)
    add(middle, second, to)
  }

  private func isWithin(_ point: DrawingPoint) -> Bool {
    point.x >= Double(box.left) && point.x <= Double(box.right) && point.y >= Double(box.bottom)
      && point.y <= Double(box.top)
  }

  private func isBeyondAnEdge(_ hull: [DrawingPoint]) -> Bool {
    hull.allSatisfy { $0.x <= Double(box.left) } || hull.allSatisfy { $0.x >= Double(box.right) }
      || hull.allSatisfy { $0.y <= Double(box.bottom) }
      || hull.allSatisfy { $0.y >= Double(box.top) }
  }

  private mutating func put(_ point: DrawingPoint, isOnCurve: Bool) {
    let x = min(max(Int(point.x.rounded()), box.left), box.right)
    let y = min(max(Int(point.y.rounded()), box.bottom), box.top)
    // A line is extended as long as its direction stays the same.
    if isOnCurve, points.count > 1 {
      let (before, last) = (points[points.count - 2], points[points.count - 1])
      let isEdge =
        x == last.x && x == before.x && (x == box.left || x == box.right)
        || y == last.y && y == before.y && (y == box.bottom || y == box.top)
      if before.isOnCurve, last.isOnCurve, isEdge { points.removeLast() }
    }
    points.append(OutlinePoint(x: x, y: y, isOnCurve: isOnCurve, isLast: false))
  }
}

extension DrawingBox {
  fileprivate func contains(_ point: OutlinePoint) -> Bool {
    (left...right).contains(point.x) && (bottom...top).contains(point.y)
  }
}
