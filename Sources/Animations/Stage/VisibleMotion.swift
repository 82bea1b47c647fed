// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Raster

/// What moves on an output from an instant on, and when an edge will have moved visibly.
///
/// One edge may follow several values: their bounds are added, so that all together stay within what
/// nobody sees. Of a value that never gets far only the distance is added.
struct VisibleMotion {
  /// What is seen, less what roundings on the way to a pixel can come to.
  private static var room: Fixed { VisibleChange.distance - Fixed(1, over: 4096) }

  private let time: Instant
  private var sum = MotionBound(speed: 0, distance: 0, end: nil)
  private var room = VisibleMotion.room
  private var change = NextChange.never
  private var hasMoved = false

  /// Begins with nothing that moves.
  @inline(never)
  init(after time: Instant) { self.time = time }

  /// Takes note of how far a value has moved already since a frame was shown.
  @inline(never)
  mutating func note(_ value: Fixed, since shown: Fixed, pixels: Fixed) {
    if value == shown { return }
    hasMoved = true
    // The difference of two values that are no larger is in range.
    room -= min((value - shown).magnitude, 1) * pixels
  }

  /// Adds a value by which edges move, and how many pixels they do for each unit of it, up to 2¹⁷.
  @inline(never)
  mutating func add(_ bound: MotionBound, pixels: Fixed) {
    if bound.distance == 0 { return }
    if bound.isFast { return add(.now) }
    let bound = bound.scaled(by: pixels)
    let end = bound.end ?? time + .milliseconds(3_600_000)
    sum.end = max(sum.end ?? end, end)
    if bound.distance * 8 <= VisibleMotion.room {
      room -= bound.distance
    } else {
      sum.speed += bound.speed
      sum.acceleration += bound.acceleration
      sum.distance += bound.distance
    }
  }

  /// Adds a number that shows the whole percent of a value from 0 to 1, once so much is added to them.
  ///
  /// It may fall as soon as the value leaves 1.
  @inline(never)
  mutating func add(_ bound: MotionBound, percentOf value: Fixed, rounding: Fixed) {
    if bound.isFast { return add(.now) }
    let part = (value * 100 + rounding).fractionalPart
    // What a value is may be rounded by a little.
    let slack = Fixed(raw: 16)
    let rise = bound.mayRise ? bound.time(within: (1 - part) / 100 - slack) : nil
    let fall = bound.mayFall ? bound.time(within: value == 1 ? 0 : part / 100 - slack) : nil
    if let rise { add(.visibly(time + rise)) }
    if let fall { add(.visibly(time + fall)) }
  }

  /// Adds what changes visibly at an instant or what is still until then.
  @inline(never)
  mutating func add(_ other: NextChange) { change = change.earlier(other) }

  /// When something differs visibly; at the latest when all that was added is at rest, for that has to be exact.
  var nextChange: NextChange {
    @inline(never)
    get {
      // What is shown at rest has to be exact.
      guard let end = sum.end ?? (hasMoved ? time : nil) else { return change }
      let moves = sum.time(within: room).map { time + $0 } ?? end
      return change.earlier(.visibly(min(moves, end)))
    }
  }
}
