// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Raster
internal import Theme

/// What a person is asked, as a theme has it.
extension StageModel {
  /// Draws what is asked, or was asked last and is still to be seen.
  mutating func drawPrompt(
    _ theme: ThemeLayout, at time: Instant, in situation: Int, on layout: StageLayout,
    into scene: inout Scene
  ) {
    if promptOpacity.value(at: time) == 0 && !entry.isOn { return }
    if let element = theme.prompt(in: situation) {
      return drawPrompt(element, theme, at: time, on: layout, into: &scene)
    }
    // Nobody types a password blindly, whatever a theme hides.
    drawBuiltInPrompt(at: time, on: layout, into: &scene)
  }

  /// Draws a question and its field, in the theme's measures and colours.
  private mutating func drawPrompt(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, at time: Instant, on layout: StageLayout,
    into scene: inout Scene
  ) {
    typealias Field = RecordField.Prompt
    let (pack, record, transform) = (theme.choice.pack, element.record, layout.stageTransform)
    let opacity = Fraction(promptOpacity.value(at: time))
    var prompt = PromptLayout(
      theme.choice, record, theme.stage, width: element.box.width, scale: layout.scale,
      background: scene.background)
    let question = entry.isOn ? reportedState.message : lastQuestion
    prompt.take(question.utf8)
    let padding = pack.length(record + Field.padding, on: theme.stage) ?? 0
    var box = element.box
    // The box has room for a line; a longer question grows upwards.
    let height = prompt.height + 2 * padding
    box.y = max(box.y + box.height - height, 0)
    box.height = height
    if pack.alpha(record + Field.panel) > .zero {
      scene.add(
        .roundedRectangle(
          box, radius: pack.length(record + Field.radius, on: theme.stage) ?? 0),
        paint: .solid(pack.color(record + Field.panel)),
        opacity: pack.alpha(record + Field.panel) * opacity, transform: transform)
    }
    prompt.middle = box.x + box.width / 2
    prompt.top = Fixed(((box.y + padding) * layout.scale).rounded) / layout.scale
    draw(
      question, entry.isOn ? entry : lastEntry, at: prompt, time, opacity, into: &scene,
      transform: transform)
  }
}
