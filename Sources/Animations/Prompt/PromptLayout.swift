// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Raster
internal import Theme

/// How a prompt looks and where its parts are, in points of the stage: the question's lines, the field, and a
/// line below it.
struct PromptLayout {
  /// The most lines of a question.
  private static var mostLines: Int { 3 }

  /// Of the question and of what is typed, in whole pixels.
  let capHeight: Fixed
  /// How wide a line of the question may be.
  private(set) var questionWidth: Fixed
  let fieldWidth, fieldHeight, fieldRadius, borderWidth: Fixed
  /// Between the question and the field, and between the field and the line below it.
  let gap: Fixed
  /// The diameter of a bullet, at least a fiftieth of the stage's shorter side.
  let bullet: Fixed
  let questionColor, fieldColor, borderColor, typedColor: Color
  /// Whether the name of the keyboard's layout is shown.
  let showsKeymap: Bool
  #if arch(wasm32)
    var words: PromptWords? { nil }
  #else
    /// What it is written with; nil for the built-in look.
    private(set) var words: PromptWords?
  #endif

  /// The size of what is beside the question, and stands for the padlock in the field.
  var icon: (width: Fixed, height: Fixed) = (0, 0)

  /// Where the lines begin and end in the question.
  private var lines = InlineArray<3, Range<Int>>(repeating: 0..<0)
  private(set) var lineCount = 0

  /// How far the question is from the middle and the upper edge, beside an icon.
  private var questionOffset = Point(0, 0)

  /// The prompt's middle and its upper edge, at the first line's cap height.
  var middle: Fixed = 0
  var top: Fixed = 0

  /// The built-in look on a layout, in a text colour that suits a background.
  ///
  /// All follows from a cap height of 1/72 of the stage's shorter side, in whole pixels and at least 9 of them.
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

  /// The look that a theme's record asks for, in a box of a width, before a background.
  init(
    _ theme: ThemeLayout, _ record: Int, width: Fixed, scale: Fixed, background: Color
  ) {
    typealias Field = RecordField.Prompt
    let (choice, stage) = (theme.choice, theme.stage)
    let pack = choice.pack
    func length(_ field: Int) -> Fixed { max(pack.length(record + field, on: stage) ?? 0, 0) }
    func color(_ field: Int, on background: Color) -> Color {
      background.mixed(with: pack.color(record + field), Fixed(pack.alpha(record + field)))
    }
    capHeight = Fixed(max(1, (stage.capHeight * scale).rounded)) / scale
    fieldWidth = max(width - 2 * length(Field.padding), 0)
    questionWidth = fieldWidth
    fieldHeight = length(Field.fieldHeight)
    fieldRadius = length(Field.fieldRadius)
    borderWidth = length(Field.borderWidth)
    gap = length(Field.gap)
    bullet = max(capHeight, min(stage.width, stage.height).scaled(by: 1, over: 50))
    questionColor = pack.color(pack.position(.stages, choice.variant) + StageField.textColor)
    typedColor = pack.color(record + Field.text)
    showsKeymap = pack.byte(record + Field.keymap) != 0
    let panel = color(Field.panel, on: background)
    fieldColor = color(Field.field, on: panel)
    borderColor = color(Field.border, on: panel)
    #if !arch(wasm32)
      words = PromptWords(theme, record, scale: scale)
    #endif
  }

  /// Divides a question into lines.
  @inline(never)
  mutating func take(_ question: Span<UInt8>) {
    var start = 0
    while lineCount < PromptLayout.mostLines {
      while start < question.count, question[start] == UInt8(ascii: " ") { start += 1 }
      if start == question.count { return }
      var end = question.count
      // The last one ends with an ellipsis where not all fits.
      if lineCount < PromptLayout.mostLines - 1 {
        end =
          start
          + StrokeFont.lineLength(
            of: question.extracting(start..<end), capHeight: capHeight, maximumWidth: questionWidth)
      }
      lines[lineCount] = start..<end
      lineCount += 1
      start = end
    }
  }

  /// From the upper edge of the question to the lower one of the line below the field.
  var height: Fixed { fieldTop + fieldHeight + gap + capHeight }

  /// From the prompt's upper edge to the field's.
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

  /// Divides a question into lines as a theme writes it, and puts it beside the icon.
  ///
  /// There is no icon where the question would have more lines beside it than it is high. Returns where the icon's
  /// left upper corner is.
  @inline(never)
  mutating func take(_ question: Span<UInt8>, _ words: PromptWords) -> Point {
    if icon.width > 0 { questionWidth = fieldWidth - icon.width - capHeight }
    var width = measure(question, words)
    if icon.width > 0, lineCount == PromptLayout.mostLines {
      icon = (0, 0)
      questionWidth = fieldWidth
      width = measure(question, words)
    }
    let space = icon.width > 0 && width > 0 ? icon.width + capHeight : icon.width
    questionOffset = Point(space / 2, max(icon.height - questionHeight, 0) / 2)
    return Point(-(space + width) / 2, max(questionHeight - icon.height, 0) / 2)
  }

  /// Divides a question into lines; returns how wide the widest is.
  @inline(never)
  private mutating func measure(_ question: Span<UInt8>, _ words: PromptWords) -> Fixed {
    var width: Fixed = 0
    if let font = words.font {
      (lineCount, width) = words.theme.text.measure(
        question, font: font, capHeight: capHeight, width: questionWidth,
        lines: PromptLayout.mostLines)
      return width
    }
    lineCount = 0
    take(question)
    for line in 0..<lineCount {
      let line = question.extracting(lines[line])
      width = max(width, StrokeFont.width(of: line, capHeight: capHeight))
    }
    return min(width, questionWidth)
  }

  /// Draws the lines of the question that was taken, two cap heights from one to the next.
  @inline(never)
  func draw(
    _ question: Span<UInt8>, into scene: inout Scene, transform: Transform
  ) {
    let (middle, top) = (middle + questionOffset.x, top + questionOffset.y)
    if let words, words.font != nil {
      return words.draw(
        question, capHeight: capHeight, lines: lineCount,
        in: Rectangle(
          x: middle - questionWidth / 2, y: top, width: questionWidth, height: questionHeight),
        questionColor, into: &scene, transform: transform)
    }
    for line in 0..<lineCount {
      scene.addText(
        question.extracting(lines[line]), capHeight: capHeight,
        center: Point(middle, top + capHeight.twentieths(Int64(40 * line + 10))),
        maximumWidth: questionWidth, color: questionColor, transform: transform)
    }
  }
}

extension Fixed {
  /// Some twentieths of it: measures of a prompt, in cap heights.
  @inline(never)
  func twentieths(_ count: Int64) -> Fixed { scaled(by: count, over: 20) }
}
