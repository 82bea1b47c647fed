// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList

/// The motion on an output from an instant on, and when an edge will have moved visibly.
///
/// One edge may follow several values: their bounds are added, so that their sum stays invisible. For a value
/// that never moves far only the distance is added.
struct VisibleMotion {
  /// The visible distance, less the rounding errors on the way to a pixel.
  private static var room: Fixed { VisibleChange.distance - Fixed(1, over: 4096) }

  private let time: Instant
  private var sum = MotionBound(speed: 0, distance: 0, end: nil)
  private var room = VisibleMotion.room
  private var change = NextChange.never
  private var hasMoved = false

  /// Starts without motion.
  init(after time: Instant) { self.time = time }

  /// Adds the distance that a value has moved since a frame was shown.
  mutating func record(_ value: Fixed, since shown: Fixed, pixels: Fixed) {
    if value == shown { return }
    hasMoved = true
    // The difference of two values within the limits is in range.
    room -= min((value - shown).magnitude, 1) * pixels
  }

  /// Adds a value that moves edges, with the pixels per unit of it, up to 2¹⁷.
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

  /// Adds a label with the whole percent of a value from 0 to 1, after adding a rounding offset.
  ///
  /// It may fall as soon as the value leaves 1.
  mutating func add(_ bound: MotionBound, percentOf value: Fixed, rounding: Fixed) {
    if bound.isFast { return add(.now) }
    let part = (value * 100 + rounding).fractionalPart
    // The value may have a small rounding error.
    let slack = Fixed(raw: 16)
    let rise = bound.mayRise ? bound.time(within: (1 - part) / 100 - slack) : nil
    let fall = bound.mayFall ? bound.time(within: value == 1 ? 0 : part / 100 - slack) : nil
    if let rise { add(.visibly(time + rise)) }
    if let fall { add(.visibly(time + fall)) }
  }

  /// Adds another visible change.
  mutating func add(_ other: NextChange) { change = change.earlier(other) }

  /// When the frame differs visibly; at the latest when all added motion is at rest, as that has to be exact.
  var nextChange: NextChange {
    get {
      // The displayed frame at rest has to be exact.
      guard let end = sum.end ?? (hasMoved ? time : nil) else { return change }
      let moves = sum.time(within: room).map { time + $0 } ?? end
      return change.earlier(.visibly(min(moves, end)))
    }
  }
}
