// SPDX-License-Identifier: Apache-2.0

/// A character of the console with its colours, in one word.
package struct ConsoleCell: BitwiseCopyable, Equatable, Sendable {
  /// The character in the lowest 21 bits, then four bits of each colour.
  private let bits: UInt32

  /// A character with two of the console's 16 colours.
  package init(_ character: Unicode.Scalar, _ color: UInt8, on background: UInt8) {
    bits = character.value | UInt32(color & 15) << 21 | UInt32(background & 15) << 25
  }

  /// A blank without colours.
  package static var blank: ConsoleCell { ConsoleCell(" ", 7, on: 0) }

  /// The character.
  package var character: Unicode.Scalar { Unicode.Scalar(bits & 0x1F_FFFF) ?? "\u{FFFD}" }

  /// The number of its colour.
  package var color: UInt8 { UInt8(truncatingIfNeeded: bits >> 21 & 15) }

  /// The number of the colour behind it.
  package var background: UInt8 { UInt8(truncatingIfNeeded: bits >> 25 & 15) }
}

/// The colours of characters, as SGR sequences set them (ECMA-48, 8.3.117).
struct ConsolePen: Equatable {
  private var color: UInt8 = 7
  private var background: UInt8 = 0
  private var isBold = false
  private var isInverse = false

  /// A character in these colours; bold is bright, as on the kernel's own console.
  func cell(_ character: Unicode.Scalar) -> ConsoleCell {
    let shown = isBold && color < 8 ? color + 8 : color
    return isInverse
      ? ConsoleCell(character, background, on: shown)
      : ConsoleCell(character, shown, on: background)
  }

  /// Applies the parameters of a sequence; unknown ones are ignored.
  mutating func apply(_ parameters: Span<UInt16>) {
    var index = 0
    while index < parameters.count {
      let code = parameters[index]
      index += 1
      switch code {
      case 0: self = ConsolePen()
      case 1: isBold = true
      case 2, 22: isBold = false
      case 7: isInverse = true
      case 27: isInverse = false
      case 30...37: color = UInt8(code - 30)
      case 39: color = 7
      case 40...47: background = UInt8(code - 40)
      case 49: background = 0
      case 90...97: color = UInt8(code - 82)
      case 100...107: background = UInt8(code - 92)
      case 38: if let number = ConsolePen.further(parameters, &index) { color = number }
      case 48: if let number = ConsolePen.further(parameters, &index) { background = number }
      default: break
      }
    }
  }

  /// The colour of `5;N` or `2;R;G;B`: the nearest of the 16, or nil for another form.
  private static func further(_ parameters: Span<UInt16>, _ index: inout Int) -> UInt8? {
    guard index < parameters.count else { return nil }
    let form = parameters[index]
    index += 1
    if form == 2, index + 3 <= parameters.count {
      defer { index += 3 }
      return nearest(parameters[index], parameters[index + 1], parameters[index + 2])
    }
    guard form == 5, index < parameters.count else { return nil }
    let number = parameters[index]
    index += 1
    switch number {
    case 0...15: return UInt8(number)
    case 16...231:
      let place = number - 16
      return nearest(place / 36 * 51, place / 6 % 6 * 51, place % 6 * 51)
    case 232...255: return nearest(number - 232, number - 232, number - 232, of: 23)
    default: return nil
    }
  }

  /// The colour with the same channels on, bright above three quarters.
  private static func nearest(
    _ red: UInt16, _ green: UInt16, _ blue: UInt16, of most: UInt16 = 255
  ) -> UInt8 {
    let largest = min(max(red, max(green, blue)), most)
    if largest * 5 < most { return 0 }
    func bit(_ value: UInt16) -> UInt8 { value * 2 > largest ? 1 : 0 }
    let number = bit(red) | bit(green) << 1 | bit(blue) << 2
    // A dark grey is bright black.
    if number == 7 && largest * 2 < most { return 8 }
    return UInt32(largest) * 4 > UInt32(most) * 3 ? number + 8 : number
  }
}
