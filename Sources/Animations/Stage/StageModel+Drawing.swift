// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
package import DisplayList
internal import Theme
internal import Stage
internal import Text

extension StageModel {
  /// Replaces a scene's contents by the frame at an instant, back to front.
  ///
  /// It allocates nothing.
  package func draw(at time: Instant, on layout: StageLayout, into scene: inout Scene) {
    let time = max(now, time)
    scene.removeAll()
    drawPredecessor(at: time, on: layout, into: &scene)
    drawOwn(at: time, on: layout, into: &scene)
  }

  /// Draws the frame without the outgoing look.
  func drawOwn(at time: Instant, on layout: StageLayout, into scene: inout Scene) {
    scene.pixmaps = layout.theme?.pixmaps
    if let theme, let themeLayout = layout.theme {
      return draw(themeLayout, theme, at: time, on: layout, into: &scene)
    }
    scene.background = background ?? animation.background
    let part = showsMessage ? promptOpacity.value(at: time) : 0
    guard part > 0 || showsMessage && isAsking else {
      animation.draw(at: rest.time(of: time), in: layout.box, style: style, into: &scene)
      if rest.isOn { dim(in: layout.box, 1, into: &scene) }
      if showsMessage { drawMessage(at: time, on: layout, opacity: .one, into: &scene) }
      return
    }
    drawPrompt(part, at: time, on: layout, into: &scene)
  }

  /// Covers the animation, also beside and above its box, partly with the background.
  private func dim(in box: AnimationBox, _ part: Fixed, into scene: inout Scene) {
    let (beside, above) = animation.overhang(of: box)
    scene.add(
      .rectangle(
        Rectangle(
          x: -beside, y: -above, width: box.width + 2 * beside, height: box.height + 2 * above)),
      paint: .solid(scene.background), opacity: Rest.cover * Fraction(part),
      transform: box.transform)
  }

  private var builtInTheme: BuiltInTheme {
    BuiltInTheme(background: animation.background, messageColor: animation.messageColor)
  }

  /// Draws the paused animation, moved up and made smaller as needed, with the prompt below it.
  ///
  /// `part` is the prompt's opacity during a fade.
  private func drawPrompt(
    _ part: Fixed, at time: Instant, on layout: StageLayout, into scene: inout Scene
  ) {
    let (color, opacity) = (builtInTheme.messageColor(on: scene.background), Fraction(part))
    let asked = visiblePrompt
    var prompt = PromptLayout(on: layout, color: color, background: scene.background)
    prompt.take(
      asked.question.utf8, notice: notice.utf8, height: layout.height - 2 * prompt.capHeight)
    let place = layout.place(&prompt)
    let box = layout.box.placed(
      layout.boxPlace.interpolated(to: place, by: part), on: layout.width, layout.stageTransform)
    // On a display with room for only a field, nothing is behind it.
    if prompt.hasLineBelow || part < 1 {
      animation.draw(at: rest.time(of: time), in: box, style: style, into: &scene)
      dim(in: box, part, into: &scene)
    }
    if opacity < .one {
      drawMessage(at: time, on: layout, opacity: .one - opacity, into: &scene)
    }
    scene.beginGroup(opacity)
    draw(asked, at: prompt, time, into: &scene, transform: layout.stageTransform)
    scene.beginGroup(.one)
  }

  /// Draws a question and its field in the built-in look over a scene.
  func drawBuiltInPrompt(
    at time: Instant, on layout: StageLayout, into scene: inout Scene
  ) {
    var prompt = PromptLayout(
      on: layout, color: builtInTheme.messageColor(on: scene.background),
      background: scene.background)
    let asked = visiblePrompt
    prompt.take(
      asked.question.utf8, notice: notice.utf8, height: layout.height - 2 * prompt.capHeight)
    _ = layout.place(&prompt)
    draw(asked, at: prompt, time, into: &scene, transform: layout.stageTransform)
  }

  /// Draws a question with its field in the built-in look.
  private func draw(
    _ prompt: Prompt, at place: borrowing PromptLayout, _ time: Instant, into scene: inout Scene,
    transform: Transform
  ) {
    place.draw(prompt.question.utf8, notice: notice.utf8, into: &scene, transform: transform)
    drawField(of: prompt, at: place, time, into: &scene, transform: transform)
  }

  /// Draws the field, which shakes after a wrong answer.
  func drawField(
    of prompt: Prompt, at place: borrowing PromptLayout, _ time: Instant, into scene: inout Scene,
    transform: Transform
  ) {
    scene.beginField()
    prompt.entry.draw(
      at: place, offset: place.capHeight.twentieths(30) * shake.offset(at: time), into: &scene,
      transform: transform)
  }

  private func drawMessage(
    at time: Instant, on layout: StageLayout, opacity: Fraction, into scene: inout Scene
  ) {
    let isLast = showsLastMessage(at: time)
    let part = isLast ? .one : Fraction(messagePart(at: time))
    if part < .one {
      draw(messageFade.old.first, on: layout, opacity: opacity * (.one - part), into: &scene)
    }
    if part == .zero { return }
    // Messages are large to copy.
    draw(
      isLast ? reportedState.message : shownMessage, on: layout, opacity: opacity * part,
      into: &scene)
  }

  @inline(never)
  private func draw(
    _ message: Message, on layout: StageLayout, opacity: Fraction, into scene: inout Scene
  ) {
    // Most stages have no message.
    if message.isEmpty { return }
    let place = layout.messageLayout(builtInTheme)
    let text = message.utf8
    // Of two lines the second is below the first; both move up at the stage's edge.
    var first = text.count
    for index in text.indices where text[index] == UInt8(ascii: "\n") { first = min(first, index) }
    let second = min(first + 1, text.count)
    var center = place.center
    let below = center.y + place.capHeight * Fixed(7, over: 2) - layout.height
    if second < text.count, below > 0 { center.y = center.y - below }
    add(text.extracting(0..<first), at: center, place, opacity, on: layout, into: &scene)
    if second == text.count { return }
    center.y = center.y + 2 * place.capHeight
    add(
      text.extracting(second..<text.count), at: center, place, opacity, on: layout, into: &scene)
  }

  private func add(
    _ line: Span<UInt8>, at center: Point, _ place: MessageLayout, _ opacity: Fraction,
    on layout: StageLayout, into scene: inout Scene
  ) {
    scene.addText(
      line, capHeight: place.capHeight, center: center, maximumWidth: place.maximumWidth,
      color: builtInTheme.messageColor(on: scene.background), opacity: opacity,
      transform: layout.stageTransform)
  }
}
