// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Frames that all show one image, which moves or fades over the same ground.
struct FrameMotion {
  /// Where the image is in a frame, and how opaque it is.
  struct Pose: Equatable {
    /// From its place at rest, in pixels.
    var x = 0
    var y = 0
    /// 0…255, a fraction of that at rest.
    var opacity = 0.0
  }

  /// The frame in which it is most opaque, which is the image at rest.
  let rest: DraftFrame
  /// The poses of all frames.
  let poses: [Pose]

  /// The lowest rate that looks like motion and not like single frames, in 1000 s.
  private static let lowestRate = 10_000
  /// The largest change from a frame to the next.
  private static let largestFade = 90.0
  private static let largestMove = 32
  /// The largest difference of a channel from that of the moved and faded image.
  private static let tolerance = 6.0

  /// The motion of a sequence; nil for other frames.
  ///
  /// Opaque frames need the colour `0xRRGGBB` that is behind the image.
  init?(_ set: FrameSet, background: UInt32?) {
    guard set.isBound || set.rate >= Self.lowestRate, set.frames.count > 2 else { return nil }
    guard let ground = set.frames[0].image.map({ $0.isOpaque ? background : nil }) else {
      return nil
    }
    if ground == nil, set.frames[0].image?.isOpaque ?? true { return nil }
    guard Self.mayShowOneImage(set, ground) else { return nil }
    // Of a frame's pixels only the sum is kept: all together would take too much memory.
    var sums: [Int] = []
    for (index, frame) in set.frames.enumerated() {
      if index > 0, frame == set.frames[index - 1] {
        sums.append(sums[index - 1])
      } else if let image = frame.image {
        sums.append(Contents(image, ground)?.sum ?? 0)
      } else {
        return nil
      }
    }
    let best = sums.indices.max { (sums[$0], $1) < (sums[$1], $0) }
    guard let best, let reference = Contents(set.frames[best], ground) else { return nil }
    var poses: [Pose] = []
    for (index, frame) in set.frames.enumerated() {
      if index > 0, frame == set.frames[index - 1] {
        poses.append(poses[index - 1])
      } else if let content = Contents(frame, ground) {
        guard let pose = content.pose(of: reference, tolerance: Self.tolerance) else { return nil }
        poses.append(pose)
      } else {
        // It is not visible, and stays where it was.
        let last = poses.last ?? Pose()
        poses.append(Pose(x: last.x, y: last.y))
      }
    }
    let isSmooth = zip(poses, poses.dropFirst()).allSatisfy { one, two in
      abs(one.opacity - two.opacity) <= Self.largestFade
        && max(abs(one.x - two.x), abs(one.y - two.y)) <= Self.largestMove
    }
    guard isSmooth, poses.contains(where: { $0 != poses[0] }) else { return nil }
    rest = set.frames[best]
    self.poses = poses
  }

  /// Whether a few frames of a sequence show one image; most others need not be read then.
  private static func mayShowOneImage(_ set: FrameSet, _ ground: UInt32?) -> Bool {
    let count = set.frames.count
    guard let first = Contents(set.frames[0], ground) else { return true }
    return [count / 3, count / 2, 2 * count / 3].allSatisfy { index in
      guard let other = Contents(set.frames[index], ground) else { return true }
      let (faint, clear) = first.sum < other.sum ? (first, other) : (other, first)
      // Each may differ by the tolerance from the most opaque frame.
      return faint.pose(of: clear, tolerance: 2 * tolerance + 1) != nil
    }
  }

  /// Whether it moves, and does not only fade.
  var moves: Bool { poses.contains { ($0.x, $0.y) != (poses[0].x, poses[0].y) } }
  /// Whether it fades.
  var fades: Bool { poses.contains { abs($0.opacity - poses[0].opacity) > 1 } }

  /// What a frame shows on its ground.
  private struct Contents {
    let image: StraightImage
    let ground: UInt32?
    let part: StraightImage.Part
    /// How much differs from the ground.
    let sum: Int

    /// Nil for a frame that shows nothing.
    init?(_ image: StraightImage, _ ground: UInt32?) {
      guard let part = image.contents(besides: ground ?? 0, isOpaque: ground != nil) else {
        return nil
      }
      (self.image, self.ground, self.part) = (image, ground, part)
      var sum = 0
      for y in part.y..<part.y + part.height {
        for x in part.x..<part.x + part.width {
          let pixel = image.difference(x: x, y: y, from: ground)
          sum += abs(pixel.0) + abs(pixel.1) + abs(pixel.2) + pixel.3
        }
      }
      self.sum = sum
    }

    init?(_ frame: DraftFrame, _ ground: UInt32?) {
      guard let image = frame.image else { return nil }
      self.init(image, ground)
    }

    /// How the image of another frame is seen here; nil where this is another image.
    func pose(of rest: Contents, tolerance: Double) -> Pose? {
      let isMoved =
        part.width == rest.part.width && part.height == rest.part.height
      let (dx, dy) = isMoved ? (part.x - rest.part.x, part.y - rest.part.y) : (0, 0)
      let share = min(1, Double(sum) / Double(max(1, rest.sum)))
      let all = part.union(
        .init(
          x: rest.part.x + dx, y: rest.part.y + dy, width: rest.part.width,
          height: rest.part.height))
      for y in all.y..<all.y + all.height {
        for x in all.x..<all.x + all.width {
          let here = image.difference(x: x, y: y, from: ground)
          let there = rest.image.difference(x: x - dx, y: y - dy, from: ground)
          let differences = [
            Double(here.0) - share * Double(there.0), Double(here.1) - share * Double(there.1),
            Double(here.2) - share * Double(there.2), Double(here.3) - share * Double(there.3),
          ]
          guard differences.allSatisfy({ abs($0) <= tolerance }) else { return nil }
        }
      }
      return Pose(x: dx, y: dy, opacity: 255 * share)
    }
  }
}

extension StraightImage {
  /// Whether the left upper corner is opaque.
  fileprivate var isOpaque: Bool { pixels.count > 3 && pixels[3] == 255 }

  /// The channels of a pixel, multiplied by its alpha, as their difference from an opaque ground's; zeros outside.
  fileprivate func difference(x: Int, y: Int, from ground: UInt32?) -> (Int, Int, Int, Int) {
    guard x >= 0, y >= 0, x < width, y < height else { return (0, 0, 0, 0) }
    let at = 4 * (y * width + x)
    let alpha = Int(pixels[at + 3])
    let channel = { (index: Int) in (Int(pixels[at + index]) * alpha + 127) / 255 }
    guard let ground else { return (channel(0), channel(1), channel(2), alpha) }
    let (red, green, blue) = (
      Int(ground >> 16 & 0xFF), Int(ground >> 8 & 0xFF), Int(ground & 0xFF)
    )
    return (channel(0) - red, channel(1) - green, channel(2) - blue, 0)
  }
}
