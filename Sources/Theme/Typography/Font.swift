// SPDX-License-Identifier: Apache-2.0

public import DisplayList
public import FixedPoint

/// A font for texts of one's own: the built-in font, or one of a theme pack.
///
/// Its object has the memory for laying texts out: make it once.
public final class Font {
  fileprivate let layout: TextLayout
  fileprivate let number: Int?

  /// The built-in font: printable ASCII, Latin-1, Latin Extended-A and common marks, in one line of even width.
  public init() { (layout, number) = (TextLayout(nil), nil) }

  /// A font of a theme pack; nil where the bytes are no theme pack, or it has no such font.
  ///
  /// `flipbook-theme compile` makes packs, and `flipbook-theme check` says what is wrong with one.
  ///
  /// - Parameters:
  ///   - bytes: The pack's file.
  ///   - number: The number of the font in the theme's file, from 0 on.
  public init?(pack bytes: [UInt8], number: Int = 0) {
    guard let pack = try? Pack(bytes), 0..<pack.count(.fonts) ~= number else { return nil }
    (layout, self.number) = (TextLayout(pack), number)
  }

  /// The width of a line of UTF-8, side bearings included, in the unit of the cap height: the height of an `H`.
  public func width(of text: Span<UInt8>, capHeight: Fixed) -> Fixed {
    layout.width(of: text, font: number, capHeight: capHeight)
  }
}

extension Scene {
  /// Adds a line of text, at most 512 characters of UTF-8, in the order in which they are read.
  ///
  /// Characters that the font does not have are boxes. A line adds a shape for every 16 characters, or at the end of a
  /// word behind them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - font: Its font.
  ///   - capHeight: The height of an `H`, in points.
  ///   - point: A point of the baseline.
  ///   - anchor: Which point: 0 the left end of the text, ½ its middle, 1 its right end.
  ///   - color: Its colour.
  ///   - opacity: Its opacity.
  ///   - transform: To pixels.
  public mutating func addText(
    _ text: Span<UInt8>, in font: Font, capHeight: Fixed, at point: Point, anchor: Fixed = 0,
    color: Color, opacity: Fraction = .one, transform: Transform = .identity
  ) {
    let width = font.width(of: text, capHeight: capHeight)
    let style = TextStyle(
      font: font.number, capHeight: capHeight, color: color, opacity: opacity)
    font.layout.drawLine(
      text, center: Point(point.x + width * (.half - anchor), point.y - capHeight / 2), style,
      transform: transform, into: &self)
  }
}
