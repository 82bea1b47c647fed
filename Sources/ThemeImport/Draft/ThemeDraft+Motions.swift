// SPDX-License-Identifier: Apache-2.0

import PlymouthScript
import Theme

/// Sequences that are an image with a motion.
extension ThemeDraft {
  /// Replaces sequences of one image that moves or fades by that image with keyframes.
  mutating func useMotions(report: inout ImportReport) throws(ImportError) {
    for set in sequences where motions.count < PackLimit.motions {
      guard set.outro == 0, let motion = FrameMotion(set, background: backgroundColor) else {
        continue
      }
      let table = self["animation", set.name]
      // An offset in points does not follow an element that is smaller on small displays.
      guard !motion.moves || table["width"] == nil && table["height"] == nil else { continue }
      let timing = set.motionTiming
      // A pack repeats at least a thousandth of a motion.
      guard 1000 * timing.intro <= 999 * (timing.frames.count - 1) else { continue }
      let knots = motion.knots(of: timing)
      guard knots.count <= PackLimit.keyframes else { continue }
      try replace(set, motion, timing, knots)
      report.taken(
        "\(set.name): one image that \(motion.moves ? "moves" : "fades"), by \(knots.count) keyframes "
          + "in place of \(frames: set.frames.count)")
    }
  }

  private mutating func replace(
    _ set: FrameSet, _ motion: FrameMotion, _ timing: FrameSet.MotionTiming, _ knots: [Knot]
  ) throws(ImportError) {
    makeImage(ofAnimation: set.name)
    var image = FrameSet(name: set.name, frames: [motion.rest], rate: set.rate)
    var table = self["image", set.name]
    _ = try image.crop(&table, backgroundColor)
    guard let frame = image.frames.first else { return }
    table["file"] = .string(add(frame.file, as: "\(set.name).\(frame.suffix)"))
    self["image", set.name] = table
    var course = DraftTable(["image", set.name, "motion"])
    if let period = timing.period {
      course["period"] = .millionths(period)
      course["repeat"] = .string(timing.isRepeated ? "loop" : "once")
      if timing.intro > 0 {
        course["repeat-from"] = .millionths(1_000_000 * timing.intro / (timing.frames.count - 1))
      }
    } else {
      course["bound"] = .string("progress")
    }
    let last = max(1, timing.frames.count - 1)
    course["keyframes"] = .list(
      knots.map { knot in
        let pose = motion.poses[timing.frames[knot.step]]
        var entries = [DraftEntry("at", .millionths(1_000_000 * knot.step / last))]
        if motion.fades {
          let opacity = Int((pose.opacity * 1000 / 255).rounded())
          entries.append(DraftEntry("opacity", .thousandths(opacity)))
        }
        if motion.moves {
          entries.append(DraftEntry("offset", .list([.integer(pose.x), .integer(pose.y)])))
        }
        if knot.isHeld { entries.append(DraftEntry("easing", .string("hold"))) }
        return .table(entries)
      })
    self[path: course.path] = course
    motions.append(
      DraftMotion(name: set.name, pixels: frame.width * frame.height, keyframes: knots.count))
    sequences.removeAll { $0.name == set.name }
  }
}

extension FrameSet {
  /// The frames of a motion from its beginning to its end.
  struct MotionTiming {
    /// The indices of frames, of which the last is at the position 1.
    var frames: [Int]
    /// Microseconds; nil if the progress selects the frame.
    var period: Int?
    var isRepeated: Bool
    /// How many of the frames are not repeated.
    var intro = 0
  }

  /// How the frames follow each other.
  fileprivate var motionTiming: MotionTiming {
    let all = Array(frames.indices)
    if isBound { return MotionTiming(frames: all, period: nil, isRepeated: false) }
    let time = { (count: Int) in max(1000, 1_000_000_000 * count / self.rate) }
    if intro == frames.count - 1 {
      return MotionTiming(frames: all, period: time(all.count - 1), isRepeated: false)
    }
    return MotionTiming(
      frames: all + [intro], period: time(all.count), isRepeated: true, intro: intro)
  }
}

extension FrameMotion {
  /// The steps of a motion at which it has keyframes.
  fileprivate func knots(of timing: FrameSet.MotionTiming) -> [Knot] {
    let course = { (tolerance: Double, jump: Double, value: (Pose) -> Double) in
      PropertyCourse(
        values: timing.frames.map { value(self.poses[$0]) }, tolerance: tolerance, jump: jump)
    }
    return Knot.all(
      of: [
        course(2, 40) { $0.opacity }, course(0.8, 8) { Double($0.x) },
        course(0.8, 8) { Double($0.y) },
      ], factor: 1)
  }
}
