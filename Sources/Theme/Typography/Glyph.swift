// SPDX-License-Identifier: Apache-2.0

/// A glyph of the built-in font for one Unicode scalar: a skeleton, and perhaps an accent.
struct Glyph {
  /// The skeleton of the letter.
  let base: StaticString
  /// The accent, centred at x = 0 over the middle of the letter.
  let accent: StaticString?
  /// How much higher the accent is than over a small letter, in hundredths of the cap height.
  let lift: Int
  /// The width, in hundredths of the cap height.
  let advance: Int

  /// The glyph of a scalar; the replacement glyph where the font has none.
  init(_ scalar: Unicode.Scalar) {
    if let whole = Self.whole(scalar) {
      (base, accent, lift) = (whole, nil, 0)
    } else if let parts = Diacritics.parts(of: scalar) {
      let letter = Self.whole(parts.letter)
      base = letter ?? StrokeFont.replacement
      accent = parts.accent
      lift = parts.lift
    } else {
      (base, accent, lift) = (StrokeFont.replacement, nil, 0)
    }
    advance = OutlineReader(base).advance
  }

  /// A glyph with a skeleton of its own.
  init(base: StaticString) {
    (self.base, accent, lift) = (base, nil, 0)
    advance = OutlineReader(base).advance
  }

  /// The skeleton of a scalar without a composed accent.
  private static func whole(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case "a"..."z": StrokeFont.smallLetter(scalar)
    case "A"..."Z": StrokeFont.capital(scalar)
    case "0"..."9": StrokeFont.digit(scalar)
    case "\t", "\n", "\r", "\u{20}"..."\u{7E}", "\u{A0}": StrokeFont.punctuation(scalar)
    // Combining and invisible characters have no ink: only their base is shown.
    case "\u{AD}", "\u{300}"..."\u{36F}", "\u{200B}"..."\u{200F}", "\u{FE00}"..."\u{FE0F}",
      "\u{FEFF}":
      "0"
    default: StrokeFont.furtherCharacter(scalar)
    }
  }
}
