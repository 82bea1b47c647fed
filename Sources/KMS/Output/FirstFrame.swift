// SPDX-License-Identifier: Apache-2.0

import CLinux
import Motion
import Scanout

/// The first frame of an output, for a commit that configures its display.
package struct FirstFrame {
  /// The pipes of the display's tiles.
  let pipes: [CommittedPipe]
  let framebuffer: FramebufferID
  /// The present pipe, if objects of the previous master may still be on it.
  let clearing: DisplayPipe?
}

/// A commit that configures displays.
package struct ModeCommit {
  /// The user data of its events; there is one event for each CRTC.
  let userData: UInt64
  /// Whether it is to wait for earlier flips, also for lost ones until the kernel gives them up.
  var waits = false
  /// Whether a mode-set was allowed.
  var isModeset = true
  /// Whether it has only disabled the obstacles, and must be repeated without them.
  var isCleared = false
  /// Since when the frames have been on the displays; nil where events report that.
  var completedAt: Instant?
}

/// How an output's first frame is committed.
enum ModeCommitState {
  /// Alone, in a commit of its own.
  case alone
  /// Together with other outputs' frames, once it is drawn.
  case asked
  /// The frame is drawn, and waits for the others.
  case waiting
  /// The frame has been committed with others.
  case committed(ModeCommit)
}

// The modes of a card's outputs are set in one commit. A driver can do that in the time of one mode-set, and
// without intermediate states that need too much bandwidth. Where it is refused each output has its own
// commit.
extension KMSOutput where Kernel: KernelInterface & ~Copyable {
  /// Makes the frame that configures the display wait for `commitTogether`, once it is drawn.
  ///
  /// - Returns: Whether `commitTogether` has to be called. False where the display is configured, or has to
  ///   be configured alone.
  package mutating func awaitOthers() -> Bool {
    if isConfigured || !isAtomic || flipTimeout.isBusy || switchesOff { return false }
    modeCommit = .asked
    return true
  }

  /// This output's drawn frame, if it waits for others.
  package var waitingFrame: FirstFrame? {
    guard case .waiting = modeCommit, let index = swapchain.pending else { return nil }
    return firstFrame(index)
  }

  /// Commits the frames of several outputs of a card, this output included; nil where that is refused.
  package mutating func commitTogether(_ frames: [FirstFrame]) -> ModeCommit? {
    var commit = ModeCommit(userData: nextUserData())
    return configure(frames, &commit) == 0 ? commit : nil
  }

  /// Records the result of `commitTogether`.
  ///
  /// The frame must be committed again now: the result says whether it is on the display already.
  package mutating func record(_ commit: ModeCommit?) {
    guard case .waiting = modeCommit else { return }
    modeCommit = if let commit { .committed(commit) } else { .alone }
  }

  /// A buffer's frame for a commit that sets the mode; nil for legacy drivers.
  func firstFrame(_ index: Int) -> FirstFrame? {
    committer?.frame(buffers.framebuffer(index), clearing: hasObstacles ? pipe : nil)
  }

  /// Commits frames in their modes, this output's frame among them.
  func configure(_ frames: [FirstFrame], _ commit: inout ModeCommit) -> CInt {
    var isShown = false
    let answer = committer?.configure(frames, &commit, isShown: &isShown) ?? -EINVAL
    if isShown { commit.completedAt = time.now }
    return answer
  }

  /// The user data of the next commit's event, which no other commit on any CRTC has.
  mutating func nextUserData() -> UInt64 {
    serial &+= 1
    return UInt64(pipe.crtc.rawValue) << 32 | UInt64(serial)
  }
}
