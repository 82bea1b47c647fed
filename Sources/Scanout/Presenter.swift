// SPDX-License-Identifier: Apache-2.0

package import Motion
package import DisplayList
package import Raster

/// Presents scenes on an output: schedules frames, selects buffers, and draws only what differs.
///
/// It keeps the scene of each buffer. A frame's scene is compared with the displayed scene: if no
/// pixel differs, nothing is drawn and nothing is committed. Otherwise the differences from the
/// buffer's content are drawn, and the buffer is committed. It is used in a loop: call `advance` after
/// each wait. If there may be something new, call `beginFrame`, draw into `scene`, and call
/// `endFrame`. Then wait for the output's descriptor and until `wakeTime`.
///
/// All memory is allocated by `init`; a frame allocates nothing.
package struct Presenter<Target: Output & ~Copyable>: ~Copyable {
  /// The outcome of a frame.
  package enum Outcome: Equatable, Sendable {
    /// The frame equals the displayed one; nothing was drawn.
    case unchanged
    /// No buffer is free: nothing was drawn, and a frame is due at the next vblank.
    case postponed
    /// The frame is drawn, and will be committed when it is due.
    case pending
    /// The frame is committed.
    case queued
  }

  enum State: Sendable {
    case idle
    case drawing(Instant)
    case pending(FrameInfo, commitTime: Instant)
    case queued(Instant)
  }

  /// Whether the stage has changed since the last frame was begun.
  var hasNews = true
  /// Whether a frame must be begun even without a change: the last one was dropped as too late, or the
  /// presenter was restarted.
  package internal(set) var mustRedraw = false
  /// Whether the last frame is incomplete: its scene or an outline exceeded a capacity.
  package internal(set) var isIncomplete = false
  /// Whether the last drawing is incomplete; an unchanged frame does not update this.
  var isDrawingIncomplete = false
  /// Whether the display may show other pixels than those of `lastCommitted`.
  var isCleared = false
  /// Whether a late frame was dropped since the last commit: the next one is committed however late.
  var hasGivenUp = false
  var drawnBuffer = 0
  var lastCommitted: Int?
  var unchangedUntil: Instant?
  /// The instant that the last frame was drawn for; nil before the first.
  package internal(set) var lastTarget: Instant?
  var state = State.idle

  /// How many frames have been committed.
  package internal(set) var committedFrameCount: Int64 = 0
  /// How many frames have been shown.
  package internal(set) var presentedFrameCount: Int64 = 0
  /// When to begin a frame again after no buffer was free; nil for none.
  var retryTime: Instant?
  /// The number of pixels stored in snapshots, which do not count as output.
  var snapshotPixels: Int64 = 0

  /// The output; the presenter's owner may also configure it.
  package var output: Target

  /// When frames are due, and how many were missed.
  package internal(set) var clock: FrameClock

  /// The scene of the frame that is being made; empty after `beginFrame`.
  package var scene: Scene {
    _read { yield history.current.scene }
    _modify { yield &history.current.scene }
  }

  /// The region that was drawn into the buffer of the last drawn frame.
  package internal(set) var drawn: DamageRegion

  /// Where that frame can differ from the previously committed frame.
  package internal(set) var changed: DamageRegion

  /// The whole frame, for snapshots.
  let whole: DamageRegion
  var history: FrameHistory
  var renderer: Renderer
  var idleTracker = IdleTracker()

  /// Takes over an output, with capacities for scenes and for the edges of their outlines.
  ///
  /// The defaults hold a message of 255 characters on a 4K stage; unused capacity costs no memory.
  package init(
    output: consuming Target, dithering: Dithering = .automatic, shapeCapacity: Int = 64,
    elementCapacity: Int = 16384,
    stopCapacity: Int = 512, edgeCapacity: Int = 1 << 17
  ) {
    clock = FrameClock(refreshMillihertz: output.refreshMillihertz, pacing: output.pacing)
    let size = output.sizeInPixels
    drawn = DamageRegion(width: size.width, height: size.height)
    changed = DamageRegion(width: size.width, height: size.height)
    whole = DamageRegion(allOfWidth: size.width, height: size.height)
    renderer = Renderer(
      maximumWidth: size.width, maximumHeight: size.height,
      shapeCapacity: shapeCapacity, edgeCapacity: edgeCapacity)
    renderer.dithering = dithering
    history = FrameHistory(
      count: output.bufferCount, shapeCapacity: shapeCapacity, elementCapacity: elementCapacity,
      stopCapacity: stopCapacity)
    self.output = output
  }

  /// How many pixels have been stored in the output's buffers.
  package var pixelsWritten: Int64 { renderer.pixelsWritten - snapshotPixels }

  /// Whether a frame is drawn or committed and not yet shown.
  package var isBusy: Bool {
    // Mutating only to avoid a copy of the presenter (compiler-workarounds.md: immutable-self).
    mutating get {
      switch state {
      case .idle, .drawing: false
      case .pending, .queued: true
      }
    }
  }

  /// When to call `advance` even if the output's descriptor signals nothing.
  ///
  /// Nil before the first frame, and while only the output can continue. Without a pending frame it is
  /// the vblank after which a frame can differ from the unchanged last one; a loop whose stage is
  /// still need not wake up for it.
  package var wakeTime: Instant? {
    // Mutating only to avoid a copy of the output.
    mutating get {
      switch state {
      case .idle, .drawing: unchangedUntil
      case .pending(_, let commitTime): commitTime
      case .queued: output.nextReportTime
      }
    }
  }

  /// Starts over: the next frame is drawn in full, and no earlier commit is waited for.
  ///
  /// It is for an output that has lost its display for a while; restart that too. The counters stay.
  package mutating func restart() {
    state = .idle
    lastCommitted = nil
    unchangedUntil = nil
    lastTarget = nil
    retryTime = nil
    (mustRedraw, hasGivenUp, isCleared) = (true, false, false)
    idleTracker = IdleTracker()
    clock.restart(refreshMillihertz: output.refreshMillihertz)
  }
}
