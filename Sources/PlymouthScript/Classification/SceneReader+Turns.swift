// SPDX-License-Identifier: Apache-2.0

/// Images that turn with a constant speed, after a beginning in which they may fade in or move to their place.
extension SceneReader {
  /// A turn of constant speed, of any length; nil for anything else.
  func steadyTurn(of track: Track, _ course: ImageCourse) -> SceneDescription.Moving? {
    // The script may set the image at the second refresh.
    let first = 2
    guard course.isTurned, let speed = turningSpeed(course, from: first),
      let settled = settledRefresh(course, from: first), settled <= main.count / 4,
      var moving = rest(track, course, refresh: main.count - 1)
    else { return nil }
    let turn = (speed > 0 ? 2 * Double.pi : -2 * .pi) / speed
    let intro = settled > first ? settled : 0
    let length = Double(intro) + turn
    guard let start = course.states[settled]?.angle else { return nil }
    let angle = { (refresh: Double) in
      SceneReader.thousandths(ofDegrees: start + speed * (refresh - Double(settled)))
    }
    moving.motion.period = microseconds(length)
    moving.motion.isRepeated = true
    moving.motion.keyframes = [.init(position: 0)]
    if intro > 0 {
      guard addIntro(intro, length, track, course, to: &moving) else { return nil }
    }
    // A value that stays until the next keyframe would stop the turn.
    if moving.motion.keyframes[0].isHeld {
      moving.motion.keyframes.insert(.init(position: 0), at: 0)
    }
    moving.motion.keyframes[0].rotation = angle(0)
    moving.motion.keyframes.append(.init(position: 1_000_000, rotation: angle(length)))
    return moving
  }

  /// The angle by which an image turns with each refresh; nil if that changes, or if it does not turn.
  private func turningSpeed(_ course: ImageCourse, from first: Int) -> Double? {
    let turning = (first..<main.count).filter { course.states[$0] != nil }
    let angles = Self.unwrapped(turning.map { course.states[$0]?.angle ?? 0 })
    guard let begin = turning.first, let end = turning.last, end - begin > 50,
      let last = angles.last, let box = course.states[end]?.box
    else { return nil }
    let speed = (last - angles[0]) / Double(end - begin)
    let tolerance = 1 / Double(max(box.width, box.height))
    let isSteady = zip(turning, angles).allSatisfy { refresh, angle in
      abs(angles[0] + speed * Double(refresh - begin) - angle) < tolerance
    }
    return isSteady && abs(speed) > 0.000_1 ? speed : nil
  }

  /// The refresh from which on an image stays where it is, as opaque as it is; nil if it is not visible at the end.
  private func settledRefresh(_ course: ImageCourse, from first: Int) -> Int? {
    guard let last = course.states[main.count - 1] else { return nil }
    let moving = (first..<main.count).last {
      course.states[$0]?.box != last.box || course.states[$0]?.opacity != last.opacity
    }
    return moving.map { $0 + 1 } ?? first
  }

  /// Adds the keyframes of what happens before an image only turns; false if it needs frames.
  private func addIntro(
    _ intro: Int, _ length: Double, _ track: Track, _ course: ImageCourse,
    to moving: inout SceneDescription.Moving
  ) -> Bool {
    guard let atRest = course.states[main.count - 1], let units = units(of: track) else {
      return false
    }
    (moving.motion.xUnit, moving.motion.yUnit) = units
    var properties = PoseCourse(
      // A sprite is anywhere until its script sets it.
      Self.filled([2, 2].map { course.states[$0] } + course.states[2...intro]), atRest: atRest,
      moving.motion)
    properties.rotation = PropertyCourse(values: [0], tolerance: 1, jump: 1)
    if properties.opacity.changes { moving.still.opacity = 255 }
    let part = Double(intro) / length
    var keyframes = properties.keyframes(factor: 1, units, main.setting)
    // Two more have the begin and the end of the turn.
    guard keyframes.count <= Self.mostKeyframes - 2, keyframes.first?.position == 0 else {
      return false
    }
    for index in keyframes.indices {
      keyframes[index].position = Int((Double(keyframes[index].position) * part).rounded())
    }
    moving.motion.keyframes = keyframes
    moving.motion.repeatStart = Int((part * 1_000_000).rounded())
    return true
  }
}
