// SPDX-License-Identifier: Apache-2.0

internal import Theme

extension Compilation {
  /// Adds the theme's own keyboard layouts.
  mutating func addKeymap() {
    if theme.keymap.isEmpty { return }
    let position = theme.keymapPosition
    do throws(KeymapCompiler.Problem) {
      // Not the locale of the compiling user: the same theme is the same pack everywhere.
      let layouts = try KeymapCompiler.layouts(theme.keymap, locale: "en_US.UTF-8", exactly: false)
      let sections = layouts.sections { records.builder.string($0) }
      for section in [PackSection.keymaps, .keys, .pairs] {
        records.builder.append(sections[section] ?? [], to: section)
      }
      if layouts.addsUS {
        records.diagnostics.warning(
          "keymap", at: position,
          "\(theme.keymap[0]) has no letters from a to z: us is put first")
      }
      for name in layouts.withoutPairs {
        records.diagnostics.warning(
          "keymap", at: position,
          "no table of what the dead keys of \(name) go with: they send nothing")
      }
    } catch {
      let expected = "up to four layouts, as in xkeyboard-config(7)"
      switch error {
      case .unknown(let name):
        records.diagnostics.error(
          "keymap", at: position, "there is no keyboard layout '\(name)'", expected: expected)
      case .tooLarge(let name):
        records.diagnostics.error(
          "keymap", at: position, "the layout '\(name)' has too many keys", expected: expected)
      case .tooMany:
        records.diagnostics.error(
          "keymap", at: position, "there are more than four layouts, us before them included",
          expected: expected)
      }
    }
  }
}
