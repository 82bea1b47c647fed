// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Scene {
  /// Finds the pixels that can differ between an earlier scene's frame and this scene's.
  ///
  /// `damage` has the frames' size; its contents are replaced. Shapes are compared by content, paths and
  /// stops included: equal scenes have no damage. A pixel outside of the result is bit-identical in both
  /// frames. `change` says how much the scenes differ, unless `isRated` is false: rating takes as long as
  /// finding the pixels.
  /// - Complexity: Linear in the shapes and path elements of both scenes, plus the bands of the damage.
  package func findDamage(
    since previous: borrowing Scene, isRated: Bool = true, into damage: inout DamageRegion
  ) {
    damage.removeAll()
    if !isRated { damage.change = .visible }
    if isDissolving || previous.isDissolving || background != previous.background {
      damage.change = isDissolving || previous.isDissolving ? .visible : .little
      return damage.insertAll()
    }
    // Shapes below the first and above the last difference are the same in both.
    var (index, other) = (0, 0)
    let common = min(shapeCount, previous.shapeCount)
    while index < common && equals(index, previous, index) { index += 1 }
    other = index
    var (end, otherEnd) = (shapeCount, previous.shapeCount)
    while end > index && otherEnd > other && equals(end - 1, previous, otherEnd - 1) {
      (end, otherEnd) = (end - 1, otherEnd - 1)
    }
    // In between, shapes may be paired in any way that keeps the order in both scenes. A pixel that no pair
    // and no single shape changes consists of the same colours in the same order.
    while index < end || other < otherEnd {
      let (added, removed) = (end - index, otherEnd - other)
      if added > 0 && removed > 0
        && (added == removed || shapes[index].geometry.kind == previous.shapes[other].geometry.kind)
      {
        insertChange(of: index, since: previous, other, into: &damage)
        (index, other) = (index + 1, other + 1)
      } else if added > removed {
        insertAll(ofShape: index, into: &damage)
        index += 1
      } else {
        previous.insertAll(ofShape: other, into: &damage)
        other += 1
      }
    }
  }

  /// Adds the pixels where two shapes can differ.
  private func insertChange(
    of index: Int, since previous: borrowing Scene, _ other: Int, into damage: inout DamageRegion
  ) {
    let (new, old) = (shapes[index], previous.shapes[other])
    if damage.change < .visible {
      damage.change = max(damage.change, change(ofShape: index, since: previous, other))
    }
    // With equal transforms and both visible, only parts that appeared, disappeared or changed their colour
    // count.
    if new.transform == old.transform && new.opacity != .zero && old.opacity != .zero {
      let isPaintEqual = equals(new.paint, previous, old.paint) && new.opacities == old.opacities
      if equals(new.geometry, previous, old.geometry) {
        return isPaintEqual ? () : insertAll(ofShape: index, into: &damage)
      }
      if isPaintEqual
        || (new.opacities == old.opacities
          && followsArc(new.paint, new.geometry)
          && previous.followsArc(old.paint, old.geometry)
          && hasSamePath(new.paint, previous, old.paint)),
        insertDifference(of: index, since: previous, other, isPaintEqual, into: &damage)
      {
        return
      }
    }
    previous.insertAll(ofShape: other, into: &damage)
    insertAll(ofShape: index, into: &damage)
  }

  /// Adds the pixels where two geometries of one transform differ; false where these are unknown.
  ///
  /// `isPaintEqual` is false for gradients of arcs that differ only in their length.
  private func insertDifference(
    of index: Int, since previous: borrowing Scene, _ other: Int, _ isPaintEqual: Bool,
    into damage: inout DamageRegion
  ) -> Bool {
    let transform = shapes[index].transform
    switch (shapes[index].geometry, previous.shapes[other].geometry) {
    case (
      .ringArc(let center, let radius, let width, let start, let sweep),
      .ringArc(let oldCenter, let oldRadius, let oldWidth, let oldStart, let oldSweep)
    )
    where center == oldCenter && radius == oldRadius && width == oldWidth:
      insertEnds(
        RingShape(center, radius, width), RingSpan(start, sweep), RingSpan(oldStart, oldSweep),
        transform, into: &damage)
      return true
    case (.rectangle(let a), .rectangle(let b)) where isPaintEqual && transform.isAxisAligned:
      insertEnds(of: index, a, 0, since: previous, other, b, 0, into: &damage)
      return true
    case (.roundedRectangle(let a, let radius), .roundedRectangle(let b, let oldRadius))
    where isPaintEqual && transform.isAxisAligned:
      insertEnds(of: index, a, radius, since: previous, other, b, oldRadius, into: &damage)
      return true
    default:
      // A row adds up all contours of a path at once: where one changes, others are cut differently.
      return false
    }
  }

  /// Whether two paints differ only in the length of a ring's arc.
  private func hasSamePath(_ a: Paint, _ other: borrowing Scene, _ b: Paint) -> Bool {
    switch (a, b) {
    case (.quadrants(let new), .quadrants(let old)), (.conic(let new), .conic(let old)):
      var same = old
      (same.stops, same.sweep) = (new.stops, new.sweep)
      return new == same && equals(new.stops, other, old.stops)
    default:
      return false
    }
  }

  /// Whether a paint is the gradient along an arc, from the arc's tail to its head.
  ///
  /// In any other gradient, a change of the sweep may be visible far from the arc's ends.
  private func followsArc(_ paint: Paint, _ geometry: Geometry) -> Bool {
    guard case .ringArc(let center, let radius, let width, let start, let sweep) = geometry else {
      return false
    }
    switch paint {
    case .quadrants(let gradient), .conic(let gradient):
      return gradient.center == center && gradient.radius == radius
        && gradient.capRadius == width / 2 && gradient.tail.normalized == start.normalized
        && (sweep == .zero || gradient.isClockwise == (sweep > .zero))
        && min(max(gradient.sweep.raw, 0), RingSpan.turn) == RingSpan(start, sweep).length
    default:
      return false
    }
  }
}

extension Geometry {
  /// The number of the case.
  fileprivate var kind: Int {
    switch self {
    case .rectangle: 0
    case .roundedRectangle: 1
    case .circle: 2
    case .ring: 3
    case .ringArc: 4
    case .fill: 5
    case .stroke: 6
    case .convexPolygon: 7
    }
  }
}
