// SPDX-License-Identifier: Apache-2.0

/// The values of a property of an image, in equal steps of a motion.
package struct PropertyCourse {
  /// The first is at the position 0 of the motion, the last at 1.
  package var values: [Double]
  /// How far a value may be from that of the script.
  let tolerance: Double
  /// A change in one step that may be a jump.
  let jump: Double

  /// A course of values.
  package init(values: [Double], tolerance: Double, jump: Double) {
    (self.values, self.tolerance, self.jump) = (values, tolerance, jump)
  }

  /// Whether it changes at all.
  var changes: Bool {
    guard let first = values.first else { return false }
    return values.contains { abs($0 - first) > tolerance / 2 }
  }

  /// Whether a value changes suddenly after a step, and not as fast as around it.
  fileprivate func isJump(_ step: Int) -> Bool {
    let change = { (from: Int) in
      from >= 0 && from + 1 < values.count ? abs(values[from + 1] - values[from]) : 0
    }
    let size = change(step)
    return size > jump && size > 3 * max(change(step - 1), change(step + 1))
  }
}

/// A step of a motion at which properties have their values.
package struct Knot: Equatable {
  /// Counted from 0.
  package var step: Int
  /// Whether the values stay until the next one.
  package var isHeld: Bool

  /// The fewest steps between which all values are on straight lines, within a multiple of the tolerance.
  ///
  /// From each knot the range of slopes that fit all values so far gets narrower with each step (the swinging door
  /// of E. Bristol, 1987); the last step with its own value in the range is the next knot.
  package static func all(of courses: [PropertyCourse], factor: Double) -> [Knot] {
    let last = (courses.first?.values.count ?? 1) - 1
    var knots: [Knot] = []
    var start = 0
    while start < last {
      let isHeld = courses.contains { $0.isJump(start) }
      knots.append(Knot(step: start, isHeld: isHeld))
      start = isHeld ? start + 1 : end(of: courses, from: start, last: last, factor)
    }
    knots.append(Knot(step: last, isHeld: false))
    return withoutRepeats(knots, of: courses)
  }

  private static func end(
    of courses: [PropertyCourse], from start: Int, last: Int, _ factor: Double
  ) -> Int {
    var slopes = courses.map { _ in (flattest: -Double.infinity, steepest: Double.infinity) }
    var end = start + 1
    for next in start + 1...last {
      let length = Double(next - start)
      var fits = true
      var isPossible = true
      for (index, course) in courses.enumerated() {
        let slope = (course.values[next] - course.values[start]) / length
        let room = course.tolerance * factor / length
        if slope < slopes[index].flattest || slope > slopes[index].steepest { fits = false }
        slopes[index].flattest = max(slopes[index].flattest, slope - room)
        slopes[index].steepest = min(slopes[index].steepest, slope + room)
        if slopes[index].flattest > slopes[index].steepest { isPossible = false }
      }
      if fits { end = next }
      if !isPossible || courses.contains(where: { $0.isJump(next) }) { break }
    }
    return end
  }

  /// Leaves out a step before which and after which all properties have the same values.
  private static func withoutRepeats(_ knots: [Knot], of courses: [PropertyCourse]) -> [Knot] {
    let areEqual = { (one: Knot, two: Knot) in
      courses.allSatisfy { $0.values[one.step] == $0.values[two.step] }
    }
    return knots.indices.filter { index in
      guard index > 0 else { return true }
      let isLast = index == knots.count - 1
      return !areEqual(knots[index - 1], knots[index])
        || !isLast && !areEqual(knots[index], knots[index + 1])
    }.map { knots[$0] }
  }
}
