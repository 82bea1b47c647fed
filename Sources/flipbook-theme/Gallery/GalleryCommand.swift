// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ThemeCompiler
import ToolSupport

/// `flipbook-theme gallery`: writes a page with a theme on a wall of displays.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Write a page that plays a theme on a wall of displays.",
    discussion: """
      The page is one file with the pack and the daemon's renderer inside. It is opened from its \
      file in any browser of 2023 or newer, and requests nothing. It shows a laptop, a phone, a \
      small panel, a 4K, an ultrawide and a portrait monitor, with controls for phase, progress, \
      mode, prompt, message, variant and language, and with what 'check' finds.
      """)

  @Argument(help: "The theme's folder, or a pack.")
  var theme: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The page; - is standard output.", valueName: "PAGE"))
  var output: String

  func run() throws {
    let (pack, report) = try contents()
    try Files.write(Array(try Gallery.html(pack, report).utf8), to: output)
  }

  /// The pack, and what the page says about it; fails for a theme with errors.
  private func contents() throws -> (pack: [UInt8], report: ThemeReport) {
    if let bytes = try ThemeFolder.packFile(theme) {
      return (bytes, try ThemeReport(bytes, file: theme, nil))
    }
    let folder = ThemeFolder(theme)
    let result = try folder.compile(checksLayout: true)
    folder.report(result.diagnostics)
    guard let pack = result.pack else { throw ExitCode(1) }
    return (pack, try ThemeReport(pack, file: result.name, result.diagnostics))
  }
}
