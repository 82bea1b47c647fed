// SPDX-License-Identifier: Apache-2.0

/// The digits and marks of the built-in font, as `OutlineReader` reads them.
extension StrokeFont {
  /// The glyph for missing characters: a box with a dot.
  static var replacement: StaticString { "64 M12 6 L12 94 L52 94 L52 6 Z D32 50" }

  /// The skeleton of a digit.
  ///
  /// All digits have the same width, so that a running number does not move.
  static func digit(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case "0": "64 M32 95 H55 60 L55 40 V32 5 H9 40 L9 60 V32 95 Z"
    case "1": "64 M17 77 L37 94 L37 6"
    case "2": "64 M11 73 V32 95 H53 71 C53 58 38 40 L10 6 L55 6"
    case "3": "64 M12 79 Q19 95 32 95 H51 74 V32 52 L26 52 M32 52 H54 29 V31 5 Q15 5 9 22"
    case "4": "64 M43 6 L43 94 L9 28 L57 28"
    case "5": "64 M51 94 L18 94 L14 51 C21 61 33 61 H54 33 V31 5 Q15 5 9 20"
    case "6": "64 M42 94 C9 56 9 33 V32 5 H55 33 V32 61 H9 33"
    case "7": "64 M9 94 L55 94 L26 6"
    case "8": "64 M32 52 H52 74 V32 95 H12 74 V32 52 H55 28 V32 5 H9 28 V32 52 Z"
    case "9": "64 M22 6 C55 44 55 67 V32 95 H9 67 V32 39 H55 67"
    default: nil
    }
  }

  /// The skeleton of an ASCII character that is neither letter nor digit.
  static func punctuation(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case " ", "\u{A0}", "\t": "34"
    case "!": "30 M15 94 L15 36 D15 7"
    case "\"": "44 M13 94 L13 74 M31 94 L31 74"
    case "#": "72 M28 92 L20 8 M53 92 L45 8 M11 66 L62 66 M10 34 L61 34"
    case "$":
      "64 M54 76 Q47 88 32 88 H12 69 C12 57 33 50 C54 43 54 31 V32 12 Q16 12 9 26 M32 102 L32 -2"
    case "%":
      "92 M23 95 H37 75 V23 55 H9 75 V23 95 Z M69 45 H83 25 V69 5 H55 25 V69 45 Z M66 94 L26 6"
    case "&": "74 M64 6 L20 61 C14 69 14 77 V31 95 H48 77 C48 64 32 54 C9 40 9 27 V30 5 C56 5 65 44"
    case "'": "26 M13 94 L13 74"
    case "(": "38 M29 104 C13 82 13 46 C13 10 29 -12"
    case ")": "38 M9 104 C25 82 25 46 C25 10 9 -12"
    case "*": "56 M28 95 L28 59 M12 86 L44 68 M12 68 L44 86"
    case "+": "64 M32 70 L32 26 M10 48 L54 48"
    case ",": "32 M17 8 L12 -10"
    case "-": "46 M11 38 L35 38"
    case ".": "30 D15 7"
    case "/": "50 M9 -4 L41 102"
    case ":": "30 D15 57 D15 7"
    case ";": "32 D17 57 M17 8 L12 -10"
    case "<": "64 M52 70 L12 48 L52 26"
    case "=": "64 M11 60 L53 60 M11 36 L53 36"
    case ">": "64 M12 70 L52 48 L12 26"
    case "?": "55 M9 77 Q15 95 29 95 H47 74 C47 60 38 53 C29 46 29 35 D29 7"
    case "@":
      """
      101 M72 3 Q62 -3 51 -3 H10 44 V51 91 H91 46 L91 38 V79 24 H67 36 L67 62 M67 43 V51 62 \
      H35 43 V51 24 H67 43
      """
    case "[": "40 M31 104 L14 104 L14 -12 L31 -12"
    case "\\": "50 M41 -4 L9 102"
    case "]": "40 M9 104 L26 104 L26 -12 L9 -12"
    case "^": "64 M12 62 L32 94 L52 62"
    case "_": "60 M7 -10 L53 -10"
    case "`": "38 M12 96 L25 80"
    case "{": "42 M33 104 H20 91 L20 60 V10 46 H20 32 L20 1 V33 -12"
    case "|": "28 M14 104 L14 -20"
    case "}": "42 M9 104 H22 91 L22 60 V32 46 H22 32 L22 1 V9 -12"
    case "~": "64 M10 41 C13 55 22 55 C28 55 32 48 C36 41 42 41 C51 41 54 55"
    default: nil
    }
  }
}
