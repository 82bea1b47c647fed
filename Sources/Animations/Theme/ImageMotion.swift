// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme

/// How an image differs from its place at an instant of its motion.
struct ImagePose: Equatable {
  /// From 0 to 1.
  var opacity = Fixed.one
  /// In points of the stage, to the right and down.
  var offset = Point.zero
  /// The scale and the rotation, in degrees clockwise, about the origin.
  var scale = Fixed.one
  var rotation: Fixed = 0
  /// A point in fractions of the image.
  var origin = Point(.half, .half)

  /// Its rotation within a turn.
  fileprivate var angle: Angle { Angle.degrees(rotation).normalized }

  /// Whether it is neither scaled nor rotated.
  fileprivate var isOnlyMoved: Bool { scale == 1 && angle == .zero }

  /// The transform of an image's pixels on an output to its pixels in this pose.
  ///
  /// It is nil for an image that is only moved by whole pixels: by `x` and `y`.
  func transform(
    of place: PixelRectangle, on layout: StageLayout
  ) -> (transform: Transform?, x: Int, y: Int) {
    let stage = layout.stageTransform
    let move = Point(
      stage.a * offset.x + stage.c * offset.y, stage.b * offset.x + stage.d * offset.y)
    if isOnlyMoved, move.x.fractionalPart == 0, move.y.fractionalPart == 0 {
      return (nil, move.x.floor, move.y.floor)
    }
    let size = layout.rotation.turned(width: place.width, height: place.height)
    let (x, y) = (origin.x.clamped(to: -16...16), origin.y.clamped(to: -16...16))
    let pivot = layout.rotation.transform(width: place.width, height: place.height)
      .apply(Point(x * Fixed(size.width), y * Fixed(size.height)))
    let (left, top) = (Fixed(place.x), Fixed(place.y))
    return (
      Transform.identity
        .translated(x: left + pivot.x + move.x, y: top + pivot.y + move.y)
        .rotated(by: angle).scaled(by: scale)
        .translated(x: -left - pivot.x, y: -top - pivot.y), 0, 0
    )
  }

  /// The distance of an image's farthest corner from the origin, at least: the sum of both coordinates.
  fileprivate func reach(of place: PixelRectangle) -> Fixed {
    let (x, y) = (origin.x.clamped(to: -16...16), origin.y.clamped(to: -16...16))
    let longest = Fixed(max(place.width, place.height))
    return longest * (max(x.magnitude, (1 - x).magnitude) + max(y.magnitude, (1 - y).magnitude))
  }
}

/// A motion of a pack on a stage.
struct ImageMotion {
  let record: MotionElement
  private let opacity, x, y, scale, rotation: MotionTrack

  init(_ pack: Pack, _ record: Int, on stage: PackStage) {
    let motion = pack[MotionElement.self, record]
    self.record = motion
    opacity = MotionTrack(pack, motion.opacity)
    x = MotionTrack(pack, motion.offsetX, on: stage)
    y = MotionTrack(pack, motion.offsetY, on: stage)
    scale = MotionTrack(pack, motion.scale)
    rotation = MotionTrack(pack, motion.rotation)
  }

  /// Whether it goes on without an end, so that a prompt pauses it.
  var isEndless: Bool { record.binding != .progress && record.repetition != .once }

  /// The pose at a position from 0 to 1.
  func pose(at position: Fixed) -> ImagePose {
    var pose = ImagePose()
    if opacity.count > 0 { pose.opacity = opacity.value(at: position).clamped(to: 0...1) }
    if x.count > 0 { pose.offset.x = x.value(at: position) }
    if y.count > 0 { pose.offset.y = y.value(at: position) }
    if scale.count > 0 { pose.scale = scale.value(at: position).clamped(to: 0...4) }
    if rotation.count > 0 { pose.rotation = rotation.value(at: position) }
    pose.origin = record.origin
    return pose
  }

  /// When an image moves visibly after an elapsed time.
  func nextChange(
    after elapsed: TimeSpan, of place: PixelRectangle, scale pixels: Fixed
  ) -> MotionChange {
    let timing = MotionTiming(record)
    let pose = pose(at: timing.position(at: elapsed))
    let reach = pose.reach(of: place)
    func moves(_ track: MotionTrack) -> Int { track.count > 0 ? 1 : 0 }
    let count = moves(x) + moves(y) + moves(scale) + moves(rotation)
    // Each of the properties moves a corner by a part of the distance. A degree is less than 1/57.
    let distance = VisibleChange.distance / Fixed(max(count, 1))
    let levels = Fixed(Int(VisibleChange.levels), over: 65535)
    var next = opacity.nextChange(after: elapsed, timing, threshold: levels)
    next = next.earlier(x.nextChange(after: elapsed, timing, threshold: distance / pixels))
    next = next.earlier(y.nextChange(after: elapsed, timing, threshold: distance / pixels))
    next = next.earlier(
      scale.nextChange(after: elapsed, timing, threshold: distance / max(reach, 1)))
    return next.earlier(
      rotation.nextChange(
        after: elapsed, timing,
        threshold: distance * 57 / max(reach * max(pose.scale, .one), 1)))
  }

  /// The pixels that an image moves per unit of progress, at most; nil for a sudden change, or a very fast one.
  func pixelsPerProgress(of place: PixelRectangle, scale pixels: Fixed) -> Fixed? {
    let reach = min(pose(at: 0).reach(of: place), 65536)
    guard let fading = opacity.steepness, let right = x.steepness, let down = y.steepness,
      let growing = scale.steepness, let turning = rotation.steepness,
      // A level of a colour is a thirty-second of a visible distance.
      case let sum = fading * 8 + (min(right, 65536) + min(down, 65536)) * pixels
        + min(growing, 4096) * reach + min(turning, 65536) / 14 * reach, sum <= 131_072
    else { return nil }
    return sum
  }
}

extension MotionChange {
  /// The earlier of two changes.
  func earlier(_ other: MotionChange) -> MotionChange {
    switch (self, other) {
    case (.never, let change), (let change, .never): change
    case (.at(let a), .at(let b)): .at(min(a, b))
    case (.visibly(let a), .visibly(let b)), (.visibly(let a), .at(let b)),
      (.at(let a), .visibly(let b)):
      .visibly(min(a, b))
    }
  }
}
