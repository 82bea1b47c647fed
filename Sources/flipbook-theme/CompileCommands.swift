// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ThemeCompiler
import ToolSupport

/// `flipbook-theme check`: reports the mistakes in a theme.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report everything that is wrong with a theme.",
    discussion: "Exit status: 0 nothing is wrong, 1 there are errors, 2 wrong arguments or files.")

  @Argument(help: "The theme's folder.")
  var theme: String

  @Flag(help: "Warnings count as errors.")
  var strict = false

  @Flag(help: "Print a JSON list on standard output.")
  var json = false

  func run() throws {
    let folder = ThemeFolder(theme)
    let result = try folder.compile(checksLayout: true)
    if json {
      try Files.say(Report.json(result.diagnostics, file: folder.file))
    } else {
      folder.report(result.diagnostics)
      ThemeFolder.reportRoom(result)
      if result.diagnostics.all.isEmpty { try Files.say("\(folder.file): no errors\n") }
    }
    try Report.exit(result, strict: strict)
  }
}

/// `flipbook-theme compile`: writes the pack that the daemon reads.
struct CompileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile", abstract: "Compile a theme to the one file that flipbookd reads.",
    discussion: "Exit status: 0 it is written, 1 the theme has errors, 2 wrong arguments or files.")

  @Argument(help: "The theme's folder.")
  var theme: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The pack.", valueName: "PACK"))
  var output: String

  @Option(
    help: ArgumentHelp("Replaces @NAME@ in the theme's texts.", valueName: "NAME=TEXT"))
  var define: [String] = []

  @Flag(help: "Warnings count as errors.")
  var strict = false

  @Flag(help: "Print how many bytes each section of the pack has.")
  var stats = false

  func run() throws {
    let defines = try define.map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ToolError.usage("--define \(word): expected NAME=TEXT")
      }
      return (name: String(parts[0]), text: String(parts[1]))
    }
    let folder = ThemeFolder(theme)
    let result = try folder.compile(defines: defines)
    folder.report(result.diagnostics)
    try Report.exit(result, strict: strict)
    guard let pack = result.pack else { throw ExitCode(1) }
    try Files.write(pack, to: output)
    ThemeFolder.reportRoom(result)
    if stats { try Files.say(try PackReport(pack, name: output).sections) }
  }
}

/// The end of a command: its exit status and its report.
enum Report {
  /// Exits with 1 for errors, or for warnings where these count.
  static func exit(_ result: ThemeCompiler.Result, strict: Bool) throws {
    let found = result.diagnostics
    if found.errorCount > 0 || strict && found.warningCount > 0 { throw ExitCode(1) }
  }

  /// A list of objects, in the order of the lines.
  static func json(_ diagnostics: Diagnostics, file: String) -> String {
    list(diagnostics, file: file).text() + "\n"
  }

  /// The same as a value.
  static func list(_ diagnostics: Diagnostics, file: String) -> JSON {
    let rows = diagnostics.sorted.map { diagnostic in
      JSON.object([
        ("file", .string(diagnostic.path(besides: file))),
        ("line", .number(diagnostic.position.line)),
        ("column", .number(diagnostic.position.column)),
        ("severity", .string(diagnostic.severity.rawValue)), ("key", .string(diagnostic.key)),
        ("message", .string(diagnostic.what)), ("expected", .optional(diagnostic.expected)),
        ("suggestion", .optional(diagnostic.suggestion)),
      ])
    }
    return .array(rows)
  }
}
