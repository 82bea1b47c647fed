// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme
internal import Stage
internal import Text

/// The font of a prompt, its bullet, and its text for Caps Lock.
struct PromptTypography {
  let text: TextLayout
  /// A font of the pack; nil for the built-in font.
  let font: Int?
  private let scale: Fixed
  /// The theme of the texts, and their numbers; nil for the built-in ones.
  private var choice: ThemeSelection?
  private var bullet, capsText: Int?

  /// The built-in look.
  init(on layout: StageLayout) {
    (text, font, scale) = (layout.text, nil, layout.scale)
  }

  /// That of a theme's record.
  init(_ theme: ThemeLayout, _ prompt: PromptElement, scale: Fixed) {
    (text, font, self.scale) = (theme.text, prompt.font, scale)
    (choice, bullet, capsText) = (theme.choice, prompt.bullet, prompt.capsText)
  }

  /// Draws lines of a text in a box.
  func draw(
    _ text: Span<UInt8>, capHeight: Fixed, lines: Int = 1, alignment: Alignment = .center,
    in box: Rectangle, _ color: Color, _ opacity: Fraction = .one, into scene: inout Scene,
    transform: Transform
  ) {
    self.text.draw(
      text, in: box, style(capHeight, lines: lines, alignment, color, opacity), scale: scale,
      transform: transform, into: &scene)
  }

  /// Draws the typed text, or its end; returns its width.
  func drawEnd(
    of text: Span<UInt8>, in line: Rectangle, _ color: Color, into scene: inout Scene,
    transform: Transform
  ) -> Fixed {
    self.text.drawEnd(
      of: text, in: line, style(line.height, .start, color), scale: scale,
      transform: transform, into: &scene)
  }

  private func style(
    _ capHeight: Fixed, lines: Int = 1, _ alignment: Alignment, _ color: Color,
    _ opacity: Fraction = .one
  ) -> TextStyle {
    TextStyle(
      font: font, capHeight: capHeight, lines: lines, alignment: alignment, color: color,
      opacity: opacity)
  }

  /// The width of a text on one line.
  func width(of text: Span<UInt8>, capHeight: Fixed) -> Fixed {
    self.text.width(of: text, font: font, capHeight: capHeight)
  }

  /// Whether the font has a character of the basic plane, which is a box otherwise.
  func has(_ character: UInt16) -> Bool {
    Unicode.Scalar(character).map { text.has($0, font: font) } ?? false
  }

  /// Draws the Caps Lock warning.
  ///
  /// It is a line around a point, with a part of its width used by another text at its end. Where it is too
  /// wide it becomes smaller, down to 0.6 of its size.
  func drawCapsText(
    at place: borrowing PromptLayout, _ middle: Point, besides taken: Fixed,
    into scene: inout Scene, transform: Transform
  ) {
    func draw(_ text: Span<UInt8>, into scene: inout Scene) {
      var (line, cap) = (place.line(around: middle), place.capHeight)
      let wide = width(of: text, capHeight: cap)
      if wide > line.width - 2 * taken { line.width -= taken }
      if wide > line.width {
        cap = max(cap * line.width / wide, cap * Fixed(6, over: 10))
        // On the same baseline.
        line.y += place.capHeight - cap
      }
      self.draw(
        text, capHeight: cap, in: line, place.questionColor, into: &scene, transform: transform)
    }
    if let choice, let capsText {
      var text = ThemeText(choice)
      if text.append(capsText, of: choice.pack, ThemeText.Values()) {
        return draw(text.utf8, into: &scene)
      }
    }
    draw(("Caps Lock is on" as StaticString).bytes, into: &scene)
  }

  /// Draws bullets from a point on, at half their height; returns their width, or nil where the theme has no
  /// bullet.
  func drawBullets(
    _ typed: Int, at place: borrowing PromptLayout, from start: Point, width: Fixed,
    into scene: inout Scene, transform: Transform
  ) -> Fixed? {
    guard let choice, let bullet else { return nil }
    var text = ThemeText(choice)
    let size = Fixed(max(1, (place.bullet * scale).rounded)) / scale
    guard text.append(bullet, of: choice.pack, ThemeText.Values()) else { return nil }
    let one = self.width(of: text.utf8, capHeight: size)
    // An invisible bullet would not show that a key was pressed.
    guard one >= size / 8 else { return nil }
    let fitting = (width / one).floor
    let count = max(EntryField.bullets(typed, fitting: fitting), 0)
    func draw(
      _ count: Int, at start: Point, _ color: Color, _ opacity: Fraction, into scene: inout Scene
    ) {
      var text = ThemeText(choice)
      for _ in 0..<count { _ = text.append(bullet, of: choice.pack, ThemeText.Values()) }
      self.draw(
        text.utf8, capHeight: size, alignment: .start,
        in: Rectangle(x: start.x, y: start.y - size / 2, width: width + one, height: size),
        color, opacity, into: &scene, transform: transform)
    }
    draw(count, at: start, place.typedColor, .one, into: &scene)
    let absent = place.absentBullets
    draw(
      max(EntryField.most(fitting: fitting) - count, 0), at: start + Point(one * Fixed(count), 0),
      absent.color, absent.opacity, into: &scene)
    return one * Fixed(count)
  }
}
