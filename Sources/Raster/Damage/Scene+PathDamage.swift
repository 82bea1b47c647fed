// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// From where to where something reaches on user space's x, Q32.
struct Extent: BitwiseCopyable {
  var left = Int64.max
  var right = Int64.min

  mutating func include(_ x: Int64, reach: Int64) {
    left = min(left, saturated(x) - reach)
    right = max(right, saturated(x) + reach)
  }

  mutating func include(_ other: Extent) {
    left = min(left, other.left)
    right = max(right, other.right)
  }

  func overlaps(_ other: Extent) -> Bool { left <= other.right && right >= other.left }
}

extension Scene {
  /// Adds the subpaths in which two strokes of one axis-aligned transform and paint differ; false where
  /// it cannot.
  ///
  /// A text is one path: of another number only the other digits count. What overlaps from left to
  /// right belongs together, since overlapping contours are added up together. Half of the pen's
  /// width is `reach`.
  func insertDifference(
    of index: Int, _ new: PathRange, since previous: borrowing Scene, _ other: Int,
    _ old: PathRange, reach: Int64, into damage: inout DamageRegion
  ) -> Bool {
    let transform = shapes[index].transform
    let scale = max(abs(saturated(transform.a.raw)), abs(saturated(transform.b.raw)))
    if scale == 0 { return false }
    // A pixel apart nothing overlaps, whatever is rounded, and no row has both.
    let pad = saturatingSum(saturated(reach), saturatingQuotient(1 << 31, scale))
    let (start, newEnd, oldEnd) = differingElements(new, previous, old)
    var changed = extent(of: Int(new.first) + start..<Int(new.first) + newEnd, reach: pad)
    changed.include(
      previous.extent(of: Int(old.first) + start..<Int(old.first) + oldEnd, reach: pad))
    if changed.left > changed.right { return true }
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      var first = Int(new.first)
      while first < new.indices.upperBound {
        var end = first + 1
        while end < new.indices.upperBound && !elements[end].isMove { end += 1 }
        let own = extent(of: first..<end, reach: pad)
        if own.overlaps(changed) && (own.left < changed.left || own.right > changed.right) {
          changed.include(own)
          isGrowing = true
        }
        first = end
      }
    }
    var box = userBounds(of: shapes[index].geometry)
    let oldBox = previous.userBounds(of: previous.shapes[other].geometry)
    if !oldBox.isEmpty {
      box.include(oldBox.left, oldBox.top)
      box.include(oldBox.right, oldBox.bottom)
    }
    if box.isEmpty { return true }
    // The pad is to find neighbours; only the pen reaches out.
    let slack = pad - saturated(reach)
    box.left = max(box.left, changed.left + slack)
    box.right = min(box.right, changed.right - slack)
    damage.insert(box.transformed(by: transform).grown(by: DamageRegion.margin << 16).pixels)
    return true
  }

  /// Where two paths differ: from an element on, up to an element of each; all begin with a move.
  private func differingElements(
    _ new: PathRange, _ previous: borrowing Scene, _ old: PathRange
  ) -> (start: Int, newEnd: Int, oldEnd: Int) {
    let (first, oldFirst) = (Int(new.first), Int(old.first))
    var (newEnd, oldEnd) = (Int(new.count), Int(old.count))
    let common = min(newEnd, oldEnd)
    var start = 0
    while start < common && elements[first + start] == previous.elements[oldFirst + start] {
      start += 1
    }
    let isBoundary =
      (start == newEnd || elements[first + start].isMove)
      && (start == oldEnd || previous.elements[oldFirst + start].isMove)
    if !isBoundary {
      repeat { start -= 1 } while start > 0 && !elements[first + start].isMove
    }
    start = max(start, 0)
    while newEnd > start && oldEnd > start
      && elements[first + newEnd - 1] == previous.elements[oldFirst + oldEnd - 1]
    {
      (newEnd, oldEnd) = (newEnd - 1, oldEnd - 1)
    }
    while newEnd < Int(new.count) && !elements[first + newEnd].isMove {
      (newEnd, oldEnd) = (newEnd + 1, oldEnd + 1)
    }
    return (start, newEnd, oldEnd)
  }

  func extent(of range: Range<Int>, reach: Int64) -> Extent {
    var extent = Extent()
    for index in range {
      switch elements[index] {
      case .move(let point), .line(let point): extent.include(point.x.raw, reach: reach)
      case .quadratic(let control, let end):
        extent.include(control.x.raw, reach: reach)
        extent.include(end.x.raw, reach: reach)
      case .close: break
      }
    }
    return extent
  }
}

extension Bounds {
  /// The box with this much more on all sides, Q32; the polygons of a pen lie up to 0.006 pixels
  /// outside of the circles and curves that they stand for.
  fileprivate func grown(by margin: Int64) -> Bounds {
    var box = Bounds()
    if isEmpty { return box }
    box.include(left, top, reach: margin)
    box.include(right, bottom, reach: margin)
    return box
  }
}

extension PathElement {
  var isMove: Bool {
    if case .move = self { true } else { false }
  }
}
