// SPDX-License-Identifier: Apache-2.0

import CLinux
import Motion
import Scanout

/// The first frame of an output, for a commit that configures its display.
///
/// A class, for a list of them takes less code than an array.
package final class FirstFrame {
  let first: CommittedPipe
  let framebuffer: FramebufferID
  /// The present pipe, where the previous master's objects may still be in its way.
  let clearing: DisplayPipe?
  /// That of another output, for the same commit.
  package let next: FirstFrame?

  init(
    _ first: CommittedPipe, _ framebuffer: FramebufferID, clearing: DisplayPipe?,
    before next: FirstFrame?
  ) {
    (self.first, self.framebuffer) = (first, framebuffer)
    (self.clearing, self.next) = (clearing, next)
  }

  /// Does something for this frame and those that follow.
  func forAll(_ body: (FirstFrame) -> Void) {
    body(self)
    next?.forAll(body)
  }
}

/// A commit that configures displays.
package struct ModeCommit {
  /// What its events have; there is one for each CRTC.
  let userData: UInt64
  /// Whether it is to wait for earlier flips, also for those that the kernel has to give up.
  var waits = false
  /// Whether a mode-set was allowed.
  var isModeset = true
  /// Whether only the obstacles have been taken out of the way, and it is to be made once more without them.
  var isCleared = false
  /// Since when the frames are on the displays, where no events follow.
  var completedAt: Instant?
}

/// How an output's first frame is committed.
enum ModeCommitState {
  /// By itself.
  case alone
  /// With those of other outputs, once it is drawn.
  case asked
  /// It is drawn.
  case waiting
  /// It has been committed with others.
  case committed(ModeCommit)
}

// The modes of a card's outputs are set in one commit, which a driver can do in the time of one, and without
// conditions in between for which there is too little bandwidth. Where that is refused each output has its own.
extension KMSOutput where Kernel: KernelInterface & ~Copyable {
  /// Has the frame that configures the display wait for `commitTogether`, once it is drawn.
  ///
  /// - Returns: Whether it has to be called; not where the display is configured, or can only be so alone.
  package mutating func awaitOthers() -> Bool {
    if isConfigured || !isAtomic || lostFlip.isBusy || switchesOff { return false }
    modeCommit = .asked
    return true
  }

  /// A list of frames with the drawn frame that waits for others, where there is one.
  package mutating func waitingFrame(before others: FirstFrame?) -> FirstFrame? {
    guard case .waiting = modeCommit, let index = swapchain.pending else { return others }
    return firstFrame(index, before: others)
  }

  /// Commits the frames of some of a card's outputs, of which this is one; nil where that is refused.
  package mutating func commitTogether(_ frames: FirstFrame) -> ModeCommit? {
    var commit = ModeCommit(userData: nextUserData())
    return configure(frames, &commit) == 0 ? commit : nil
  }

  /// Notes how `commitTogether` went: the frame, which is to be committed once more now, is or is not in it.
  package mutating func note(_ commit: ModeCommit?) {
    guard case .waiting = modeCommit else { return }
    modeCommit = if let commit { .committed(commit) } else { .alone }
  }

  /// A buffer's frame for a commit that sets the mode; nil for older drivers.
  @inline(never)
  func firstFrame(_ index: Int, before others: FirstFrame?) -> FirstFrame? {
    committer?.frame(
      buffers.framebuffer(index), clearing: hasObstacles ? pipe : nil, before: others)
  }

  /// Commits frames in their modes, this output's among them.
  func configure(_ frames: FirstFrame, _ commit: inout ModeCommit) -> CInt {
    var isShown = false
    let answer = committer?.configure(frames, &commit, isShown: &isShown) ?? -EINVAL
    if isShown { commit.completedAt = time.now }
    return answer
  }

  /// What the next commit's event is to have: no other commit's on any CRTC has it.
  mutating func nextUserData() -> UInt64 {
    serial &+= 1
    return UInt64(pipe.crtc.rawValue) << 32 | UInt64(serial)
  }
}
