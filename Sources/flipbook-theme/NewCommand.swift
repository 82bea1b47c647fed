// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import ThemeCompiler
import ToolSupport

/// `flipbook-theme new`: creates a folder with a theme to start from.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a folder with a theme that compiles.",
    discussion: "A folder that has a theme.toml is left as it is.")

  @Argument(help: "The folder; it is made where it is not there.")
  var folder: String

  @Option(help: ArgumentHelp("A logo, PNG, JPEG or SVG, which is copied.", valueName: "FILE"))
  var logo: String?

  @Option(
    help: ArgumentHelp(
      "A font for all texts, TrueType or OpenType, which is copied.", valueName: "FILE"))
  var font: String?

  @Option(help: ArgumentHelp("The background's colour.", valueName: "RRGGBB"))
  var color = "101418"

  @Flag(help: "Every key there is, as comments.")
  var all = false

  func run() throws {
    let theme = ThemeFolder(folder)
    guard (try? Files.read(theme.file)) == nil else {
      throw ToolError.usage("\(theme.file) is there already")
    }
    var files: [String: [UInt8]] = [:]
    let fontName = try Self.copy(font, to: &files)
    let logoName = try Self.copy(logo, to: &files)
    let starter = StarterTheme(
      name: theme.name, color: color, logo: logoName, font: fontName, hasAll: all)
    let text = starter.text
    // Reports a mistake in the arguments before it writes anything.
    let result = ThemeCompiler.compile(Array(text.utf8), folder: theme.name) { name in
      files[name].map { .bytes($0) } ?? .unreadable("no such file")
    }
    guard result.diagnostics.errorCount == 0 else {
      theme.report(result.diagnostics)
      throw ExitCode(2)
    }
    // The path lives through the call; the folder may already exist.
    _ = unsafe mkdir(theme.path, 0o755)
    for (name, bytes) in files { try Files.write(bytes, to: "\(theme.path)/\(name)") }
    try Files.write(Array(text.utf8), to: theme.file)
    try Files.say(
      "\(theme.file): edit it, as with flipbook-theme edit \(theme.path), then: "
        + "flipbook-theme compile \(theme.path) -o \(theme.name).pack\n")
  }

  /// Reads a file that goes into the folder; returns its name there.
  private static func copy(
    _ path: String?, to files: inout [String: [UInt8]]
  ) throws(ToolError) -> String? {
    guard let path else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    files[name] = try Files.read(path)
    return name
  }
}
