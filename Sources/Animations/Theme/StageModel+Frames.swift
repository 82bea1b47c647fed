// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme

extension StageModel {
  /// Draws a frame sequence at a time without pauses.
  func drawFrames(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, _ model: ThemeModel, at t: Instant,
    on layout: StageLayout, into scene: inout Scene
  ) {
    guard theme.pixmaps?.isMade(element.pixmap) ?? false,
      let sequence = theme.sequence(of: element)
    else { return }
    let times = FrameTimes(theme.choice.pack, element.record)
    let frame =
      if times.isBound {
        times.frame(
          at: shownProgress(of: model, ofChannel: model.channel(of: element.node), at: t) ?? 0)
      } else {
        times.frame(at: model.clock.elapsed(at: t), done: model.doneTime)
      }
    addPixmap(element, theme, on: layout, version: sequence.show(frame), into: &scene)
  }

  /// When the next frame of a sequence follows by its own time.
  func nextFrame(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, _ model: ThemeModel, after t: Instant
  ) -> NextChange {
    let times = FrameTimes(theme.choice.pack, element.record)
    if element.pixmap < 0 || times.isBound || model.clock.hasStopped(at: t) { return .never }
    let elapsed = model.clock.elapsed(at: t)
    guard let next = times.change(after: elapsed, done: model.doneTime) else { return .never }
    return model.clock.isSettled(at: t) ? .at(t + (next - elapsed)) : .now
  }
}
