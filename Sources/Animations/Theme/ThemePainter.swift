// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
internal import DisplayList
internal import Theme
internal import Stage
internal import Text

/// Draws the elements of a theme on one output at an instant, back to front.
struct ThemePainter {
  let theme: ThemeLayout
  let motion: ThemeModel
  /// Draws what is not the theme's own.
  let stage: StagePainter

  /// Nil without a theme.
  init?(_ model: borrowing StageModel<some Animation>, _ stage: StagePainter) {
    guard let motion = model.theme, let theme = stage.layout.theme else { return nil }
    (self.theme, self.motion, self.stage) = (theme, motion, stage)
  }

  var layout: StageLayout { stage.layout }
  var time: Instant { stage.time }
  var pack: Pack { theme.choice.pack }

  /// Draws all elements, a cover while the stage appears or disappears, and the prompt.
  func draw(_ model: borrowing StageModel<some Animation>, into scene: inout Scene) {
    let transition = model.situation(at: time)
    let part = Fraction(transition.share(at: time))
    let room = promptRoom(of: model, in: transition.incoming | 1)
    let asking = theme.number(of: transition.incoming | 1, promptRoom: room)
    var cursor = ThemeCursor(
      outgoing: part < .one ? theme.number(of: transition.outgoing, promptRoom: room) : nil,
      incoming: theme.number(of: transition.incoming, promptRoom: room))
    // The default, if a pack has no background.
    scene.background = .black
    // The prompt comes last, and has to be visible whatever else there is.
    scene.keepsRoom = true
    // The background behind a paused animation is visible through it during a prompt.
    let dimmed = Fraction.one - PromptPause.cover * Fraction(model.promptOpacity(at: time))
    let covered = coveredAreas(of: model, in: asking)
    var background: ThemeLayout.Element?
    var showsLogo = false
    while let element = theme.next(&cursor) {
      if element.kind == .background {
        if cursor.role == .outgoing {
          background = element
        } else {
          drawBackground(element, from: background, part, into: &scene)
          showsLogo = drawLogo(over: element, from: background, part, into: &scene)
        }
        continue
      }
      let share: Fraction =
        switch cursor.role {
        case .outgoing: .one - part
        case .incoming: part
        case .unchanged: .one
        }
      var opacity = Fraction(share: element.opacity)
      let pose = pose(of: element, cursor.role, in: model)
      if let pose, pose.opacity < 1 { opacity = opacity * Fraction(pose.opacity) }
      if let covered, covered.overlaps(element) { opacity = opacity * covered.opacity }
      scene.beginGroup(share * opacity * (element.kind == .animation ? dimmed : .one))
      draw(element, pose, cursor.role, of: model, into: &scene)
    }
    scene.beginGroup(.one)
    scene.keepsRoom = false
    let appearance = Fraction(model.appearance.value(at: time))
    // The firmware's logo is on the display already.
    if showsLogo, let logo = layout.logo {
      cover(scene.background, appearance, around: logo.image.pixels, into: &scene)
    } else {
      cover(scene.background, appearance, into: &scene)
    }
    drawPrompt(of: model, in: asking, into: &scene)
    if let leaving = model.leaving {
      let color = theme.choice.stage.leaveColor.color
      cover(color, Fraction(leaving.value(at: time)), into: &scene)
    }
  }

  private func draw(
    _ element: ThemeLayout.Element, _ pose: ImagePose?, _ role: ThemeCursor.Role,
    of model: borrowing StageModel<some Animation>, into scene: inout Scene
  ) {
    switch element.kind {
    case .image: addPixmap(element, in: pose, into: &scene)
    case .stack: drawPanel(element, into: &scene)
    case .animation:
      if element.isSequence {
        drawFrame(element, role, of: model, into: &scene)
      } else {
        drawAnimation(element, at: model.pause.time(of: time), into: &scene)
      }
    case .text: drawText(element, of: model, into: &scene)
    case .clock:
      if let clock = model.wallClock {
        drawTime(clock.minuteOfDay(at: time), element, into: &scene)
      }
    // Backgrounds are drawn before, the prompt last.
    case .background, .prompt: break
    // Part of another element; hidden.
    case .motion, .parts, .shading: break
    }
  }

  /// Draws a frame of a sequence.
  private func drawFrame(
    _ element: ThemeLayout.Element, _ role: ThemeCursor.Role,
    of model: borrowing StageModel<some Animation>, into scene: inout Scene
  ) {
    guard theme.pixmaps?.isMade(element.pixmap) ?? false,
      let sequence = theme.sequence(of: element)
    else { return }
    let t = model.pause.time(of: time)
    let timing = FrameSequenceTiming(pack, element.record)
    let frame =
      if timing.isBound {
        timing.frame(
          at: model.shownProgress(ofChannel: motion.channel(of: element.node), at: t) ?? 0)
      } else if timing.followsPhase {
        timing.frame(at: t - model.phase(role, at: time).pausing, done: nil)
      } else {
        timing.frame(at: motion.clock.elapsed(at: t), done: motion.doneTime)
      }
    addPixmap(element, version: sequence.show(frame), into: &scene)
  }

  private func drawText(
    _ element: ThemeLayout.Element, of model: borrowing StageModel<some Animation>,
    into scene: inout Scene
  ) {
    let record = element.record
    let isLast = model.showsLastMessage(at: time)
    var values = ThemeText.Values()
    values.messages = isLast ? model.reportedState.messages : model.messages.shown
    values.seconds = model.reportedState.remainingSeconds ?? 0
    values.keymap = model.prompt?.entry.keymap ?? 0
    let t = model.pause.time(of: time)
    for channel in 1...8 {
      guard let shown = model.shownProgress(ofChannel: channel, at: t) else { continue }
      values.percents[channel] =
        shown >= 1 ? 100 : min((shown * 100 + Fixed(1, over: 1024)).floor, 99)
    }
    var text = ThemeText(theme.choice)
    let isShown = text.set(textsOf: record, of: pack, values)
    let part = model.messages.share(at: time)
    if part < 1, !isLast {
      var old = ThemeText(theme.choice)
      values.messages = model.messages.outgoing
      let wasShown = old.set(textsOf: record, of: pack, values)
      if wasShown != isShown || isShown && old != text {
        let whole = scene.groupOpacity
        scene.beginGroup(whole * Fraction(1 - part))
        if wasShown { draw(old, element, into: &scene) }
        scene.beginGroup(whole * Fraction(part))
        if isShown, part > 0 { draw(text, element, into: &scene) }
        return
      }
    }
    if isShown { draw(text, element, into: &scene) }
  }

  private func draw(
    _ text: borrowing ThemeText, _ element: ThemeLayout.Element, into scene: inout Scene
  ) {
    draw(
      text.utf8, pack[TextElement.self, element.record].properties, in: element.box, into: &scene)
  }

  private func draw(
    _ text: Span<UInt8>, _ properties: TextProperties, in box: Rectangle, into scene: inout Scene
  ) {
    let style = TextStyle(
      font: properties.font, capHeight: theme.stage.capHeight(of: properties),
      lineHeight: properties.lineHeight.clamped(to: 0...64), lines: Int(properties.lines),
      alignment: properties.alignment, color: properties.color.color,
      opacity: properties.color.opacity)
    layout.text.draw(
      text, in: box, style, scale: layout.scale, transform: layout.stageTransform, into: &scene)
  }

  /// Draws a time of day, in full minutes since midnight.
  private func drawTime(_ minute: Int, _ element: ThemeLayout.Element, into scene: inout Scene) {
    let own = pack[ClockElement.self, element.record]
    let has12Hours =
      switch own.format {
      case .auto: theme.choice.has12Hours
      case .hours12: true
      case .hours24: false
      }
    var (hour, text) = (minute / 60, InlineText<5>())
    if has12Hours { hour = hour % 12 == 0 ? 12 : hour % 12 }
    if hour < 10 && !has12Hours { text.append(0) }
    text.append(hour)
    text.append(minute % 60 < 10 ? ":0" : ":")
    text.append(minute % 60)
    // A time is never cut to fit its box, so that it may extend beyond the side that it is not aligned to.
    var box = element.box
    let more = 8 * theme.stage.capHeight(of: own.properties)
    box.width += more
    switch own.properties.alignment {
    case .center: box.x -= more / 2
    case .start: break
    case .end: box.x -= more
    }
    draw(text.bytes, own.properties, in: box, into: &scene)
  }

  /// Covers the whole stage with a colour at an opacity.
  private func cover(_ color: Color, _ opacity: Fraction, into scene: inout Scene) {
    if opacity == .zero { return }
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: layout.width, height: layout.height)),
      paint: .solid(color), opacity: opacity, transform: layout.stageTransform)
  }

  /// The same around a box of the output's pixels.
  private func cover(
    _ color: Color, _ opacity: Fraction, around box: PixelRectangle, into scene: inout Scene
  ) {
    if opacity == .zero { return }
    let (width, height) = (layout.widthInPixels, layout.heightInPixels)
    let (right, bottom) = (box.x + box.width, box.y + box.height)
    func add(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int, to scene: inout Scene) {
      guard left < right && top < bottom else { return }
      scene.add(
        .rectangle(
          Rectangle(
            x: Fixed(left), y: Fixed(top), width: Fixed(right - left), height: Fixed(bottom - top))),
        paint: .solid(color), opacity: opacity)
    }
    // No list of them: a frame allocates nothing.
    add(0, 0, width, box.y, to: &scene)
    add(0, bottom, width, height, to: &scene)
    add(0, box.y, box.x, bottom, to: &scene)
    add(right, box.y, width, bottom, to: &scene)
  }
}

extension StageModel {
  /// When an element of a theme may change next.
  func nextChange(
    of element: ThemeLayout.Element, _ motion: ThemeModel, after time: Instant,
    on layout: StageLayout
  ) -> NextChange {
    switch element.kind {
    case .animation:
      let t = pause.time(of: time)
      let change = motion.nextChange(of: element, after: t, on: layout)
      return afterPause(
        element.isSequence
          ? change.earlier(
            motion.nextFrame(of: element, after: t, since: phase(at: time).present.pausing))
          : change)
    case .clock: return wallClock.map { .at($0.nextMinute(after: time)) } ?? .never
    case .image: return nextMotion(of: element, motion, after: time, on: layout)
    case .background, .stack, .text, .prompt, .motion, .shading, .parts: return .never
    }
  }

  /// Whether all images are made that the frame at an instant shows on a layout.
  package func isMade(on layout: StageLayout, at time: Instant) -> Bool {
    guard let theme = layout.theme, theme.isMaking else { return true }
    return theme.isMade(in: elements(on: layout, at: time))
  }

  /// Goes on with the images of a layout until so much work is done or all are made, first with those that the
  /// frame at an instant shows.
  ///
  /// - Returns: Whether one was made, or cannot be.
  package func makePixmaps(
    _ work: inout Int, on layout: StageLayout, at time: Instant
  ) -> Bool {
    guard let theme = layout.theme, theme.isMaking else { return false }
    return theme.makePixmaps(&work, in: elements(on: layout, at: time))
  }

  /// The number of the elements that are shown at an instant.
  func elements(on layout: StageLayout, at time: Instant) -> Int {
    let stage = StagePainter(layout: layout, time: max(now, time))
    guard let painter = ThemePainter(self, stage) else { return 0 }
    let situation = situation(at: stage.time).incoming
    let room = painter.promptRoom(of: self, in: situation | 1)
    return painter.theme.number(of: situation, promptRoom: room)
  }
}

extension AnimationBox {
  /// The box of an element on a layout.
  init(_ element: ThemeLayout.Element, on layout: StageLayout) {
    let box = element.box
    self.init(
      width: box.width, height: box.height,
      transform: layout.stageTransform.translated(x: box.x, y: box.y))
  }
}
