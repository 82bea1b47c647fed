// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme
internal import Stage

extension ThemePainter {
  /// The pose of an image at this instant; nil for an element at rest.
  func pose(
    of element: ThemeLayout.Element, _ role: ThemeCursor.Role,
    in model: borrowing StageModel<some Animation>
  ) -> ImagePose? {
    guard let record = element.motion else { return nil }
    let image = ImageMotion(pack, record, on: theme.stage)
    if image.record.binding == .progress {
      let t = model.pause.time(of: time)
      let channel = Int(image.record.channel)
      return image.pose(at: model.motionProgress(ofChannel: channel, motion, at: t) ?? 0)
    }
    let elapsed = model.elapsed(of: image, motion, model.phase(role, at: time), at: time)
    return image.pose(at: MotionTiming(image.record).position(at: elapsed))
  }
}

extension StageModel {
  /// The phase that an element is in: one that fades out is in its own.
  func phase(_ role: ThemeCursor.Role, at time: Instant) -> PhaseBegin {
    role == .outgoing ? phase(at: time).previous : phase(at: time).present
  }

  /// The progress that a motion follows; nil while it is unknown.
  ///
  /// A theme without an animation on channel 1 has the progress of a hidden bar.
  fileprivate func motionProgress(
    ofChannel channel: Int, _ theme: ThemeModel, at t: Instant
  ) -> Fixed? {
    if let shown = shownProgress(ofChannel: channel, at: t) { return shown }
    guard channel == 1, theme.main == nil, reportedState[1]?.isUnknown == false else { return nil }
    return animation.progress(at: t, channel: 1)
  }

  /// The time of a motion: since the stage appeared, or since a phase began.
  ///
  /// A prompt pauses an endless motion. A failure stops it, unless it follows the phase. A motion with an end goes
  /// on to its end.
  fileprivate func elapsed(
    of image: ImageMotion, _ theme: ThemeModel, _ phase: PhaseBegin, at time: Instant
  ) -> TimeSpan {
    let followsPhase = image.record.binding == .phase
    if image.isEndless {
      let t = pause.time(of: time)
      return followsPhase ? t - phase.pausing : theme.clock.elapsed(at: t)
    }
    return time - (followsPhase ? phase.instant : theme.start)
  }

  /// When an image moves visibly.
  func nextMotion(
    of element: ThemeLayout.Element, _ theme: ThemeModel, after time: Instant,
    on layout: StageLayout
  ) -> NextChange {
    guard let record = element.motion, element.pixmap >= 0, let stage = layout.theme?.stage else {
      return .never
    }
    let image = ImageMotion(theme.choice.pack, record, on: stage)
    let t = pause.time(of: time)
    if image.record.binding == .progress {
      return afterPause(nextMotion(of: image, element, theme, after: t, on: layout))
    }
    if image.isEndless {
      if pause.isOn { return .never }
      if image.record.binding == .time {
        if theme.clock.hasStopped(at: t) { return .never }
        if !theme.clock.isSettled(at: t) { return .now }
      }
    }
    let elapsed = elapsed(of: image, theme, phase(at: time).present, at: time)
    let change = image.nextChange(after: elapsed, of: element.pixels, scale: layout.scale)
    return switch change {
    case .visibly(let next): .visibly(time + (next - elapsed))
    case .at(let next): .at(time + (next - elapsed))
    case .never: .never
    }
  }

  /// The same, for an image that follows a progress.
  private func nextMotion(
    of image: ImageMotion, _ element: ThemeLayout.Element, _ theme: ThemeModel,
    after t: Instant, on layout: StageLayout
  ) -> NextChange {
    let channel = Int(image.record.channel)
    guard let shown = motionProgress(ofChannel: channel, theme, at: t) else { return .never }
    for part in theme.parts {
      let own = channel - part.channel + 1
      guard own >= 1, own <= part.animation.channelCount else { continue }
      guard let bound = part.animation.progressBound(at: t, channel: own) else { return .now }
      if bound.distance == 0 { return .never }
      guard let pixels = image.pixelsPerProgress(of: element.pixels, scale: layout.scale) else {
        return .now
      }
      var motion = VisibleMotion(after: t)
      motion.add(bound, pixels: pixels)
      return motion.nextChange
    }
    // The spring of the hidden bar is at rest after a minute.
    let last = animation.progress(at: t + .milliseconds(60_000), channel: 1)
    return shown == last ? .never : .now
  }
}
