// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// The look and the parts of a prompt, in points of the stage: the lines of the question and of a message
/// that came after it, the field, and a line below it.
struct PromptLayout {
  /// A text in lines.
  private struct Lines {
    /// The range of each line; unused if a pack's font breaks the text when it is drawn.
    var ranges = InlineArray<4, Range<Int>>(repeating: 0..<0)
    var count = 0
  }

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
  /// The theme's fonts and texts; nil for the built-in look.
  private(set) var words: PromptWords?

  /// The size of the icon beside the question, which replaces the padlock in the field.
  var icon: (width: Fixed, height: Fixed) = (0, 0)

  private var questionLines = Lines()
  private var noticeLines = Lines()

  /// Whether there is room for the line below the field.
  private(set) var hasLineBelow = true

  /// The question's offset from the middle and the top, beside an icon.
  private var questionOffset = Point(0, 0)

  /// The prompt's middle and its top, at the first line's cap height.
  var middle: Fixed = 0
  var top: Fixed = 0

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
    words = PromptWords(theme, record, scale: scale)
  }

  /// Breaks a question, and a message that came after it, into lines; keeps as many lines as fit a height.
  @inline(never)
  mutating func take(_ question: Span<UInt8>, notice: Span<UInt8>, height: Fixed) {
    questionLines = lines(of: question, most: PromptLayout.mostLines)
    noticeLines = lines(of: notice, most: PromptLayout.mostNoticeLines)
    leaveOut(beyond: height)
  }

  private func lines(of text: Span<UInt8>, most: Int) -> Lines {
    var lines = Lines()
    var start = 0
    while lines.count < most {
      while start < text.count, text[start] <= UInt8(ascii: " ") { start += 1 }
      if start == text.count { break }
      var end = text.count
      // The last line ends with an ellipsis if the text does not fit.
      if lines.count < most - 1 {
        end =
          start
          + StrokeFont.lineLength(
            of: text.extracting(start..<end), capHeight: capHeight, maximumWidth: questionWidth)
      }
      lines.ranges[lines.count] = start..<end
      lines.count += 1
      start = end
    }
    return lines
  }

  /// Removes lines beyond a height: first of the message, then of the question, at last the line below the
  /// field.
  ///
  /// On a display without room for more, only the field is left.
  private mutating func leaveOut(beyond most: Fixed) {
    while height > most, hasLineBelow {
      if noticeLines.count > 0 {
        noticeLines.count -= 1
      } else if questionLines.count > 0 {
        questionLines.count -= 1
      } else if icon.height > 0 {
        icon = (0, 0)
      } else {
        hasLineBelow = false
      }
    }
  }

  /// The number of text lines above the field.
  var lineCount: Int { questionLines.count + noticeLines.count }

  /// The height from the question's top to the bottom of the line below the field.
  var height: Fixed { fieldTop + fieldHeight + (hasLineBelow ? gap + capHeight : 0) }

  /// The distance from the prompt's top to the field's top.
  var fieldTop: Fixed {
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

  /// Breaks a question, and a message that came after it, into lines in a theme's font, and places them
  /// beside the icon; keeps as many lines as fit a height.
  ///
  /// The icon is left out if the question has more lines beside it than the icon is high. Returns the icon's
  /// upper left corner.
  @inline(never)
  mutating func take(
    _ question: Span<UInt8>, notice: Span<UInt8>, height: Fixed, _ words: PromptWords
  ) -> Point {
    if icon.width > 0 { questionWidth = fieldWidth - icon.width - capHeight }
    var width: Fixed
    (questionLines, width) = measure(question, most: PromptLayout.mostLines, words)
    if icon.width > 0, questionLines.count == PromptLayout.mostLines || !notice.isEmpty {
      icon = (0, 0)
      questionWidth = fieldWidth
      (questionLines, width) = measure(question, most: PromptLayout.mostLines, words)
    }
    let below = measure(notice, most: PromptLayout.mostNoticeLines, words)
    noticeLines = below.lines
    width = max(width, below.width)
    leaveOut(beyond: height)
    let space = icon.width > 0 && width > 0 ? icon.width + capHeight : icon.width
    questionOffset = Point(space / 2, max(icon.height - questionHeight, 0) / 2)
    return Point(-(space + width) / 2, max(questionHeight - icon.height, 0) / 2)
  }

  /// Whether a question has more lines in the field's width than are shown.
  func isCutShort(_ question: Span<UInt8>, _ words: PromptWords) -> Bool {
    measure(question, most: PromptLayout.mostLines + 1, words).lines.count > PromptLayout.mostLines
  }

  /// Breaks a text into lines in a theme's font; returns the width of the widest.
  @inline(never)
  private func measure(
    _ text: Span<UInt8>, most: Int, _ words: PromptWords
  ) -> (lines: Lines, width: Fixed) {
    if let font = words.font {
      var lines = Lines()
      var width: Fixed = 0
      (lines.count, width) = words.theme.text.measure(
        text, font: font, capHeight: capHeight, width: questionWidth, lines: most)
      return (lines, width)
    }
    let lines = lines(of: text, most: most)
    var width: Fixed = 0
    for line in 0..<lines.count {
      let line = text.extracting(lines.ranges[line])
      width = max(width, StrokeFont.width(of: line, capHeight: capHeight))
    }
    return (lines, min(width, questionWidth))
  }

  /// Draws the lines of the question and of the message, two cap heights apart.
  @inline(never)
  func draw(
    _ question: Span<UInt8>, notice: Span<UInt8>, into scene: inout Scene, transform: Transform
  ) {
    draw(question, questionLines, below: 0, into: &scene, transform: transform)
    draw(notice, noticeLines, below: questionLines.count, into: &scene, transform: transform)
  }

  private func draw(
    _ text: Span<UInt8>, _ lines: Lines, below others: Int, into scene: inout Scene,
    transform: Transform
  ) {
    if lines.count == 0 { return }
    let middle = middle + questionOffset.x
    let top = top + questionOffset.y + 2 * Fixed(others) * capHeight
    if let words, words.font != nil {
      return words.draw(
        text, capHeight: capHeight, lines: lines.count,
        in: Rectangle(
          x: middle - questionWidth / 2, y: top, width: questionWidth,
          height: Fixed(2 * lines.count - 1) * capHeight),
        questionColor, into: &scene, transform: transform)
    }
    for line in 0..<lines.count {
      // The last line gets the whole rest of a text that is too long, and so an ellipsis.
      let end = line == lines.count - 1 ? text.count : lines.ranges[line].upperBound
      scene.addText(
        text.extracting(lines.ranges[line].lowerBound..<end), capHeight: capHeight,
        center: Point(middle, top + capHeight.twentieths(Int64(40 * line + 10))),
        maximumWidth: questionWidth, color: questionColor, transform: transform)
    }
  }
}

extension Fixed {
  /// A number of twentieths of it: sizes of a prompt, in cap heights.
  @inline(never)
  func twentieths(_ count: Int64) -> Fixed { scaled(by: count, over: 20) }
}
