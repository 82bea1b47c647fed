// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ToolOptions
import ToolSupport

/// `flipbook-theme apply`: shows a theme on the displays, or installs it for the daemon's next start.
struct ApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Have the daemon show a theme, now or from its next start on.",
    discussion: """
      Writes /run/flipbook/theme.pack under another name, renames it, and has the daemon that runs \
      show it, until the machine starts again. With --keep it is /etc/flipbook/theme.pack, and the \
      daemon keeps its theme: where the splash begins in the initramfs, rebuild that afterwards, by \
      update-initramfs -u or dracut --force.
      """)

  @Argument(help: "The theme's folder, or a pack.")
  var theme: String?

  @Flag(help: "From the next start on.")
  var keep = false

  @Flag(help: "Go back to the machine's own theme; with --keep to that of its packages.")
  var reset = false

  @Option(
    help: ArgumentHelp(
      "With --keep: below another root, such as that of an image.", valueName: "DIR"))
  var root = ""

  @Option(
    help: ArgumentHelp(
      "The daemon's socket (default: $FLIPBOOK_SOCKET, else /run/flipbook.sock).",
      valueName: "PATH"))
  var socket: String?

  func run() throws {
    guard reset == (theme == nil), keep || root.isEmpty else {
      throw ToolError.usage("apply: expected THEME or --reset, and --root with --keep only")
    }
    let place = keep ? AppliedPack.kept(below: root) : .live
    guard let theme else {
      try place.remove()
      return keep ? () : try AppliedPack.ask("theme --reset", at: socket)
    }
    let (pack, name) = try ThemeFolder.pack(theme)
    _ = try ThemeFile.pack(pack, name: name)
    try place.write(pack)
    try Files.say("\(place.file): \(pack.count) bytes\n")
    if !keep { try AppliedPack.ask("theme", at: socket) }
  }
}
