// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import ThemeCompiler
import ToolSupport

/// `flipbook-theme new`: a folder to begin with.
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
    var text = "flipbook = 1\nname = \"\(theme.name)\"\n\n[background]\ncolor = \"\(color)\"\n"
    var files: [String: [UInt8]] = [:]
    if let font {
      let name = font.split(separator: "/").last.map(String.init) ?? font
      files[name] = try Files.read(font)
      text += "\n[fonts.body]\nfile = \"\(name)\"\n\n[stage]\nfont = \"body\"\n"
    }
    if let logo {
      let name = logo.split(separator: "/").last.map(String.init) ?? logo
      files[name] = try Files.read(logo)
      text += "\n[image.logo]\nfile = \"\(name)\"\nheight = \"18%\"\n"
    }
    text += Self.ring
    if all { text += "\n" + Self.comments }
    // A mistake in the arguments is reported before anything is written.
    let result = ThemeCompiler.compile(Array(text.utf8), folder: theme.name) { name in
      files[name].map { .bytes($0) } ?? .unreadable("no such file")
    }
    guard result.diagnostics.errorCount == 0 else {
      theme.report(result.diagnostics)
      throw ExitCode(2)
    }
    // The path lives through the call; a folder that is there is fine.
    _ = unsafe mkdir(theme.path, 0o755)
    for (name, bytes) in files { try Files.write(bytes, to: "\(theme.path)/\(name)") }
    try Files.write(Array(text.utf8), to: theme.file)
    try Files.say(
      "\(theme.file): edit it, then: flipbook-theme compile \(theme.path) -o \(theme.name).pack\n")
  }

  /// A ring that is seen on light and dark.
  private static let ring = """

    [animation.progress]
    kind = "ring"
    size = { size = "22%", min = 72 }
    colors = ["7FD1FF", "2A7FFF"]
    track = "80808033"
    label-color = "2A9BFF"

    """

  /// All tables with all keys and their defaults.
  private static var comments: String {
    let tables: [(TableKind, String)] = [
      (.stage, "[stage]"), (.background, "[background]"), (.font, "[fonts.NAME]"),
      (.image, "[image.NAME]"),
      (.text, "[text.NAME]"), (.bar, "[animation.NAME]  # kind = \"bar\""),
      (.download, "[animation.NAME]  # kind = \"download\""),
      (.ring, "[animation.NAME]  # kind = \"ring\""),
      (.frames, "[animation.NAME]  # kind = \"frames\""), (.prompt, "[prompt]"),
      (.stack, "[stack.NAME]"),
    ]
    return tables.map { table, title in
      let rows = SchemaEntry.entries(of: table).map { entry in
        "# \(entry.name) = \(entry.standard ?? "…")  # \(entry.sentence)\n"
      }
      return "# \(title)\n" + rows.joined()
    }.joined(separator: "\n")
  }
}
