// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

/// The slow motion of a displayed frame, as the reference for visible changes.
///
/// With it, a command that only sets another target needs no frame of its own.
package struct ShownMotion: Sendable {
  /// The frame's time on the animation's own clock.
  let time: Instant
  /// The progress of the only channel.
  var progress: Fixed
  /// The whole percent that a label shows; below 0 for none.
  var percent = -1
  /// The lean of a bubble in degrees, and its height.
  var lean: Fixed = 0
  var raised: Fixed = 0
  /// A download bar's state.
  var state = DownloadState.idle

  init(at time: Instant, _ progress: Fixed) { (self.time, self.progress) = (time, progress) }
}
