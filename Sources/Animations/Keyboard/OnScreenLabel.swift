// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
internal import Stage
internal import Text
internal import Theme

/// What is drawn on a key of the on-screen keyboard: a character, a short word, or a sign of lines.
struct OnScreenLabel {
  private let key: OnScreenKey
  private let layer: OnScreenLayer
  private let box: Rectangle
  private let capHeight: Fixed
  private let color: Color
  private let scale: Fixed

  init(
    _ key: OnScreenKey, of layer: OnScreenLayer, box: Rectangle, capHeight: Fixed, color: Color,
    scale: Fixed
  ) {
    (self.key, self.layer, self.box) = (key, layer, box)
    (self.capHeight, self.color, self.scale) = (capHeight, color, scale)
  }

  /// Draws it in the middle of the key.
  func draw(
    _ typography: borrowing PromptTypography, into scene: inout Scene, transform: Transform
  ) {
    switch key.action {
    case .type(0x20): break
    case .type:
      // A box would be the same on all keys.
      let label = typography.has(key.label) ? key.label : key.fallback
      if !typography.has(label) { break }
      var text = InlineText<8>()
      text.append(character: label)
      draw(text.bytes, capHeight, typography, into: &scene, transform: transform)
    case .shift:
      drawLines(OnScreenLabel.shift, isFilled: layer.shift == .locked, into: &scene, transform)
    case .backspace: drawLines(OnScreenLabel.backspace, into: &scene, transform)
    case .enter: drawLines(OnScreenLabel.enter, into: &scene, transform)
    case .reveal:
      drawLines(
        layer.isRevealing ? OnScreenLabel.hide : OnScreenLabel.reveal, into: &scene, transform)
    case .letters: drawWord("ABC", typography, into: &scene, transform)
    case .symbols: drawPage(.symbols, "123", typography, into: &scene, transform)
    case .alternates: drawPage(.alternates, "AltGr", typography, into: &scene, transform)
    case .nextLayout:
      var name = InlineText<8>()
      var rest = layer.layoutName
      while rest != 0 {
        name.append(byte: UInt8(truncatingIfNeeded: rest))
        rest >>= 8
      }
      drawWord(name.bytes, typography, into: &scene, transform)
    }
  }

  /// Draws the name of other pages, or on the key between pages of one kind which of them is shown.
  private func drawPage(
    _ kind: OnScreenLayer.Kind, _ name: StaticString, _ typography: borrowing PromptTypography,
    into scene: inout Scene, _ transform: Transform
  ) {
    if layer.kind != kind { return drawWord(name, typography, into: &scene, transform) }
    var text = InlineText<8>()
    text.append(Int64(layer.page) + 1)
    text.append("/")
    text.append(Int64(layer.pageCount))
    drawWord(text.bytes, typography, into: &scene, transform)
  }

  private func drawWord(
    _ word: StaticString, _ typography: borrowing PromptTypography, into scene: inout Scene,
    _ transform: Transform
  ) {
    drawWord(word.bytes, typography, into: &scene, transform)
  }

  /// Draws a word, smaller than a character and as small as the key needs.
  private func drawWord(
    _ word: Span<UInt8>, _ typography: borrowing PromptTypography, into scene: inout Scene,
    _ transform: Transform
  ) {
    var cap = capHeight * Fixed(8, over: 10)
    let room = box.width * Fixed(86, over: 100)
    let width = typography.width(of: word, capHeight: cap)
    if width > room { cap = cap * room / width }
    draw(word, cap, typography, into: &scene, transform: transform)
  }

  private func draw(
    _ text: Span<UInt8>, _ capHeight: Fixed, _ typography: borrowing PromptTypography,
    into scene: inout Scene, transform: Transform
  ) {
    let cap = Fixed(max(1, (capHeight * scale).rounded)) / scale
    let middle = box.center
    typography.draw(
      text, capHeight: cap,
      in: Rectangle(x: box.x, y: middle.y - cap / 2, width: box.width, height: cap), color,
      into: &scene, transform: transform)
  }

  // Points of signs, in sixteenths of the cap height from the middle; 99 begins a new line.
  private typealias Sign = InlineArray<26, Int8>
  private static var end: Int8 { 100 }

  private static var shift: Sign {
    [
      -4, 8, -4, 0, -9, 0, 0, -9, 9, 0, 4, 0, 4, 8, -4, 8, end, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
  }
  private static var backspace: Sign {
    [
      -12, 0, -5, -8, 12, -8, 12, 8, -5, 8, -12, 0, 99, -1, -4, 7, 4, 99, 7, -4, -1, 4, end, 0, 0,
      0,
    ]
  }
  private static var enter: Sign {
    [10, -8, 10, 2, -10, 2, 99, -4, -4, -10, 2, -4, 8, end, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  }
  private static var reveal: Sign {
    [-11, 0, -6, -5, 0, -7, 6, -5, 11, 0, 6, 5, 0, 7, -6, 5, -11, 0, 99, 0, -1, 0, 1, end, 0, 0]
  }
  private static var hide: Sign {
    [-11, 0, -6, -5, 0, -7, 6, -5, 11, 0, 6, 5, 0, 7, -6, 5, -11, 0, 99, -8, 8, 8, -8, end, 0, 0]
  }

  private func drawLines(
    _ sign: Sign, isFilled: Bool = false, into scene: inout Scene, _ transform: Transform
  ) {
    let unit = capHeight / 16
    let middle = box.center
    scene.beginPath()
    var index = 0
    var begins = true
    while index < sign.count, sign[index] != OnScreenLabel.end {
      if sign[index] == 99 {
        begins = true
        index += 1
        continue
      }
      let point = Point(
        middle.x + unit * Fixed(Int(sign[index])), middle.y + unit * Fixed(Int(sign[index + 1])))
      if begins { scene.move(to: point) } else { scene.line(to: point) }
      begins = false
      index += 2
    }
    let path = scene.endPath()
    if isFilled { scene.add(.fill(path), paint: .solid(color), transform: transform) }
    let width = StrokeFont.strokeWidth(capHeight: capHeight, scale: scale)
    scene.add(.stroke(path, width: width), paint: .solid(color), transform: transform)
  }
}

extension InlineText {
  /// Appends a character of the basic plane in UTF-8.
  fileprivate mutating func append(character value: UInt16) {
    if value < 0x80 { return append(byte: UInt8(value)) }
    if value < 0x800 {
      append(byte: UInt8(0xC0 | value >> 6))
    } else {
      append(byte: UInt8(0xE0 | value >> 12))
      append(byte: UInt8(0x80 | value >> 6 & 0x3F))
    }
    append(byte: UInt8(0x80 | value & 0x3F))
  }
}
