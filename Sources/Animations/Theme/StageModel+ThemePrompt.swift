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
    scene.beginGroup(Fraction(promptOpacity.value(at: time)))
    if let element = theme.prompt(in: situation) {
      // Nobody types a password blindly, whatever a pack says. At half, black on white and white on black
      // have more than 3:1.
      let opacity = max(theme.choice.pack.fraction(element.record + RecordField.opacity), .half)
      scene.beginGroup(scene.groupOpacity * opacity)
      drawPrompt(element, theme, at: time, on: layout, into: &scene)
    } else {
      // Nor does anybody where a theme hides it.
      drawBuiltInPrompt(at: time, on: layout, into: &scene)
    }
    scene.beginGroup(.one)
  }

  /// Draws a question and its field, in the theme's measures and colours.
  private mutating func drawPrompt(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, at time: Instant, on layout: StageLayout,
    into scene: inout Scene
  ) {
    typealias Field = RecordField.Prompt
    let (pack, record, transform) = (theme.choice.pack, element.record, layout.stageTransform)
    var prompt = PromptLayout(
      theme, record, width: element.box.width, scale: layout.scale, background: scene.background)
    var question = ThemeText(theme.choice)
    question.take(message: entry.isOn ? reportedState.message : lastQuestion, of: pack)
    var corner = Point(0, 0)
    let place = element.pixmap < 0 ? nil : element.iconBox(theme)
    if let place { prompt.icon = (place.width, place.height) }
    if let words = prompt.words { corner = prompt.take(question.utf8, words) }
    let padding = pack.length(record + Field.padding, on: theme.stage) ?? 0
    var box = element.box
    // The box has room for a line; a longer question grows upwards.
    let height = prompt.height + 2 * padding
    box.y = max(box.y + box.height - height, 0)
    box.height = height
    scene.add(
      .roundedRectangle(box, radius: pack.length(record + Field.radius, on: theme.stage) ?? 0),
      pack, colorAt: record + Field.panel, transform: transform)
    prompt.middle = box.x + box.width / 2
    prompt.top = Fixed(((box.y + padding) * layout.scale).rounded) / layout.scale
    if let place, prompt.icon.width > 0 {
      // Whole pixels from where it was put, for it has been made for those.
      let moved = transform.apply(
        Point(prompt.middle + corner.x - place.x, prompt.top + corner.y - place.y))
      let origin = transform.apply(Point(0, 0))
      addPixmap(
        element, theme, on: layout,
        movedBy: ((moved.x - origin.x).rounded, (moved.y - origin.y).rounded), into: &scene)
    }
    draw(
      question.utf8, entry.isOn ? entry : lastEntry, at: prompt, time, into: &scene,
      transform: transform)
  }
}
