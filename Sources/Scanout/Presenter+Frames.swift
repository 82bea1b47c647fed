// SPDX-License-Identifier: Apache-2.0

import DisplayList
package import Motion
package import Raster

extension Presenter where Target: ~Copyable {
  /// Handles the output's reports, and commits the pending frame when it is due.
  ///
  /// - Throws: The output's failure.
  package mutating func advance(at now: Instant) throws(Target.Failure) {
    try takeReports(at: now)
    if case .idle = state, !mustRedraw { recordIdle(at: now) }
    guard case .pending(let frame, let commitTime) = state, commitTime <= now else { return }
    // A frame that is a period late is dropped. The frame drawn instead could be late again, and so for ever;
    // so the second in a row is committed.
    if now < commitTime + clock.period || hasGivenUp { return try commit(frame, at: now) }
    giveUp(frame)
  }

  /// A display that waits because of a frame limit is not idle.
  private mutating func recordIdle(at now: Instant) {
    if let shown = idleTracker.shown, let begin = clock.nextBegin(after: shown), now < begin {
      return
    }
    idleTracker.recordIdle(at: now)
  }

  /// Limits the frames shown per second, from the next frame on.
  package mutating func limit(framesPerSecond: Int?) {
    clock.limit(framesPerSecond: framesPerSecond)
  }

  /// Begins a frame: empties `scene` and returns the instant to draw it for.
  ///
  /// Nil while another frame is pending: its report comes first.
  package mutating func beginFrame(at now: Instant) -> Instant? {
    if isBusy { return nil }
    let target = clock.target(at: now)
    if let shown = idleTracker.shown { clock.recordBegin(target: target, since: shown) }
    idleTracker.recordBegin()
    (mustRedraw, hasNews) = (false, false)
    lastTarget = target
    retryTime = nil
    history.current.scene.removeAll()
    state = .drawing(target)
    return target
  }

  /// Overwrites the data of earlier frames in the scene, which has to be empty, and in the renderer.
  ///
  /// Only this frame's scene is wiped; the next frame uses another buffer's scene.
  package mutating func wipe() {
    history.current.scene.wipe()
    renderer.forgetStrokes()
  }

  /// Ends the frame: compares it, draws the differences, and commits it now or when it is due.
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
      // A movement so small that it may not show is drawn to find out.
      let differs =
        !changed.isEmpty
        && (repeatsField || changed.change >= .certain
          || renderer.differs(box.scene, from: shown.scene, within: changed, as: output.format))
      if !differs {
        hasGivenUp = false
        if clock.lastVblank != nil { idleTracker.recordShown(at: target) }
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
        // A report of a commit that was not made here, such as another program's, is ignored.
        guard case .queued(let target) = state else { continue }
        clock.recordPresented(at: instant, sequence: sequence, target: target)
        idleTracker.recordShown(at: instant)
        presentedFrameCount += 1
        unchangedUntil = nil
        state = .idle
      case .cleared:
        (isCleared, mustRedraw) = (true, true)
      }
    }
  }

  /// Draws the differences from the buffer's old content, and records its new content.
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

  /// Drops a frame that is too late; the next frame replaces it.
  private mutating func giveUp(_ frame: FrameInfo) {
    state = .idle
    (hasGivenUp, mustRedraw) = (true, true)
    unchangedUntil = nil
    // The frame's own vblank has passed too, without the frame.
    if clock.lastVblank != nil { idleTracker.recordShown(at: frame.target - clock.period) }
  }

  private mutating func commit(_ frame: FrameInfo, at now: Instant) throws(Target.Failure) {
    state = .idle
    // The next chance is the next vblank; at that time the frame is less than a period late.
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
