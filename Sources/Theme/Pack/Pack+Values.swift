// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList

// Numbers, colours and lengths of a pack in the stage's types.
extension Pack {
  /// A number in Q16.16.
  @inline(never)
  package func number(_ position: Int) -> Fixed { Fixed(raw: Int64(i32(position)) << 16) }

  /// A colour without its alpha.
  @inline(never)
  package func color(_ position: Int) -> Color {
    Color(red: u16(position), green: u16(position + 2), blue: u16(position + 4))
  }

  /// The alpha of a colour.
  package func alpha(_ position: Int) -> Fraction { fraction(position + 6) }

  /// A share of 65535.
  @inline(never)
  package func fraction(_ position: Int) -> Fraction { Fraction(Int(u16(position)), over: 65535) }

  /// A length in points; nil for the content's natural size.
  @inline(never)
  package func length(_ position: Int, on stage: PackStage) -> Fixed? {
    let value = number(position)
    var length: Fixed
    switch LengthUnit(rawValue: byte(position + 8)) {
    case .point: length = value
    case .percent: length = value * min(stage.width, stage.height) / 100
    case .percentOfWidth: length = value * stage.width / 100
    case .percentOfHeight: length = value * stage.height / 100
    case .cap: length = value * stage.capHeight
    case .automatic, nil: return nil
    }
    // Large enough for any stage; sums of such lengths do not overflow.
    length = length.clamped(to: -65536...65536)
    let (least, most) = (u16(position + 4), u16(position + 6))
    let limited = most == .max ? length : min(length, Fixed(Int(most), over: 4))
    return least == .max ? limited : max(limited, Fixed(Int(least), over: 4))
  }
}

/// The reference for a pack's relative lengths: a stage in points.
package struct PackStage {
  package let width, height: Fixed
  /// The cap height of the stage's text.
  package private(set) var capHeight: Fixed = 0
  /// The free margin along the edges.
  package private(set) var margin: Fixed = 0

  /// A stage of a size in points, with a variant's record of the pack.
  package init(width: Fixed, height: Fixed, _ pack: Pack, variant: Int) {
    (self.width, self.height) = (min(width, 65536), min(height, 65536))
    let record = pack.position(.stages, variant)
    capHeight = (pack.length(record + StageField.textSize, on: self) ?? 9).clamped(to: 1...4096)
    margin = (pack.length(record + StageField.margin, on: self) ?? 0)
      .clamped(to: 0...min(self.width, self.height) / 2)
  }
}

extension Pack {
  /// The variant with a name; nil where there is none, 0 for the empty name.
  package func variant(named name: Span<UInt8>) -> Int? {
    if name.count == 0 { return 0 }
    for index in 0..<count(.variants) {
      let text = string(position(.variants, index))
      if text.count == name.count && text.isSame(name) { return index + 1 }
    }
    return nil
  }
}

extension Pack {
  /// The first text of the language that best matches a locale such as `de_AT.UTF-8`.
  package func firstText(of locale: Span<UInt8>) -> Int {
    var (best, first) = (0, 0)
    for index in 0..<count(.locales) {
      let p = position(.locales, index)
      var length = 0
      while length < min(16, locale.count), byte(p + length) == locale[length], locale[length] > 0 {
        length += 1
      }
      // The whole name, without a further letter of the language or country after it.
      guard length == 16 || byte(p + length) == 0, length > best else { continue }
      let next = length < locale.count ? locale[length] : 0
      if next >= 0x30 && next != UInt8(ascii: "_") && next != UInt8(ascii: "@") { continue }
      (best, first) = (length, Int(u32(p + 16)))
    }
    return best == 0 && count(.locales) > 0 ? Int(u32(position(.locales, 0) + 16)) : first
  }

  /// The translation of a text that programs are known to send; nil for other texts.
  package func knownText(_ text: Span<UInt8>) -> Int? {
    for index in 0..<count(.knownTexts) {
      let p = position(.knownTexts, index)
      let known = string(p)
      if known.count == text.count && known.isSame(text) { return reference(p + 8) }
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Whether another span of the same length has the same bytes.
  fileprivate func isSame(_ other: Span<UInt8>) -> Bool {
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
