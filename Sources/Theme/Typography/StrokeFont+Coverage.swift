// SPDX-License-Identifier: Apache-2.0

extension StrokeFont {
  /// Whether the font has a character; a missing one is shown as a box.
  package static func has(_ scalar: Unicode.Scalar) -> Bool {
    // Literals live as long as the program; only their addresses are compared.
    unsafe Glyph(scalar).base.utf8Start != replacement.utf8Start
  }
}
