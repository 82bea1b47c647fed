// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
package import Raster
internal import Theme

extension StageModel {
  /// Replaces a scene's contents by the frame at an instant, back to front.
  ///
  /// Allocates nothing. Changes nothing that can be observed, but may keep intermediate results: mutating, because a copy of the model
  /// takes 2,700 instructions (compiler-workarounds.md: immutable-self).
  package mutating func draw(at time: Instant, on layout: StageLayout, into scene: inout Scene) {
    let time = max(now, time)
    scene.removeAll()
    drawPredecessor(at: time, on: layout, into: &scene)
    drawOwn(at: time, on: layout, into: &scene)
  }

  /// Draws the frame without the look before.
  mutating func drawOwn(at time: Instant, on layout: StageLayout, into scene: inout Scene) {
    scene.pixmaps = layout.theme?.pixmaps
    if let theme, let themeLayout = layout.theme {
      return draw(themeLayout, theme, at: time, on: layout, into: &scene)
    }
    scene.background = background ?? animation.background
    let part = showsMessage ? promptOpacity.value(at: time) : 0
    guard part > 0 || showsMessage && entry.isOn else {
      animation.draw(at: rest.time(of: time), in: layout.box, into: &scene)
      if rest.isOn { dim(in: layout.box, 1, into: &scene) }
      if showsMessage { drawMessage(at: time, on: layout, opacity: .one, into: &scene) }
      return
    }
    drawPrompt(part, at: time, on: layout, into: &scene)
  }

  /// Covers the animation, and what it paints beside and above its box, with some of the background.
  private mutating func dim(in box: AnimationBox, _ part: Fixed, into scene: inout Scene) {
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

  /// Draws the animation at rest, as far up and as small as it has to be, and below it what is asked.
  ///
  /// `part` of it is to be seen while it appears or goes.
  private mutating func drawPrompt(
    _ part: Fixed, at time: Instant, on layout: StageLayout, into scene: inout Scene
  ) {
    let (color, opacity) = (builtInTheme.messageColor(on: scene.background), Fraction(part))
    // A failure freezes other messages, but a prompt has to be visible.
    let question = entry.isOn ? reportedState.message : lastQuestion
    var prompt = PromptLayout(on: layout, color: color, background: scene.background)
    prompt.take(question.utf8)
    let place = layout.place(&prompt)
    let box = layout.box.placed(
      layout.boxPlace.interpolated(to: place, by: part), on: layout.width, layout.stageTransform)
    animation.draw(at: rest.time(of: time), in: box, into: &scene)
    dim(in: box, part, into: &scene)
    if opacity < .one, hasMessageBesidePrompt {
      drawMessage(at: time, on: layout, opacity: .one - opacity, into: &scene)
    }
    scene.beginGroup(opacity)
    draw(
      question.utf8, entry.isOn ? entry : lastEntry, at: prompt, time, into: &scene,
      transform: layout.stageTransform)
    scene.beginGroup(.one)
  }

  /// Draws a question and its field in the built-in look over what is in a scene.
  mutating func drawBuiltInPrompt(
    at time: Instant, on layout: StageLayout, into scene: inout Scene
  ) {
    var prompt = PromptLayout(
      on: layout, color: builtInTheme.messageColor(on: scene.background),
      background: scene.background)
    let question = entry.isOn ? reportedState.message : lastQuestion
    prompt.take(question.utf8)
    _ = layout.place(&prompt)
    draw(
      question.utf8, entry.isOn ? entry : lastEntry, at: prompt, time, into: &scene,
      transform: layout.stageTransform)
  }

  /// Draws a question and its field, which shakes after a wrong answer.
  func draw(
    _ question: Span<UInt8>, _ entry: EntryField, at place: borrowing PromptLayout, _ time: Instant,
    into scene: inout Scene, transform: Transform
  ) {
    place.draw(question, into: &scene, transform: transform)
    entry.draw(
      at: place, offset: place.capHeight.twentieths(30) * shake.offset(at: time), into: &scene,
      transform: transform)
  }

  /// Whether the message is another text than what is asked.
  private var hasMessageBesidePrompt: Bool {
    #if arch(wasm32)
      !entry.isOn
    #else
      !entry.isOn || messageFade.isHeld
    #endif
  }

  private mutating func drawMessage(
    at time: Instant, on layout: StageLayout, opacity: Fraction, into scene: inout Scene
  ) {
    let isLast = showsLastMessage(at: time)
    #if arch(wasm32)
      let part = Fraction.one
    #else
      let part = isLast ? .one : Fraction(messagePart(at: time))
      if part < .one {
        draw(messageFade.old.first, on: layout, opacity: opacity * (.one - part), into: &scene)
      }
    #endif
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
    // Most stages have none.
    if message.isEmpty { return }
    let place = layout.messageLayout(builtInTheme)
    scene.addText(
      message.utf8, capHeight: place.capHeight, center: place.center,
      maximumWidth: place.maximumWidth, color: builtInTheme.messageColor(on: scene.background),
      opacity: opacity, transform: layout.stageTransform)
  }
}
