// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ThemeCompiler
import ToolSupport

/// `flipbook-theme show`: what a pack holds.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the elements and the sections of a pack.")

  @Argument(help: "A pack, or a theme's folder, which is compiled for it.")
  var theme: String

  func run() throws {
    let (bytes, name) = try pack()
    let report = try PackReport(bytes, name: name)
    try Files.say(report.elements + "\n" + report.sections)
  }

  private func pack() throws -> (bytes: [UInt8], name: String) {
    if let bytes = try? Files.read(theme), bytes.starts(with: Array("FLIPPACK".utf8)) {
      return (bytes, theme)
    }
    let folder = ThemeFolder(theme)
    let result = try folder.compile()
    folder.report(result.diagnostics)
    guard let pack = result.pack else { throw ExitCode(1) }
    return (pack, result.name)
  }
}
