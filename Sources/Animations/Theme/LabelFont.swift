// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// A font of a pack for an animation's labels.
struct LabelFont {
  let layout: ThemeTextLayout
  let number: Int
}

extension Scene {
  /// Adds a label, centred on a point at half its cap height, in a font of a pack, or without one in the built-in
  /// font.
  ///
  /// In a font of the pack a label wider than `width` becomes smaller, but stays legible.
  mutating func addLabel(
    _ text: Span<UInt8>, _ font: LabelFont?, capHeight: Fixed, width: Fixed, center: Point,
    _ color: Color, transform: Transform
  ) {
    if let font {
      font.layout.drawLabel(
        text, font: font.number, capHeight: capHeight, width: width, center: center, color,
        transform: transform, into: &self)
    } else {
      addText(text, capHeight: capHeight, center: center, color: color, transform: transform)
    }
  }
}
