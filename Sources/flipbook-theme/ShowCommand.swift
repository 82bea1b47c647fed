// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ThemeCompiler
import ToolSupport

/// `flipbook-theme show`: prints the contents of a pack.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the elements and the sections of a pack.")

  @Argument(help: "A pack, or a theme's folder, which is compiled for it.")
  var theme: String

  @Option(
    help: ArgumentHelp(
      "Print what every key of a folder is in a situation, such as \"portrait failed\".",
      valueName: "WORDS"))
  var when: String?

  func run() throws {
    if let when { return try Files.say(try keys(when)) }
    let (bytes, name) = try ThemeFolder.pack(theme)
    let report = try PackReport(bytes, name: name)
    try Files.say(report.elements + "\n" + report.sections)
  }

  /// The values of all keys of a theme in one situation; fails for a theme with errors.
  private func keys(_ words: String) throws -> String {
    let folder = ThemeFolder(theme)
    let result = try folder.compile()
    guard result.pack != nil else {
      folder.report(result.diagnostics)
      throw ExitCode(1)
    }
    let source = try Files.read(folder.file)
    do throws(SituationError) {
      return try ThemeCompiler.resolution(words, of: source, folder: folder.name) ?? ""
    } catch {
      throw ToolError.usage("--when: \(error.reason)")
    }
  }
}
