// SPDX-License-Identifier: Apache-2.0

internal import Theme

extension StraightColor {
  static var none: StraightColor { StraightColor() }

  /// The same colour without its opacity.
  var opaque: StraightColor { StraightColor(red: red, green: green, blue: blue) }

  /// A colour from `RRGGBB` or `RRGGBBAA`, perhaps after a `#`; nil for anything else.
  init?(_ text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    switch digits.utf8.count {
    case 6: self.init(hex: value << 8 | 0xFF)
    case 8: self.init(hex: value)
    default: return nil
    }
  }

  /// Its opacity multiplied by a percentage.
  func faded(to hundredths: UInt32) -> StraightColor {
    var color = self
    color.alpha = UInt16((UInt32(alpha) * hundredths + 50) / 100)
    return color
  }

  /// The colour composited over an opaque colour.
  func over(_ below: StraightColor) -> StraightColor {
    func mixed(_ own: UInt16, _ other: UInt16) -> UInt16 {
      UInt16((UInt32(own) * UInt32(alpha) + UInt32(other) * UInt32(.max - alpha)) / 65535)
    }
    return StraightColor(
      red: mixed(red, below.red), green: mixed(green, below.green), blue: mixed(blue, below.blue))
  }
}

/// A colour of the file: names are looked up for each situation.
enum ColorName: Hashable {
  case literal(StraightColor)
  case name(String)
  case none
}

/// The colours of a bar.
enum PaletteName: Hashable {
  case rainbow, red
  case colors([ColorName])
}

/// The value of a key, checked against its type.
enum SettingValue: Hashable {
  case length(Length)
  case lengths(Length, Length)
  /// Q16.16 each.
  case point(Int32, Int32)
  case color(ColorName)
  case colors([ColorName])
  case palette(PaletteName)
  case boolean(Bool)
  case integer(Int)
  /// Q16.16.
  case number(Int32)
  /// Microseconds.
  case time(UInt32)
  case choice(Int)
  /// Q16.16 each.
  case axis([Int32])
  /// Pixels from the left, the top, the right and the bottom.
  case slice([Int])
  case text([String])
  case string(String)
  case strings([String])
  case axes([FontAxis])
  case keyframes([KeyframeSource])
}

/// A keyframe of a motion; nil for properties that it does not set.
struct KeyframeSource: Hashable {
  /// The position, Q16.16.
  var position: Int32
  /// The index in the words of `easing`.
  var easing: Int?
  /// Q16.16 each.
  var opacity, scale, rotation: Int32?
  var offset: [Length]?
}

/// A value, and its position in the file.
struct Setting {
  let value: SettingValue
  let position: SourcePosition
}

/// The keys that a table has in the file.
typealias Settings = [String: Setting]
