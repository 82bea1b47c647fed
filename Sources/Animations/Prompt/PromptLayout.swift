// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// The look and the parts of a prompt, in points of the stage: the lines of the question and of a message
/// that came after it, the field, and a line below it.
struct PromptLayout {
  /// The largest number of lines of a question.
  private static var mostLines: Int { 3 }
  /// The largest number of lines of a message below the question.
  private static var mostNoticeLines: Int { 2 }

  /// The cap height of the question and of the typed text, in whole pixels.
  let capHeight: Fixed
  /// The largest width of a line of the question.
  private(set) var questionWidth: Fixed
  let fieldWidth, fieldHeight, fieldRadius, borderWidth: Fixed
  /// The gap between the question and the field, and between the field and the line below it.
  let gap: Fixed
  /// The diameter of a bullet, at least a fiftieth of the stage's shorter side.
  let bullet: Fixed
  let questionColor, fieldColor, borderColor, typedColor: Color
  /// Whether the name of the keyboard's layout is shown.
  let showsKeymap: Bool
  let typography: PromptTypography

  /// The images of the field and of bullets; nil where both are drawn in colours.
  var parts: PartsPainter?

  /// The size of the icon beside the question, which replaces the padlock in the field.
  var icon: (width: Fixed, height: Fixed) = (0, 0)

  /// The numbers of lines.
  private var questionLines = 0
  private var noticeLines = 0

  /// Whether there is room for the line below the field.
  private(set) var hasLineBelow = true

  /// The question's offset from the middle and the top, beside an icon, and that of the icon's upper left corner.
  private var questionOffset = Point(0, 0)
  private(set) var iconCorner = Point(0, 0)

  /// The prompt's middle and its top, at the first line's cap height.
  private(set) var middle: Fixed = 0
  private(set) var top: Fixed = 0

  /// The built-in look on a layout, in a text colour that suits a background.
  ///
  /// All sizes follow from a cap height of 1/72 of the stage's shorter side, in whole pixels and at least 9
  /// of them.
  init(on layout: StageLayout, color: Color, background: Color) {
    let side = min(layout.width, layout.height)
    let pixels = max(9, (side * layout.scale).scaled(by: 1, over: 72).rounded)
    let cap = Fixed(pixels) / layout.scale
    let widest = max(0, layout.width - 2 * max(cap, layout.width.scaled(by: 1, over: 16)))
    capHeight = cap
    questionWidth = min(widest, cap * 56)
    fieldWidth = min(widest, cap * 36)
    fieldHeight = cap.twentieths(72)
    fieldRadius = cap.twentieths(18)
    borderWidth = Fixed(max(1, (pixels + 4) / 9)) / layout.scale
    gap = cap.twentieths(28)
    bullet = max(cap.twentieths(30), side.scaled(by: 1, over: 50))
    questionColor = color
    typedColor = color
    showsKeymap = true
    fieldColor = background.mixed(with: color, Fixed(raw: 344 << 20))
    borderColor = background.mixed(with: color, Fixed(raw: 1933 << 20))
    typography = PromptTypography(on: layout)
  }

  /// The look of a theme's record, in a box of a width, over a background.
  init(
    _ theme: ThemeLayout, _ record: Int, width: Fixed, scale: Fixed, background: Color
  ) {
    let stage = theme.stage
    let prompt = theme.choice.pack[PromptElement.self, record]
    func points(_ length: Length) -> Fixed { max(stage.points(length) ?? 0, 0) }
    func mixed(_ color: StraightColor, on background: Color) -> Color {
      background.mixed(with: color.color, Fixed(color.opacity))
    }
    capHeight = Fixed(max(1, (stage.capHeight * scale).rounded)) / scale
    fieldWidth = max(width - 2 * points(prompt.padding), 0)
    questionWidth = fieldWidth
    fieldHeight = points(prompt.fieldHeight)
    fieldRadius = points(prompt.fieldRadius)
    borderWidth = points(prompt.borderWidth)
    gap = points(prompt.gap)
    bullet = max(capHeight, min(stage.width, stage.height).scaled(by: 1, over: 50))
    questionColor = theme.choice.stage.textColor.color
    typedColor = prompt.text.color
    showsKeymap = prompt.showsKeymap
    let panel = mixed(prompt.panel, on: background)
    fieldColor = mixed(prompt.field, on: panel)
    borderColor = mixed(prompt.border, on: panel)
    typography = PromptTypography(theme, prompt, scale: scale)
  }

  /// Removes lines beyond a height: first of the message, then of the question, at last the line below the
  /// field.
  ///
  /// On a display without room for more, only the field is left.
  private mutating func leaveOut(beyond most: Fixed) {
    while height > most, hasLineBelow {
      if noticeLines > 0 {
        noticeLines -= 1
      } else if questionLines > 0 {
        questionLines -= 1
      } else if icon.height > 0 {
        icon = (0, 0)
      } else {
        hasLineBelow = false
      }
    }
  }

  /// The number of text lines above the field.
  var lineCount: Int { questionLines + noticeLines }

  /// The height from the question's top to the bottom of the line below the field.
  var height: Fixed { fieldTop + fieldHeight + (hasLineBelow ? gap + capHeight : 0) }

  /// The height of the panel around a number of lines of text, at most.
  func panelHeight(lines: Int, padding: Fixed) -> Fixed {
    var prompt = self
    prompt.questionLines = lines
    return prompt.height + 2 * padding
  }

  /// The colour and the opacity of absent bullets.
  ///
  /// They are drawn, too: the time to draw the field does not reveal the length of the answer. Over an image they have
  /// the opacity that changes no pixel of an output visibly.
  var absentBullets: (color: Color, opacity: Fraction) {
    parts?.front == nil ? (fieldColor, .one) : (typedColor, PartsPainter.invisible)
  }

  /// The field's box.
  var field: Rectangle {
    Rectangle(
      x: middle - fieldWidth / 2, y: top + fieldTop, width: fieldWidth, height: fieldHeight)
  }

  /// The middle of the line below the field.
  var middleBelow: Point { Point(middle, top + fieldTop + fieldHeight + gap + capHeight / 2) }

  /// The distance from the prompt's top to the field's top.
  private var fieldTop: Fixed {
    let height = max(questionHeight, icon.height)
    return height == 0 ? 0 : height + gap
  }

  private var questionHeight: Fixed {
    lineCount == 0 ? 0 : Fixed(2 * lineCount - 1) * capHeight
  }

  /// The box of a line of text in the field's width, around a point.
  func line(around middle: Point) -> Rectangle {
    Rectangle(
      x: middle.x - fieldWidth / 2, y: middle.y - capHeight / 2, width: fieldWidth,
      height: capHeight)
  }

  /// Breaks a question, and a message that came after it, into lines, and places them beside the icon; keeps as
  /// many lines as fit a height.
  ///
  /// The icon is left out if the question has more lines beside it than the icon is high.
  mutating func setTexts(_ question: Span<UInt8>, notice: Span<UInt8>, height: Fixed) {
    if icon.width > 0 { questionWidth = fieldWidth - icon.width - capHeight }
    var width: Fixed
    (questionLines, width) = measure(question, most: PromptLayout.mostLines)
    if icon.width > 0, questionLines == PromptLayout.mostLines || !notice.isEmpty {
      icon = (0, 0)
      questionWidth = fieldWidth
      (questionLines, width) = measure(question, most: PromptLayout.mostLines)
    }
    let below = measure(notice, most: PromptLayout.mostNoticeLines)
    noticeLines = below.lines
    width = max(width, below.width)
    leaveOut(beyond: height)
    let space = icon.width > 0 && width > 0 ? icon.width + capHeight : icon.width
    questionOffset = Point(space / 2, max(icon.height - questionHeight, 0) / 2)
    iconCorner = Point(-(space + width) / 2, max(questionHeight - icon.height, 0) / 2)
  }

  /// Whether a question has more lines in the field's width than are shown.
  func isCutShort(_ question: Span<UInt8>) -> Bool {
    measure(question, most: PromptLayout.mostLines + 1).lines > PromptLayout.mostLines
  }

  private func measure(_ text: Span<UInt8>, most: Int) -> (lines: Int, width: Fixed) {
    typography.text.measure(
      text, font: typography.font, capHeight: capHeight, width: questionWidth, lines: most)
  }

  /// Places the prompt with its lines below the animation of the built-in look, in the upper part of the stage that has
  /// a height; returns the animation's position then.
  mutating func place(on layout: StageLayout, height free: Fixed) -> BoxPlacement {
    // A gap of 2½ cap heights, or 1½ if the box has to move, and a margin of one.
    let room = height + capHeight.twentieths(70)
    let placement = BoxPlacement(
      height: layout.box.height, on: free, overhang: layout.overhang, below: room,
      least: room - capHeight, isBelowLogo: layout.logo != nil)
    let below = placement.top + layout.box.height * placement.factor + capHeight.twentieths(50)
    middle = layout.width / 2
    setTop(min(below, free - capHeight - height), scale: layout.scale)
    return placement
  }

  /// Places the prompt with its lines at the bottom of a theme's box, in the upper part of the stage that has a height;
  /// returns its panel.
  ///
  /// The box has room for the question, and more above it because that is in whole pixels.
  mutating func place(
    in box: Rectangle, padding: Fixed, on layout: StageLayout, height free: Fixed
  ) -> Rectangle {
    var panel = box
    panel.height = height + 2 * padding
    panel.y =
      box.height > free || panel.height > free
      ? (free - panel.height) / 2
      : min(max(box.y + box.height - panel.height, 0), free - panel.height)
    middle = panel.x + panel.width / 2
    setTop(panel.y + padding, scale: layout.scale)
    return panel
  }

  /// Sets the top, in whole pixels.
  private mutating func setTop(_ y: Fixed, scale: Fixed) {
    top = Fixed((y * scale).rounded) / scale
  }

  /// Draws the lines of the question and of the message, two cap heights apart.
  func draw(
    _ question: Span<UInt8>, notice: Span<UInt8>, into scene: inout Scene, transform: Transform
  ) {
    draw(question, questionLines, below: 0, into: &scene, transform: transform)
    draw(notice, noticeLines, below: questionLines, into: &scene, transform: transform)
  }

  private func draw(
    _ text: Span<UInt8>, _ lines: Int, below others: Int, into scene: inout Scene,
    transform: Transform
  ) {
    if lines == 0 { return }
    typography.draw(
      text, capHeight: capHeight, lines: lines,
      in: Rectangle(
        x: middle + questionOffset.x - questionWidth / 2,
        y: top + questionOffset.y + 2 * Fixed(others) * capHeight, width: questionWidth,
        height: Fixed(2 * lines - 1) * capHeight),
      questionColor, into: &scene, transform: transform)
  }
}

extension Fixed {
  /// A number of twentieths of it: sizes of a prompt, in cap heights.
  func twentieths(_ count: Int64) -> Fixed { scaled(by: count, over: 20) }
}
