// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme
internal import Stage

/// A theme's prompt font, bullets and texts.
struct PromptWords {
  let theme: ThemeLayout
  let font: Int?
  /// Texts of the pack; nil for the built-in ones.
  let bullet, capsText: Int?
  let scale: Fixed

  /// Reads the texts and the font of a prompt's record.
  init(_ theme: ThemeLayout, _ record: Int, scale: Fixed) {
    let prompt = theme.choice.pack[PromptElement.self, record]
    (self.theme, self.scale) = (theme, scale)
    (font, bullet, capsText) = (prompt.font, prompt.bullet, prompt.capsText)
  }

  /// Draws lines of a text in a box.
  @inline(never)
  func draw(
    _ text: Span<UInt8>, capHeight: Fixed, lines: Int = 1, alignment: Alignment = .center,
    in box: Rectangle, _ color: Color, into scene: inout Scene, transform: Transform
  ) {
    theme.draw(
      text, font: font, in: box,
      ThemeTextStyle(
        capHeight: capHeight, lineHeight: 2, lines: lines, alignment: alignment, color: color),
      scale: scale, transform: transform, into: &scene)
  }

  /// The width of a text on one line.
  @inline(never)
  func width(of text: Span<UInt8>, capHeight: Fixed) -> Fixed {
    guard let font else { return StrokeFont.width(of: text, capHeight: capHeight) }
    return theme.text.measure(text, font: font, capHeight: capHeight, width: 32768, lines: 1).width
  }

  /// Draws the Caps Lock warning; false where the theme has no text for it.
  ///
  /// It is a line around a point, with a part of its width used by another text at its end. Where it is too
  /// wide it becomes smaller, down to 0.6 of its size.
  @inline(never)
  func drawCapsText(
    at place: borrowing PromptLayout, _ middle: Point, besides taken: Fixed,
    into scene: inout Scene, transform: Transform
  ) -> Bool {
    var text = ThemeText(theme.choice)
    guard let capsText, text.take(capsText, of: theme.choice.pack, ThemeText.Values()) else {
      return false
    }
    var (line, cap) = (place.line(around: middle), place.capHeight)
    let wide = width(of: text.utf8, capHeight: cap)
    if wide > line.width - 2 * taken { line.width -= taken }
    if wide > line.width {
      cap = max(cap * line.width / wide, cap * Fixed(6, over: 10))
      // On the same baseline.
      line.y += place.capHeight - cap
    }
    draw(
      text.utf8, capHeight: cap, in: line, place.questionColor, into: &scene,
      transform: transform)
    return true
  }

  /// Draws bullets from a point on, at half their height; returns their width, or nil where the theme has no
  /// bullet.
  @inline(never)
  func drawBullets(
    _ typed: Int, at place: borrowing PromptLayout, from start: Point, width: Fixed,
    into scene: inout Scene, transform: Transform
  ) -> Fixed? {
    var text = ThemeText(theme.choice)
    let pack = theme.choice.pack
    let size = Fixed(max(1, (place.bullet * scale).rounded)) / scale
    guard let bullet, text.take(bullet, of: pack, ThemeText.Values()) else { return nil }
    let one = self.width(of: text.utf8, capHeight: size)
    // An invisible bullet would not show that a key was pressed.
    guard one >= size / 8 else { return nil }
    let fitting = (width / one).floor
    let count = max(EntryField.bullets(typed, fitting: fitting), 0)
    let hidden = EntryField.most(fitting: fitting) - count
    draw(
      count, bullet, size, at: start, width + one, place.typedColor, into: &scene,
      transform: transform)
    // Absent bullets are drawn, too: the time to draw the field does not reveal the length of the answer.
    draw(
      hidden, bullet, size, at: start + Point(one * Fixed(count), 0), width + one,
      place.fieldColor, into: &scene, transform: transform)
    return one * Fixed(count)
  }

  private func draw(
    _ count: Int, _ bullet: Int, _ size: Fixed, at start: Point, _ width: Fixed,
    _ color: Color, into scene: inout Scene, transform: Transform
  ) {
    if count <= 0 { return }
    var text = ThemeText(theme.choice)
    for _ in 0..<count { _ = text.take(bullet, of: theme.choice.pack, ThemeText.Values()) }
    draw(
      text.utf8, capHeight: size, alignment: .start,
      in: Rectangle(x: start.x, y: start.y - size / 2, width: width, height: size),
      color, into: &scene, transform: transform)
  }
}

extension ThemeLayout {
  /// Draws a text in a box, in a font of the pack; nil for the built-in font.
  @inline(never)
  func draw(
    _ utf8: Span<UInt8>, font: Int?, in box: Rectangle, _ style: ThemeTextStyle, scale: Fixed,
    transform: Transform, into scene: inout Scene
  ) {
    if let font {
      return text.draw(
        utf8, font: font, in: box, style, scale: scale, transform: transform, into: &scene)
    }
    scene.addLines(utf8, in: box, style, scale: scale, transform: transform)
  }
}
