// SPDX-License-Identifier: Apache-2.0

import Animations
import Stage
import Theme
import ToolOptions
import ToolSupport

/// A pack to draw frames of, with its name for errors.
struct PlayedPack {
  private let pack: Pack
  private let name: String
  /// Its variants; the base is an empty name.
  let variants: [String]
  /// Its locales; none in a theme without texts.
  let locales: [String]

  /// Reads a pack, its variants and its locales.
  init(_ file: (bytes: [UInt8], name: String)) throws(ToolError) {
    let pack = try ThemeFile.pack(file.bytes, name: file.name)
    (self.pack, name) = (pack, file.name)
    variants =
      [""]
      + (0..<pack.count(.variants)).map { index in
        String(copying: pack.string(pack[VariantRecord.self, index].name))
      }
    locales = (0..<pack.count(.locales)).map { index in
      let name = pack[LocaleRecord.self, index].name
      return String(decoding: name.indices.map { name[$0] }.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Its look in a variant, a mode and a locale.
  func selection(
    variant: String, mode: MachineMode, locale: String
  ) throws(ToolError) -> ThemeSelection {
    try ThemeFile.selection(pack, name: name, variant: variant, mode: mode, locale: locale)
  }
}
