// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

/// What a frame shows of all that moves slowly: from there on what is seen moves away.
///
/// With it a command that does no more than set another goal needs no frame of its own.
package struct ShownMotion: Sendable {
  /// The frame's, on the animation's own clock.
  let time: Instant
  /// The progress of the only channel.
  var progress: Fixed
  /// The whole percent that a label shows; below 0 for none.
  var percent = -1
  /// The lean of a bubble in degrees, and how far it is raised.
  var lean: Fixed = 0
  var raised: Fixed = 0
  /// What a download bar is doing.
  var state = DownloadState.idle

  init(at time: Instant, _ progress: Fixed) { (self.time, self.progress) = (time, progress) }
}
