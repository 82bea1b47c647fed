// SPDX-License-Identifier: Apache-2.0

package import Animations
import ArgumentParser
package import Control
import Theme
package import ToolSupport

/// The machine's activities as words of a command line.
package enum ModeName: String, ExpressibleByArgument, CaseIterable {
  case bootUp = "boot-up"
  case shutdown, reboot, updates
  case systemUpgrade = "system-upgrade"
  case firmwareUpgrade = "firmware-upgrade"
  case systemReset = "system-reset"

  /// The activity as a mode of the daemon.
  package var mode: PlymouthMode {
    switch self {
    case .bootUp: .bootUp
    case .shutdown: .shutdown
    case .reboot: .reboot
    case .updates: .updates
    case .systemUpgrade: .systemUpgrade
    case .firmwareUpgrade: .firmwareUpgrade
    case .systemReset: .systemReset
    }
  }
}

/// Reads the theme's pack that a command line names.
package enum ThemeFile {
  /// Reads `FILE` or `FILE:VARIANT`, for the language of a locale.
  ///
  /// - Throws: The problem of the file, in the words that the daemon logs.
  package static func read(
    _ argument: String, mode: ModeName, locale: String = ""
  ) throws(ToolError) -> ThemeChoice {
    var (name, variant) = (argument, "")
    if let colon = argument.lastIndex(of: ":"), !argument[colon...].contains("/") {
      name = String(argument[..<colon])
      variant = String(argument[argument.index(after: colon)...])
    }
    let bytes = try Files.read(name, atMost: PackHeader.largestFile)
    let pack: Pack
    do throws(PackError) {
      pack = try Pack(bytes)
    } catch {
      var line: [UInt8] = []
      error.write { text in for index in text.indices { line.append(text[index]) } }
      throw .usage("theme \(name): \(String(decoding: line, as: UTF8.self))")
    }
    guard let number = pack.variant(named: Array(variant.utf8).span) else {
      throw .usage("theme \(name): has no variant '\(variant)'")
    }
    return ThemeChoice(
      // Modes have the same order as a theme's situations.
      pack, variant: number, mode: mode.mode.rawValue, locale: Array(locale.utf8).span)
  }
}
