// SPDX-License-Identifier: Apache-2.0

extension StrokeFont {
  /// Whether the font has a character; what it has not is shown as a box.
  package static func has(_ scalar: Unicode.Scalar) -> Bool {
    // Literals, which live as long as the program: only their places are compared.
    unsafe Glyph(scalar).base.utf8Start != replacement.utf8Start
  }
}
