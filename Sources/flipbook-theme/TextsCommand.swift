// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ThemeCompiler
import ToolSupport

/// Prints a theme's texts for translators.
struct TextsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "texts", abstract: "Write a theme's texts as a template for PO files (POT).",
    discussion: "Exit status: 0 it is written, 1 the theme has errors, 2 wrong arguments or files.")

  @Argument(help: "The theme's folder.")
  var theme: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The template (default: standard output).", valueName: "POT"))
  var output: String?

  func run() throws {
    let folder = ThemeFolder(theme)
    let result = try folder.compile()
    folder.report(result.diagnostics)
    guard let text = result.textTemplate else { throw ExitCode(1) }
    if let output { return try Files.write(Array(text.utf8), to: output) }
    try Files.say(text)
  }
}
