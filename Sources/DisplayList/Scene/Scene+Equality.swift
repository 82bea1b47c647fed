// SPDX-License-Identifier: Apache-2.0

extension Scene {
  /// Whether a shape draws the same pixels as another scene's shape.
  func equals(_ index: Int, _ other: borrowing Scene, _ otherIndex: Int) -> Bool {
    let (a, b) = (shapes[index], other.shapes[otherIndex])
    return a.opacities == b.opacities && a.transform == b.transform
      && equals(a.geometry, other, b.geometry) && equals(a.paint, other, b.paint)
  }

  func equals(_ a: Geometry, _ other: borrowing Scene, _ b: Geometry) -> Bool {
    switch (a, b) {
    case (.fill(let a), .fill(let b)):
      return equals(a, other, b)
    case (.stroke(let a, let width), .stroke(let b, let otherWidth)):
      return width == otherWidth && equals(a, other, b)
    case (.convexPolygon(let a, let outset), .convexPolygon(let b, let otherOutset)):
      return outset == otherOutset && equals(a, other, b)
    default:
      return a == b
    }
  }

  func equals(_ a: Paint, _ other: borrowing Scene, _ b: Paint) -> Bool {
    switch (a, b) {
    case (.linear(let a), .linear(let b)):
      return equals(a, other, b)
    case (.halves(let left, let right, let x), .halves(let otherLeft, let otherRight, let otherX)):
      return x == otherX && equals(left, other, otherLeft) && equals(right, other, otherRight)
    case (.quadrants(let a), .quadrants(let b)), (.conic(let a), .conic(let b)):
      var same = b
      same.stops = a.stops
      return a == same && equals(a.stops, other, b.stops)
    case (.sampledPixmap(let index, let version), .sampledPixmap(let otherIndex, let otherVersion)):
      return version == otherVersion && hasSameImage(index, other, otherIndex)
    case (.radial(let a), .radial(let b)):
      return a.hasEllipse(of: b) && equals(a.stops, other, b.stops)
    default:
      return a == b
    }
  }

  func equals(
    _ a: LinearGradient, _ other: borrowing Scene, _ b: LinearGradient
  ) -> Bool {
    a.start == b.start && a.end == b.end && equals(a.stops, other, b.stops)
  }

  func equals(_ a: PathRange, _ other: borrowing Scene, _ b: PathRange) -> Bool {
    // Kept paths with equal keys are equal: their elements need no comparison.
    if let kept, let theirs = other.kept, kept.range == a, theirs.range == b, kept.key == theirs.key
    {
      return true
    }
    return elements.equals(a.indices, other.elements, b.indices)
  }

  func equals(_ a: StopRange, _ other: borrowing Scene, _ b: StopRange) -> Bool {
    stops.equals(a.indices, other.stops, b.indices)
  }
}

extension RadialGradient {
  /// Whether another gradient has the same ellipse and focus.
  fileprivate func hasEllipse(of other: RadialGradient) -> Bool {
    center == other.center && xAxis == other.xAxis && yAxis == other.yAxis && focus == other.focus
  }
}
