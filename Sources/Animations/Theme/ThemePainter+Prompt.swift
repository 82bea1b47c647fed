// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme
internal import Stage
internal import Text

// The prompt.
extension ThemePainter {
  /// Draws the current question, or the last one while it fades out.
  func drawPrompt(
    of model: borrowing StageModel<some Animation>, in situation: Int, into scene: inout Scene
  ) {
    let opacity = model.promptOpacity(at: time)
    if opacity == 0 && !model.isAsking { return }
    scene.beginGroup(Fraction(opacity))
    if let element = theme.prompt(in: situation) {
      // A password must never be typed blindly, whatever a pack says. At half opacity, black on white and
      // white on black have a contrast of more than 3:1.
      let opacity = max(Fraction(share: element.opacity), .half)
      scene.beginGroup(scene.groupOpacity * opacity)
      drawPrompt(element, of: model, into: &scene)
    } else {
      // The same holds if a theme hides the prompt.
      stage.drawPrompt(of: model, into: &scene)
    }
    scene.beginGroup(.one)
  }

  /// The index of the prompt's room that is visible at an instant.
  func promptRoom(
    of model: borrowing StageModel<some Animation>, in situation: Int
  ) -> Int {
    guard model.isAsking || model.promptOpacity(at: time) > 0 else { return 0 }
    let wide = theme.number(of: situation, promptRoom: PromptRoom.index(lines: 1, isWide: true))
    guard let ordinary = theme.prompt(in: situation), let widest = theme.prompt(in: wide) else {
      return 0
    }
    var prompt = PromptLayout(
      theme, ordinary.record, width: ordinary.box.width, scale: layout.scale, background: .black)
    var question = ThemeText(theme.choice)
    question.append(message: model.visiblePrompt.question, of: pack)
    let isWide = prompt.isCutShort(question.utf8)
    if isWide {
      prompt = PromptLayout(
        theme, widest.record, width: widest.box.width, scale: layout.scale, background: .black)
    }
    setTexts(
      of: &prompt, question, notice: model.notice, isWide ? widest : ordinary, height: layout.height
    )
    return PromptRoom.index(lines: prompt.lineCount, isWide: isWide)
  }

  /// Breaks the texts into lines beside an element's icon.
  private func setTexts(
    of prompt: inout PromptLayout, _ question: borrowing ThemeText, notice message: Message,
    _ element: ThemeLayout.Element, height: Fixed
  ) {
    var notice = ThemeText(theme.choice)
    notice.append(message: message, of: pack)
    if element.pixmap >= 0, let place = element.iconBox(theme) {
      prompt.icon = (place.width, place.height)
    }
    let padding = theme.stage.points(pack[PromptElement.self, element.record].padding) ?? 0
    prompt.setTexts(
      question.utf8, notice: notice.utf8, height: height - 2 * padding)
  }

  /// The prompt in an element's box, and its panel, above the on-screen keyboard.
  func placedPrompt(
    _ element: ThemeLayout.Element, of model: borrowing StageModel<some Animation>,
    over background: Color
  ) -> (prompt: PromptLayout, panel: Rectangle) {
    var prompt = PromptLayout(
      theme, element.record, width: element.box.width, scale: layout.scale, background: background)
    var question = ThemeText(theme.choice)
    question.append(message: model.visiblePrompt.question, of: pack)
    let height = OnScreenPainter(model.onScreenFace, on: layout)?.freeHeight ?? layout.height
    setTexts(of: &prompt, question, notice: model.notice, element, height: height)
    let padding = theme.stage.points(pack[PromptElement.self, element.record].padding) ?? 0
    let panel = prompt.place(in: element.box, padding: padding, on: layout, height: height)
    return (prompt, panel)
  }

  /// Draws a question and its field, in the theme's measures and colours.
  private func drawPrompt(
    _ element: ThemeLayout.Element, of model: borrowing StageModel<some Animation>,
    into scene: inout Scene
  ) {
    let transform = layout.stageTransform
    let own = pack[PromptElement.self, element.record]
    var (prompt, panel) = placedPrompt(element, of: model, over: scene.background)
    let parts = PartsPainter(element, theme, layout)
    prompt.parts = parts
    var (question, notice) = (ThemeText(theme.choice), ThemeText(theme.choice))
    question.append(message: model.visiblePrompt.question, of: pack)
    notice.append(message: model.notice, of: pack)
    if let parts, let image = parts.back {
      let place = layout.pixels(of: panel)
      parts.draw(image, x: place.x, y: place.y, height: place.height, into: &scene)
    } else {
      scene.add(
        .roundedRectangle(panel, radius: theme.stage.points(own.radius) ?? 0), own.panel,
        transform: transform)
    }
    if prompt.icon.width > 0, let place = element.iconBox(theme) {
      // Whole pixels from its original position, for which the pixmap was made.
      let moved = transform.apply(
        Point(
          prompt.middle + prompt.iconCorner.x - place.x,
          prompt.top + prompt.iconCorner.y - place.y))
      let origin = transform.apply(Point(0, 0))
      addPixmap(
        element,
        movedBy: ((moved.x - origin.x).rounded, (moved.y - origin.y).rounded), into: &scene)
    }
    prompt.draw(question.utf8, notice: notice.utf8, into: &scene, transform: transform)
    stage.drawField(of: model, at: prompt, into: &scene)
  }
}
