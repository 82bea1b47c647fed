// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList

/// The look of a stage without a theme: its background, and its message.
///
/// Lengths are points; one point is `scale` pixels.
struct BuiltInLook: Equatable, Sendable {
  /// The colour of the stage.
  let background: Color
  /// The colour of the message on that background.
  let messageColor: Color

  /// A look of two colours.
  init(background: Color, messageColor: Color) {
    (self.background, self.messageColor) = (background, messageColor)
  }

  /// Black with light grey, for the flow bar.
  static var flow: BuiltInLook {
    BuiltInLook(background: Color(hex: 0x000000), messageColor: Color(hex: 0xB9BDC4))
  }

  /// Sky blue with deep blue, for the download bar.
  static var download: BuiltInLook {
    BuiltInLook(background: Color(hex: 0x8ECEED), messageColor: Color(hex: 0x1B4A61))
  }

  /// White with a warm grey, for the gradient ring.
  static var ring: BuiltInLook {
    BuiltInLook(background: Color(hex: 0xFFFFFF), messageColor: Color(hex: 0x6B5F4B))
  }

  /// The colour of the message on any background; `messageColor` on this look's own background.
  ///
  /// On other backgrounds it is dark or light, whichever contrasts more.
  func messageColor(on background: Color) -> Color {
    if background == self.background { return messageColor }
    return Self.isLight(background) ? Color(hex: 0x14161A) : Color(hex: 0xF2F4F7)
  }

  /// Whether dark text is easier to read than light text, by relative luminance (WCAG 2.1).
  ///
  /// Above a luminance of 0.185 the dark colour contrasts more.
  static func isLight(_ color: Color) -> Bool {
    let luminance = 2126 * linear(color.red) + 7152 * linear(color.green) + 722 * linear(color.blue)
    return luminance > 1850 * linear(.max)
  }

  /// A channel's linear light: 0.7·x² + 0.3·x³ approximates sRGB's curve within 0.01.
  private static func linear(_ channel: UInt16) -> UInt64 {
    let x = UInt64(channel >> 8)
    return x * x * (7 * 255 + 3 * x)
  }

  /// The message's cap height: 1/72 of the stage's smaller side, from 9 to 32, in whole pixels.
  static func messageCapHeight(stageWidth: Fixed, stageHeight: Fixed, scale: Fixed) -> Fixed {
    let wanted = min(stageWidth, stageHeight).scaled(by: 1, over: 72).clamped(to: 9...32)
    return Fixed(max(1, (wanted * scale).rounded)) / scale
  }

  /// The box of the message's first line, a cap height high: centred below the animation's box, as far as the
  /// stage allows.
  ///
  /// The baseline and the cap height are whole pixels, which keeps small text sharp. The gap to the box is 2½
  /// cap heights. Where the message would be too low, it moves up until a cap height is left below it, over
  /// the animation if necessary.
  static func messageLine(
    stageWidth: Fixed, stageHeight: Fixed, boxBottom: Fixed, scale: Fixed
  ) -> Rectangle {
    let capHeight = messageCapHeight(
      stageWidth: stageWidth, stageHeight: stageHeight, scale: scale)
    let capPixels = (capHeight * scale).rounded
    let gap = capHeight * Fixed(5, over: 2)
    let baseline = min(boxBottom + gap + capHeight, stageHeight - capHeight)
    let bottomPixels = max(capPixels, (baseline * scale).rounded)
    let middle = Fixed(2 * bottomPixels - capPixels) / scale * .half
    let width = max(0, stageWidth - 2 * max(capHeight, stageWidth.scaled(by: 1, over: 16)))
    return Rectangle(
      x: stageWidth * .half - width / 2, y: middle - capHeight / 2, width: width, height: capHeight)
  }
}
