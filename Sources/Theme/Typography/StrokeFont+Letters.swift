// SPDX-License-Identifier: Apache-2.0

/// The letters of the built-in font, as `OutlineReader` reads them.
///
/// With the regular line width, ink extends 6 beyond the skeleton on every side: stems stand at 6,
/// capitals end at 94, small letters at 64. Round letters extend 1 further, so that they look
/// equally tall.
extension StrokeFont {
  /// The skeleton of a capital letter.
  static func capital(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case "A": "72 M8 6 L36 95 L64 6 M17 34 L55 34"
    case "B": "70 M15 52 L38 52 H59 29 V38 6 L15 6 L15 94 L37 94 H55 73 V37 52"
    case "C": "76 M67 79 Q58 95 43 95 H11 50 V43 5 Q58 5 67 21"
    case "D": "81 M15 6 L15 94 L37 94 H70 50 V37 6 Z"
    case "E": "63 M55 94 L15 94 L15 6 L55 6 M15 51 L51 51"
    case "F": "60 M52 94 L15 94 L15 6 M15 49 L48 49"
    case "G": "84 M68 79 Q59 95 43 95 H11 50 V43 5 H71 33 L71 46 L47 46"
    case "H": "80 M15 6 L15 94 M65 6 L65 94 M15 51 L65 51"
    case "I": "30 M15 6 L15 94"
    case "J": "58 M43 94 L43 32 V25 5 Q14 5 9 17"
    case "K": "69 M15 6 L15 94 M59 94 L15 41 M31 60 L62 6"
    case "L": "59 M15 94 L15 6 L52 6"
    case "M": "94 M15 6 L15 94 L47 32 L79 94 L79 6"
    case "N": "81 M15 6 L15 94 L66 6 L66 94"
    case "O": "86 M43 95 H75 50 V43 5 H11 50 V43 95 Z"
    case "P": "67 M15 6 L15 94 L38 94 H60 69 V38 44 L15 44"
    case "Q": "86 M43 95 H75 50 V43 5 H11 50 V43 95 Z M51 26 L74 1"
    case "R": "69 M15 6 L15 94 L38 94 H59 70 V38 46 L15 46 M37 46 L60 6"
    case "S": "71 M58 80 Q50 95 35 95 H14 73 C14 59 37 51 C60 43 60 28 V36 5 Q19 5 12 21"
    case "T": "70 M8 94 L62 94 M35 94 L35 6"
    case "U": "78 M14 94 L14 35 V39 5 H64 35 L64 94"
    case "V": "72 M8 94 L36 5 L64 94"
    case "W": "102 M8 94 L29 5 L51 94 L73 5 L94 94"
    case "X": "70 M10 94 L60 6 M60 94 L10 6"
    case "Y": "70 M8 94 L35 46 L62 94 M35 46 L35 6"
    case "Z": "72 M12 94 L60 94 L11 6 L61 6"
    default: nil
    }
  }

  /// The skeleton of a small letter.
  static func smallLetter(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case "a": "61 M14 54 Q20 65 31 65 H47 46 L47 6 M47 37 L28 37 H11 21 V27 5 C41 5 47 18"
    case "b": "66 M15 98 L15 6 M15 47 C20 65 35 65 H55 35 V35 5 C20 5 15 23"
    case "c": "56 M48 53 Q43 65 31 65 H11 35 V31 5 Q43 5 48 17"
    case "d": "66 M51 98 L51 6 M51 47 C46 65 31 65 H11 35 V31 5 C46 5 51 23"
    case "e": "63 M11 36 L53 36 V32 65 H11 35 V33 5 Q45 5 51 16"
    case "f": "42 M35 99 H20 84 L20 6 M8 64 L34 64"
    case "g": "66 M51 64 L51 -4 V30 -25 Q18 -25 11 -14 M51 47 C46 65 31 65 H11 35 V31 5 C46 5 51 23"
    case "h": "67 M15 98 L15 6 M15 43 C20 65 36 65 H53 46 L53 6"
    case "i": "30 M15 64 L15 6 D15 88"
    case "j": "33 M18 64 L18 -10 V8 -25 D18 88"
    case "k": "57 M15 98 L15 6 M48 64 L15 30 M27 42 L49 6"
    case "l": "34 M15 98 L15 17 V26 6"
    case "m": "95 M15 64 L15 6 M15 43 C20 65 34 65 H48 48 L48 6 M48 43 C53 65 67 65 H81 48 L81 6"
    case "n": "67 M15 64 L15 6 M15 43 C20 65 36 65 H53 46 L53 6"
    case "o": "64 M32 65 H53 35 V32 5 H11 35 V32 65 Z"
    case "p": "66 M15 64 L15 -24 M15 47 C20 65 35 65 H55 35 V35 5 C20 5 15 23"
    case "q": "66 M51 64 L51 -24 M51 47 C46 65 31 65 H11 35 V31 5 C46 5 51 23"
    case "r": "42 M15 64 L15 6 M15 41 C20 65 35 65"
    case "s": "53 M42 54 Q37 65 27 65 H12 50 C12 41 27 35 C42 29 42 20 V26 5 Q14 5 9 17"
    case "t": "41 M20 84 L20 19 V33 6 M8 64 L33 64"
    case "u": "67 M14 64 L14 24 V31 5 C47 5 52 27 M52 64 L52 6"
    case "v": "58 M8 64 L29 5 L50 64"
    case "w": "86 M8 64 L25 5 L43 64 L61 5 L78 64"
    case "x": "56 M9 64 L47 6 M47 64 L9 6"
    case "y": "58 M8 64 L29 6 M50 64 L24 -8 C18 -24 8 -24"
    case "z": "56 M11 64 L45 64 L10 6 L46 6"
    default: nil
    }
  }
}
