// SPDX-License-Identifier: Apache-2.0

/// The accented letters of Latin-1 and Latin Extended-A, composed of a letter and an accent.
///
/// Two strings have both for each of U+00C0 ... U+017F. `_` marks a letter without an accent;
/// barred and joined letters are also shown so. `?` marks a character with its own glyph.
enum Diacritics {
  private static var letters: StaticString {
    """
    AAAAAA?CEEEEIIIIDNOOOOO??UUUUYP?aaaaaa?ceeeeiiiidnooooo??uuuuypy\
    AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiI?IiJjKkkLlLlLlL\
    lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs
    """
  }

  private static var accents: StaticString {
    """
    `'^~:o_,`'^:`'^:_~`'^~:__`'^:'__`'^~:o_,`'^:`'^:_~`'^~:__`'^:'_:\
    --uu,,''^^..vvvv__--uu..,,vv^^uu..,,^^__~~--uu,,.___^^,,_'',,vv_\
    ___'',,vv___--uudd__'',,vv''^^,,vv,,vv__~~--uuoodd,,^^^^:''..vv_
    """
  }

  /// Decomposes a scalar; nil unless it is an accented letter that the font can compose.
  static func parts(
    of scalar: Unicode.Scalar
  ) -> (letter: Unicode.Scalar, accent: StaticString?, lift: Int)? {
    guard (0xC0...0x17F).contains(scalar.value) else { return nil }
    let index = Int(scalar.value) - 0xC0
    let letter = byte(letters, at: index)
    guard letter != UInt8(ascii: "?") else { return nil }
    let mark = byte(accents, at: index)
    guard let accent = outline(of: mark) else { return (Unicode.Scalar(letter), nil, 0) }
    if mark == UInt8(ascii: ",") { return (Unicode.Scalar(letter), accent, 0) }
    switch Unicode.Scalar(letter) {
    // The accent replaces the dot.
    case "i": return ("\u{131}", accent, 0)
    case "j": return ("\u{237}", accent, 0)
    case "A"..."Z", "d", "h", "k", "l": return (Unicode.Scalar(letter), accent, 34)
    case "t": return ("t", accent, 20)
    default: return (Unicode.Scalar(letter), accent, 0)
    }
  }

  /// An accent centred at x = 0, at its height over small letters.
  private static func outline(of mark: UInt8) -> StaticString? {
    switch Unicode.Scalar(mark) {
    case "`": "0 M5 79 L-6 91"
    case "'": "0 M-5 79 L6 91"
    case "^": "0 M-12 80 L0 91 L12 80"
    case "v": "0 M-12 91 L0 80 L12 91"
    case "~": "0 M-15 81 C-13 90 -7 90 C-4 90 0 85 C4 80 7 80 C13 80 15 89"
    case "-": "0 M-12 85 L12 85"
    case "u": "0 M-12 91 V0 80 H12 91"
    case ".": "0 D0 86"
    case ":": "0 D-12 86 D12 86"
    case "o": "0 M0 96 H9 87 V0 78 H-9 87 V0 96 Z"
    case "d": "0 M-11 79 L-4 91 M7 79 L14 91"
    case ",": "0 M1 4 L-4 -14"
    default: nil
    }
  }

  private static func byte(_ table: StaticString, at index: Int) -> UInt8 {
    precondition(index < table.utf8CodeUnitCount, "Read past a table of letters.")
    // The literal lives as long as the program, and the index was checked.
    return unsafe table.utf8Start[index]
  }
}
