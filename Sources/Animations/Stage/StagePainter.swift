// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
package import DisplayList
internal import Theme
internal import Text
internal import Stage

/// Draws a stage on one output at an instant, back to front; it allocates nothing.
struct StagePainter {
  let layout: StageLayout
  let time: Instant

  /// Draws the whole frame, or during a transition to another look one of its two scenes.
  func draw(_ model: borrowing StageModel<some Animation>, into scene: inout Scene) {
    scene.pixmaps = layout.pixmaps
    if let painter = ThemePainter(model, self) {
      return painter.draw(model, into: &scene)
    }
    scene.background = model.background ?? model.animation.background
    layout.logo?.draw(into: &scene)
    let part = model.showsMessage ? model.promptOpacity(at: time) : 0
    guard part > 0 || model.showsMessage && model.isAsking else {
      drawAnimation(of: model, in: layout.box, into: &scene)
      if model.pause.isOn { dim(model, in: layout.box, 1, into: &scene) }
      if model.showsMessage { drawMessage(of: model, opacity: .one, into: &scene) }
      return
    }
    drawPaused(model, part, into: &scene)
  }

  private func drawAnimation(
    of model: borrowing StageModel<some Animation>, in box: AnimationBox, into scene: inout Scene
  ) {
    model.animation.draw(
      at: model.pause.time(of: time), in: box, style: model.style, into: &scene)
  }

  /// Covers the animation, also beside and above its box, partly with the background.
  private func dim(
    _ model: borrowing StageModel<some Animation>, in box: AnimationBox, _ part: Fixed,
    into scene: inout Scene
  ) {
    let (beside, above) = model.animation.overhang(of: box)
    scene.add(
      .rectangle(
        Rectangle(
          x: -beside, y: -above, width: box.width + 2 * beside, height: box.height + 2 * above)),
      paint: .solid(scene.background), opacity: PromptPause.cover * Fraction(part),
      transform: box.transform)
  }

  /// Draws the paused animation, moved up and made smaller as needed, with the prompt below it.
  ///
  /// `part` is the prompt's opacity during a fade.
  private func drawPaused(
    _ model: borrowing StageModel<some Animation>, _ part: Fixed, into scene: inout Scene
  ) {
    let opacity = Fraction(part)
    let (prompt, placement) = place(model, over: scene.background)
    let box = layout.box.placed(
      layout.boxPlacement.interpolated(to: placement, by: part), on: layout.width,
      layout.stageTransform)
    // On a display with room for only a field, nothing is behind it, nor where the keyboard leaves no more.
    let bottom = placement.top + layout.box.height * placement.factor
    if prompt.hasLineBelow && bottom <= prompt.top || part < 1 {
      drawAnimation(of: model, in: box, into: &scene)
      dim(model, in: box, part, into: &scene)
    }
    if opacity < .one { drawMessage(of: model, opacity: .one - opacity, into: &scene) }
    scene.beginGroup(opacity)
    draw(prompt, of: model, into: &scene)
    scene.beginGroup(.one)
  }

  /// Draws a question and its field in the built-in look over a scene.
  func drawPrompt(of model: borrowing StageModel<some Animation>, into scene: inout Scene) {
    draw(place(model, over: scene.background).prompt, of: model, into: &scene)
  }

  /// Lays a question out in the built-in look, below the animation; returns the animation's position, too.
  private func place(
    _ model: borrowing StageModel<some Animation>, over background: Color
  ) -> (prompt: PromptLayout, placement: BoxPlacement) {
    var prompt = PromptLayout(
      on: layout, color: model.builtInLook.messageColor(on: background), background: background)
    let height = OnScreenPainter(model.onScreenFace, on: layout)?.freeHeight ?? layout.height
    prompt.setTexts(
      model.visiblePrompt.question.utf8, notice: model.notice.utf8,
      height: height - 2 * prompt.capHeight)
    let placement = prompt.place(on: layout, height: height)
    return (prompt, placement)
  }

  private func draw(
    _ prompt: borrowing PromptLayout, of model: borrowing StageModel<some Animation>,
    into scene: inout Scene
  ) {
    prompt.draw(
      model.visiblePrompt.question.utf8, notice: model.notice.utf8, into: &scene,
      transform: layout.stageTransform)
    drawField(of: model, at: prompt, into: &scene)
  }

  /// Draws the field, which shakes after a wrong answer.
  func drawField(
    of model: borrowing StageModel<some Animation>, at prompt: borrowing PromptLayout,
    into scene: inout Scene
  ) {
    scene.beginField()
    model.visiblePrompt.entry.draw(
      at: prompt, offset: prompt.capHeight.twentieths(30) * model.shake.offset(at: time),
      into: &scene, transform: layout.stageTransform)
    OnScreenPainter(model.onScreenFace, on: layout)?.draw(like: prompt, into: &scene)
  }

  private func drawMessage(
    of model: borrowing StageModel<some Animation>, opacity: Fraction, into scene: inout Scene
  ) {
    let isLast = model.showsLastMessage(at: time)
    let part = isLast ? .one : Fraction(model.messages.share(at: time))
    if part < .one {
      draw(
        model.messages.outgoing.first, model.builtInLook, opacity * (.one - part), into: &scene)
    }
    if part == .zero { return }
    draw(
      isLast ? model.reportedState.message : model.messages.shown.first, model.builtInLook,
      opacity * part, into: &scene)
  }

  private func draw(
    _ message: Message, _ look: BuiltInLook, _ opacity: Fraction, into scene: inout Scene
  ) {
    // Most stages have no message.
    if message.isEmpty { return }
    var line = layout.messageLine
    let capHeight = line.height
    let color = look.messageColor(on: scene.background)
    let style = TextStyle(font: nil, capHeight: capHeight, color: color, opacity: opacity)
    func add(_ text: Span<UInt8>, to scene: inout Scene) {
      layout.text.draw(
        text, in: line, style, scale: layout.scale, transform: layout.stageTransform, into: &scene)
    }
    let text = message.utf8
    // Of two lines the second is below the first; both move up at the stage's edge.
    var first = text.count
    for index in text.indices where text[index] == UInt8(ascii: "\n") { first = min(first, index) }
    let second = min(first + 1, text.count)
    let below = line.y + capHeight / 2 + capHeight * Fixed(7, over: 2) - layout.height
    if second < text.count, below > 0 { line.y -= below }
    add(text.extracting(0..<first), to: &scene)
    if second == text.count { return }
    line.y += 2 * capHeight
    add(text.extracting(second..<text.count), to: &scene)
  }
}

extension StageModel {
  /// Replaces a scene's contents by the frame at an instant on a layout.
  package func draw(at time: Instant, on layout: StageLayout, into scene: inout Scene) {
    let time = max(now, time)
    scene.removeAll()
    if let outgoing, let outgoingLayout = layout.outgoing, isDissolving(at: time) {
      StagePainter(layout: outgoingLayout.layout, time: time).draw(outgoing.model, into: &scene)
      scene.beginDissolve(UInt32(outgoing.incomingShare.value(at: time).raw >> 16))
    }
    StagePainter(layout: layout, time: time).draw(self, into: &scene)
  }

  /// The colours of a stage without a theme.
  fileprivate var builtInLook: BuiltInLook {
    BuiltInLook(background: animation.background, messageColor: animation.messageColor)
  }
}
