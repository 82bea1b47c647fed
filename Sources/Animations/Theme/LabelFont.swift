// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// The font of an animation's labels.
enum LabelFont {
  case builtIn
  /// A font of a layout's pack.
  case pack(TextLayout, Int)

  func width(of text: Span<UInt8>, capHeight: Fixed) -> Fixed {
    switch self {
    case .builtIn: StrokeFont.width(of: text, capHeight: capHeight)
    case .pack(let layout, let number):
      layout.width(of: text, font: number, capHeight: capHeight)
    }
  }
}

extension Scene {
  /// Adds a label, centred on a point at half its cap height.
  ///
  /// A label wider than `width` becomes smaller, down to 0.6 of its size, so that it stays legible.
  mutating func addLabel(
    _ text: Span<UInt8>, _ font: LabelFont, capHeight: Fixed, width: Fixed, center: Point,
    _ color: Color, transform: Transform
  ) {
    let whole = font.width(of: text, capHeight: capHeight)
    let capHeight =
      whole > width && width > 0
      ? max(capHeight * width / whole, capHeight * Fixed(6, over: 10)) : capHeight
    switch font {
    case .builtIn:
      addText(text, capHeight: capHeight, center: center, color: color, transform: transform)
    case .pack(let layout, let number):
      layout.drawLine(
        text, center: center, TextStyle(font: number, capHeight: capHeight, color: color),
        transform: transform, into: &self)
    }
  }
}
