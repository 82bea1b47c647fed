// SPDX-License-Identifier: Apache-2.0

package import Motion
package import Raster

extension Presenter where Target: ~Copyable {
  /// Takes the output's reports, and commits the frame whose time has come.
  ///
  /// - Throws: The output's failure.
  package mutating func advance(at now: Instant) throws(Target.Failure) {
    try takeReports(at: now)
    if case .idle = state, !mustRedraw { noteIdle(at: now) }
    guard case .pending(let frame, let commitTime) = state, commitTime <= now else { return }
    // A frame that is a period late is dropped. But the one redrawn in its place can be late again, and so for
    // ever: the second in a row is committed.
    if now < commitTime + clock.period || hasGivenUp { return try commit(frame, at: now) }
    giveUp(frame)
  }

  /// A display that rests under a limit of frames is not free.
  private mutating func noteIdle(at now: Instant) {
    if let shown = idleTracker.shown, let begin = clock.nextBegin(after: shown), now < begin {
      return
    }
    idleTracker.noteIdle(at: now)
  }

  /// Lets no more frames per second be shown; from the next frame on.
  package mutating func limit(framesPerSecond: Int?) {
    clock.limit(framesPerSecond: framesPerSecond)
  }

  /// Begins a frame: empties `scene` and returns the instant that it is to be drawn for.
  ///
  /// Nil while another frame is pending: its report comes first.
  package mutating func beginFrame(at now: Instant) -> Instant? {
    if isBusy { return nil }
    let target = clock.target(at: now)
    if let shown = idleTracker.shown { clock.noteBegun(target: target, since: shown) }
    idleTracker.noteBegun()
    (mustRedraw, hasNews) = (false, false)
    lastTarget = target
    retryTime = nil
    history.current.scene.removeAll()
    state = .drawing(target)
    return target
  }

  /// Overwrites what is left of earlier frames in the scene, which has to be empty, and in the renderer.
  ///
  /// The scene of another buffer is there in the next frame.
  package mutating func wipe() {
    history.current.scene.wipe()
    renderer.forgetStrokes()
  }

  /// Ends the frame: compares, draws what differs, and commits it now or when its time has come.
  ///
  /// - Parameters:
  ///   - now: The present instant.
  ///   - repeatsField: Whether the scene's field is drawn and committed even where no pixel of it differs.
  /// - Returns: What became of it.
  /// - Throws: The output's failure, from a commit that is due now.
  /// - Complexity: Compositing of the damage region; where nothing moved visibly also of both scenes up to
  ///   the first difference.
  @discardableResult
  package mutating func endFrame(
    at now: Instant, repeatsField: Bool = false
  ) throws(Target.Failure) -> Outcome {
    let box = history.current
    let isSceneIncomplete = box.scene.overflowed
    defer { isIncomplete = isSceneIncomplete || isDrawingIncomplete }
    guard case .drawing(let target) = state else { preconditionFailure("No frame was begun.") }
    state = .idle
    unchangedUntil = target
    if let shown = lastCommitted, !isCleared {
      let shown = history[shown]
      box.scene.findDamage(since: shown.scene, into: &changed)
      if repeatsField { changed.insert(box.scene.field) }
      // What moved by so little that it may not show is drawn to find out.
      let differs =
        !changed.isEmpty
        && (repeatsField || changed.change >= .certain
          || renderer.differs(box.scene, from: shown.scene, within: changed, as: output.format))
      if !differs {
        hasGivenUp = false
        if clock.lastVblank != nil { idleTracker.noteShown(at: target) }
        return .unchanged
      }
    } else {
      changed.insertAll()
    }
    guard let buffer = output.acquire() else {
      mustRedraw = true
      retryTime = clock.retryTarget(at: now)
      return .postponed
    }
    let frame = draw(into: buffer, target: target, repeatsField: repeatsField)
    let commitTime = clock.earliestCommit(for: target)
    if now < commitTime {
      state = .pending(frame, commitTime: commitTime)
      return .pending
    }
    try commit(frame, at: now)
    if case .queued = state { return .queued }
    return .pending
  }

  /// Draws the frame on the display in full into other memory; false before the first.
  ///
  /// The memory has the output's size, in any format. In the output's own format the pixels are
  /// the same as those in its buffer, which may be too slow to read.
  ///
  /// - Complexity: That of a full frame.
  package mutating func drawSnapshot(into pixels: inout PixelBuffer) -> Bool {
    let size = output.sizeInPixels
    precondition(
      pixels.width == size.width && pixels.height == size.height, "The buffer has another size.")
    guard let shown = lastCommitted else { return false }
    let before = renderer.pixelsWritten
    renderer.draw(history[shown].scene, damage: whole, into: &pixels)
    snapshotPixels += renderer.pixelsWritten - before
    return true
  }

  private mutating func takeReports(at now: Instant) throws(Target.Failure) {
    while let report = try output.takeReport(at: now) {
      switch report {
      case .presented(let instant, let sequence):
        // Reports of commits that were not made here, such as another program's, say nothing.
        guard case .queued(let target) = state else { continue }
        clock.notePresented(at: instant, sequence: sequence, target: target)
        idleTracker.noteShown(at: instant)
        presentedFrameCount += 1
        unchangedUntil = nil
        state = .idle
      case .cleared:
        (isCleared, mustRedraw) = (true, true)
      }
    }
  }

  /// Draws what the buffer does not hold already, and remembers what it holds now.
  private mutating func draw(
    into buffer: AcquiredBuffer, target: Instant, repeatsField: Bool
  ) -> FrameInfo {
    let box = history.current
    if buffer.age > 0 {
      box.scene.findDamage(
        since: history[buffer.index].scene, isRated: false, into: &drawn)
      if repeatsField { drawn.insert(box.scene.field) }
    } else {
      drawn.insertAll()
    }
    let before = renderer.pixelsWritten
    var pixels = output.pixels(of: buffer)
    renderer.draw(box.scene, damage: drawn, into: &pixels)
    isDrawingIncomplete = renderer.overflowed
    history.exchange(with: buffer.index)
    drawnBuffer = buffer.index
    return FrameInfo(target: target, pixelsWritten: Int(renderer.pixelsWritten - before))
  }

  /// Drops a frame that is too late; another one is to be drawn in its place.
  private mutating func giveUp(_ frame: FrameInfo) {
    state = .idle
    (hasGivenUp, mustRedraw) = (true, true)
    unchangedUntil = nil
    // Its own vblank has passed too, without it.
    if clock.lastVblank != nil { idleTracker.noteShown(at: frame.target - clock.period) }
  }

  private mutating func commit(_ frame: FrameInfo, at now: Instant) throws(Target.Failure) {
    state = .idle
    // The next vblank is the next chance; by then the frame is not a period late.
    var later = frame
    switch try output.commit(frame, drawn: drawn, changed: changed, at: now) {
    case .queued:
      state = .queued(frame.target)
      (hasGivenUp, isCleared) = (false, false)
      lastCommitted = drawnBuffer
      committedFrameCount += 1
      return
    case .busy: later.target = clock.retryTarget(at: now)
    case .busyUntil(let instant): later.target = instant
    }
    state = .pending(later, commitTime: later.target)
  }
}
