// SPDX-License-Identifier: Apache-2.0

/// The built-in font's characters beyond ASCII, in the form that `OutlineReader` reads.
extension StrokeFont {
  /// The skeleton of a character beyond ASCII without a composed accent.
  static func furtherCharacter(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case "…": "78 D14 7 D39 7 D64 7"
    case "–", "−": "64 M9 38 L55 38"
    case "·", "∙": "30 D15 45"
    case "°": "44 M22 95 H36 80 V22 65 H8 80 V22 95 Z"
    case "✓": "78 M10 44 L31 14 L68 84"
    case "ß": "65 M15 6 L15 77 V33 99 H50 80 V37 58 H55 32 V36 5 L29 5"
    case "Æ": "103 M8 6 L45 94 L95 94 M52 94 L52 6 L95 6 M52 51 L91 51 M20 34 L52 34"
    case "æ":
      """
      98 M14 54 Q20 65 30 65 H46 46 L46 36 L28 36 H11 20 V27 5 H46 24 M46 36 L88 36 V67 65 H46 \
      36 L46 33 V68 5 Q80 5 86 16
      """
    case "Ø": "86 M43 95 H75 50 V43 5 H11 50 V43 95 Z M70 96 L16 4"
    case "ø": "64 M32 65 H53 35 V32 5 H11 35 V32 65 Z M51 68 L13 2"
    case "¡": "30 D15 63 M15 34 L15 -24"
    case "¿": "55 M46 -13 Q40 -31 26 -31 H8 -10 C8 4 17 11 C26 18 26 29 D26 57"
    case "«": "62 M29 58 L11 37 L29 16 M50 58 L32 37 L50 16"
    case "»": "62 M12 58 L30 37 L12 16 M33 58 L51 37 L33 16"
    case "§":
      """
      60 M48 84 Q43 95 31 95 H14 80 C14 71 29 65 C49 57 49 46 C49 38 40 33 M20 62 C11 57 11 49 \
      C11 38 31 30 C47 24 47 13 V30 -2 Q17 -2 12 9
      """
    case "×": "64 M14 66 L50 30 M50 66 L14 30"
    case "÷": "64 M10 48 L54 48 D32 68 D32 28"
    case "±": "64 M32 76 L32 36 M10 56 L54 56 M10 16 L54 16"
    case "£": "64 M52 80 Q47 95 36 95 H19 76 L19 26 C19 10 10 6 L54 6 M9 48 L44 48"
    case "€": "71 M61 81 Q54 95 43 95 H18 50 V43 5 Q54 5 61 19 M8 60 L46 60 M8 41 L44 41"
    case "µ": "67 M15 64 L15 -24 M15 24 V31 5 C47 5 52 27 M52 64 L52 6"
    case "©":
      "101 M51 94 H93 50 V51 6 H8 50 V51 94 Z M65 63 Q60 70 51 70 H33 50 V51 30 Q60 30 65 37"
    case "—": "92 M9 38 L83 38"
    case "•": "44 M22 54 H30 46 V22 38 H14 46 V22 54 Z M22 50 H26 46 V22 42 H18 46 V22 50 Z"
    case "→": "84 M10 48 L73 48 M52 68 L74 48 L52 28"
    case "←": "84 M74 48 L11 48 M32 68 L10 48 L32 28"
    case "’": "28 M17 96 L12 78"
    case "‘": "28 M12 96 L17 78"
    case "“": "46 M12 96 L17 78 M30 96 L35 78"
    case "”": "46 M17 96 L12 78 M35 96 L30 78"
    case "„": "48 M17 8 L12 -10 M35 8 L30 -10"
    case "´": "38 M13 80 L26 96"
    case "¨": "52 D15 88 D37 88"
    case "¯": "52 M13 88 L39 88"
    case "ı": "30 M15 64 L15 6"
    // A padlock.
    case "\u{1F512}": "78 M10 6 L10 54 L68 54 L68 6 Z M19 54 L19 75 V39 98 H59 75 L59 54 D39 30"
    case "ȷ": "33 M18 64 L18 -10 V8 -25"
    default: nil
    }
  }
}
