// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
internal import DisplayList
internal import Theme

extension StageModel {
  /// The theme; nil for the built-in look.
  package var themeChoice: ThemeChoice? { theme?.choice }

  /// Whether all images are made that the frame at an instant shows on a layout.
  package func isMade(on layout: StageLayout, at time: Instant) -> Bool {
    guard let theme = layout.theme, theme.isMaking else { return true }
    return theme.isMade(in: situation(of: theme, at: time, on: layout))
  }

  /// Goes on with the images of a layout until so much work is done or all are made, first with those that the
  /// frame at an instant shows.
  ///
  /// - Returns: Whether one was made, or cannot be.
  package func makePixmaps(
    _ work: inout Int, on layout: StageLayout, at time: Instant
  ) -> Bool {
    guard let theme = layout.theme, theme.isMaking else { return false }
    return theme.makePixmaps(&work, in: situation(of: theme, at: time, on: layout))
  }

  /// The number of the elements that are shown at an instant.
  private func situation(of theme: ThemeLayout, at time: Instant, on layout: StageLayout) -> Int {
    let time = max(now, time)
    let new = situationFade(at: time).new
    return theme.number(of: new, promptRoom: promptRoom(theme, at: time, in: new | 1, on: layout))
  }

  /// Draws a theme's elements at an instant, back to front.
  mutating func draw(
    _ theme: ThemeLayout, _ model: ThemeModel, at time: Instant, on layout: StageLayout,
    into scene: inout Scene
  ) {
    let fade = situationFade(at: time)
    let part = Fraction(fade.part.value(at: time))
    let room = promptRoom(theme, at: time, in: fade.new | 1, on: layout)
    let asking = theme.number(of: fade.new | 1, promptRoom: room)
    var cursor = ThemeCursor(
      going: part < .one ? theme.number(of: fade.old, promptRoom: room) : nil,
      coming: theme.number(of: fade.new, promptRoom: room))
    // The default, if a pack has no background.
    scene.background = .black
    // The prompt comes last, and has to be visible whatever else there is.
    scene.keepsRoom = true
    // The background behind a paused animation is visible through it during a prompt.
    let dimmed = Fraction.one - Rest.cover * Fraction(promptOpacity.value(at: time))
    var background: ThemeLayout.Element?
    while let element = theme.next(&cursor) {
      if element.kind == .background {
        if cursor.role == .going {
          background = element
        } else {
          drawBackground(element, from: background, theme, part, on: layout, into: &scene)
        }
        continue
      }
      let shown = cursor.role == .still ? .one : cursor.role == .going ? .one - part : part
      let opacity = Fraction(share: element.opacity)
      scene.beginGroup(shown * opacity * (element.kind == .animation ? dimmed : .one))
      draw(element, theme, model, at: time, on: layout, into: &scene)
    }
    scene.beginGroup(.one)
    scene.keepsRoom = false
    let cover = Fraction(appearance.value(at: time))
    if cover > .zero { self.cover(scene.background, cover, on: layout, into: &scene) }
    drawPrompt(theme, at: time, in: asking, on: layout, into: &scene)
    let gone = Fraction(leaveTransition.value(at: time))
    if gone > .zero {
      self.cover(theme.choice.stage.leaveColor.color, gone, on: layout, into: &scene)
    }
  }

  @inline(never)
  private mutating func draw(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, _ model: ThemeModel, at time: Instant,
    on layout: StageLayout, into scene: inout Scene
  ) {
    switch element.kind {
    case .image: addPixmap(element, theme, on: layout, into: &scene)
    case .stack: drawPanel(element, theme, on: layout, into: &scene)
    case .animation:
      let (t, box) = (rest.time(of: time), AnimationBox(element, on: layout))
      if element.isSequence {
        drawFrames(element, theme, model, at: t, on: layout, into: &scene)
      } else if element.node == model.mainNode {
        animation.draw(at: t, in: box, into: &scene)
      } else {
        model.draw(node: element.node, at: t, in: box, into: &scene)
      }
    case .text: drawText(element, theme, model, at: time, on: layout, into: &scene)
    // Backgrounds are drawn before, the prompt last.
    case .background, .prompt: break
    }
  }

  /// When an animation of a theme may change next in a situation; `t` is the time without pauses.
  ///
  /// Hidden animations count, too: the visible elements depend on their states, and texts show their
  /// percentages.
  mutating func nextChange(
    of model: ThemeModel, _ theme: ThemeLayout, in situation: Int, after t: Instant,
    on layout: StageLayout
  ) -> NextChange {
    let hidden = AnimationBox(
      width: layout.box.width, height: layout.box.height, transform: layout.box.transform,
      look: theme.unseen)
    var (own, change, seen) = (hidden, NextChange.never, UInt64(0))
    var index = 0
    while let element = theme.element(index, in: situation) {
      index += 1
      guard element.kind == .animation else { continue }
      let box = AnimationBox(element, on: layout)
      seen |= 1 << UInt64(element.node)
      if element.isSequence {
        change = change.earlier(nextFrame(element, theme, model, after: t))
      }
      if element.node == model.mainNode {
        own = box
      } else {
        change = change.earlier(model.nextChange(ofNode: element.node, after: t, in: box))
      }
    }
    for part in model.parts where seen >> UInt64(part.node) & 1 == 0 {
      change = change.earlier(part.animation.nextChange(after: t, in: hidden))
    }
    return change.earlier(animation.nextChange(after: t, in: own))
  }

  private mutating func drawText(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, _ model: ThemeModel, at time: Instant,
    on layout: StageLayout, into scene: inout Scene
  ) {
    let (pack, record) = (theme.choice.pack, element.record)
    var values = ThemeText.Values()
    values.messages = showsLastMessage(at: time) ? reportedState.messages : shownMessages
    values.seconds = reportedState.remainingSeconds ?? 0
    values.keymap = prompt?.entry.keymap ?? 0
    let t = rest.time(of: time)
    for channel in 1...8 {
      guard let shown = shownProgress(of: model, ofChannel: channel, at: t) else { continue }
      values.percents[channel] =
        shown >= 1 ? 100 : min((shown * 100 + Fixed(1, over: 1024)).floor, 99)
    }
    var text = ThemeText(theme.choice)
    let isShown = text.take(textsOf: record, of: pack, values)
    let part = messagePart(at: time)
    if part < 1, !showsLastMessage(at: time) {
      var old = ThemeText(theme.choice)
      values.messages = messageFade.old
      let wasShown = old.take(textsOf: record, of: pack, values)
      if wasShown != isShown || isShown && old != text {
        let whole = scene.groupOpacity
        scene.beginGroup(whole * Fraction(1 - part))
        if wasShown { draw(old, element, theme, on: layout, into: &scene) }
        scene.beginGroup(whole * Fraction(part))
        if isShown, part > 0 { draw(text, element, theme, on: layout, into: &scene) }
        return
      }
    }
    if isShown { draw(text, element, theme, on: layout, into: &scene) }
  }

  @inline(never)
  private func draw(
    _ text: borrowing ThemeText, _ element: ThemeLayout.Element, _ theme: ThemeLayout,
    on layout: StageLayout, into scene: inout Scene
  ) {
    let own = theme.choice.pack[TextElement.self, element.record]
    let style = ThemeTextStyle(
      capHeight: (theme.stage.points(own.size) ?? theme.stage.capHeight).clamped(to: 0...4096),
      lineHeight: own.lineHeight.clamped(to: 0...64), lines: Int(own.lines),
      alignment: own.alignment, color: own.color.color, opacity: own.color.opacity)
    theme.draw(
      text.utf8, font: own.font, in: element.box, style,
      scale: layout.scale, transform: layout.stageTransform, into: &scene)
  }

  /// The shown progress of a channel; nil while it is unknown, or no animation shows it.
  @inline(never)
  func shownProgress(of model: ThemeModel, ofChannel channel: Int, at t: Instant) -> Fixed? {
    guard model.mainNode >= 0, channel <= animation.channelCount else {
      return model.progress(ofChannel: channel, at: t)
    }
    if reportedState[channel]?.isUnknown == true { return nil }
    return animation.showsProgress(at: t, channel: channel)
      ? animation.progress(at: t, channel: channel) : nil
  }
}

extension AnimationBox {
  /// The box of an element on a layout.
  init(_ element: ThemeLayout.Element, on layout: StageLayout) {
    let box = element.box
    self.init(
      width: box.width, height: box.height,
      transform: layout.stageTransform.translated(x: box.x, y: box.y), look: element.look)
  }
}
