// SPDX-License-Identifier: Apache-2.0

package import Animations
import ArgumentParser
package import Theme
package import ToolSupport
package import Stage
import Text

extension MachineMode: ExpressibleByArgument {
  package init?(argument: String) { self.init(Array(argument.utf8).span) }

  package static var allValueStrings: [String] { allCases.map { String(copying: $0.word) } }
}

/// Reads the theme's pack that a command line names.
package enum ThemeFile {
  /// Reads `FILE` or `FILE:VARIANT`, for the language of a locale.
  ///
  /// - Throws: The problem of the file, in the words that the daemon logs.
  package static func read(
    _ argument: String, mode: MachineMode, locale: String = ""
  ) throws(ToolError) -> ThemeSelection {
    var (name, variant) = (argument, "")
    if let colon = argument.lastIndex(of: ":"), !argument[colon...].contains("/") {
      name = String(argument[..<colon])
      variant = String(argument[argument.index(after: colon)...])
    }
    let bytes = try Files.read(name, atMost: PackHeader.largestFile)
    return try selection(
      pack(bytes, name: name), name: name, variant: variant, mode: mode, locale: locale)
  }

  /// A pack from its bytes.
  ///
  /// - Throws: The problem of the pack, which errors call `name`, in the words that the daemon logs.
  package static func pack(_ bytes: [UInt8], name: String) throws(ToolError) -> Pack {
    do throws(PackError) {
      return try Pack(bytes)
    } catch {
      var line: [UInt8] = []
      error.write { text in for index in text.indices { line.append(text[index]) } }
      throw .usage("theme \(name): \(String(decoding: line, as: UTF8.self))")
    }
  }

  /// A pack's look for a variant, empty for none, a mode and a locale.
  ///
  /// - Throws: That the pack, which errors call `name`, has no such variant.
  package static func selection(
    _ pack: Pack, name: String, variant: String, mode: MachineMode, locale: String
  ) throws(ToolError) -> ThemeSelection {
    guard let number = pack.variant(named: Array(variant.utf8).span) else {
      throw .usage("theme \(name): has no variant '\(variant)'")
    }
    return ThemeSelection(
      pack, variant: number, mode: mode, locale: Array(locale.utf8).span)
  }
}
