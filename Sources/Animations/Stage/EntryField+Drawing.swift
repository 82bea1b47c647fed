// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Raster
internal import Theme

extension EntryField {
  /// How much of the stage it takes below a message's baseline, in cap heights of the message.
  static var capHeights: Fixed { 7 }

  /// As many bullets as are ever shown.
  private static var bullets: StaticString { "••••••••••••••••" }

  /// How many characters of a text are shown: its last ones, where it is longer.
  private static var mostCharacters: Int { 24 }

  /// Draws the field below a message: bullets or text, a cursor behind them, a warning below.
  func draw(
    below message: MessageLayout, middle: Fixed, color: Color, into scene: inout Scene,
    transform: Transform
  ) {
    let cap = message.capHeight
    let width = min(cap * 26, message.maximumWidth)
    let center = Point(middle, message.center.y + cap * 7 / 2)
    let frame = Rectangle(
      x: middle - width / 2, y: center.y - cap * 3 / 2, width: width, height: cap * 3)
    scene.add(
      .roundedRectangle(frame, radius: cap / 2), paint: .solid(color),
      opacity: Fraction(1, over: 6), transform: transform)
    // A bullet is a small sign: so large, it is as wide as letters are.
    let size = kind == .secret ? cap * 3 : cap
    let shown = kind == .secret ? shownBullets : shownText
    scene.addText(
      shown, capHeight: size, center: center, maximumWidth: width - cap * 2, color: color,
      transform: transform)
    let length = min(StrokeFont.width(of: shown, capHeight: size), width - cap * 2)
    let cursor = Rectangle(
      x: middle + length / 2 + cap / 4, y: center.y - cap, width: cap / 8, height: cap * 2)
    scene.add(.rectangle(cursor), paint: .solid(color), transform: transform)
    if isCapsLockOn {
      scene.addText(
        "Caps Lock", capHeight: cap, center: Point(middle, center.y + cap * 13 / 4),
        color: color, transform: transform)
    }
  }

  private var shownBullets: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let all = EntryField.bullets
      // Three bytes each.
      let count = 3 * max(0, min(bulletCount, all.utf8CodeUnitCount / 3))
      // The literal lives as long as the program and has at least this many bytes.
      return unsafe _overrideLifetime(
        Span(_unsafeStart: all.utf8Start, count: count), borrowing: self)
    }
  }

  private var shownText: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      var first = text.count
      var characters = 0
      while first > 0, characters < EntryField.mostCharacters {
        first -= 1
        if !text[first].continuesCharacter { characters += 1 }
      }
      return text.extracting(first..<text.count)
    }
  }
}
