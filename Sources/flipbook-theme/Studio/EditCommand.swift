// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import Linux
import ToolSupport

/// `flipbook-theme edit`: the studio, in which a theme is edited in a browser.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit a theme in a browser, with its displays beside it.",
    discussion: """
      Prints the address of a page on this machine and opens it: an editor of theme.toml with completion, \
      and the frames of the daemon, again with every key. Files of the theme's folder are written when \
      something is saved or dropped there. The address has a secret; who knows it can write these files, \
      and apply the theme as you. Control-C ends it.
      """)

  @Argument(help: "The theme's folder.")
  var theme: String

  @Option(help: ArgumentHelp("The port at 127.0.0.1 (default: a free one).", valueName: "PORT"))
  var port: UInt16 = 0

  @Flag(name: .customLong("no-browser"), help: "Only print the address.")
  var opensNothing = false

  func run() throws {
    let folder = try StudioFolder(theme)
    let page = PageFiles()
    let server = try HTTPServer(port: port)
    var gate = StudioGate(port: server.port)
    var studio = Studio(folder, page)
    try Files.say("\(gate.address)\n")
    Files.writeError("flipbook-theme: editing \(folder.theme.path); Control-C ends it\n")
    if !opensNothing { EditCommand.open(gate.addressOnce) }
    while let request = try server.next() {
      switch gate.admit(request) {
      case .refused(let reply): server.reply(reply)
      case .path(let path, let query): server.reply(studio.reply(to: request, path, query))
      }
    }
  }

  /// Has the desktop open an address; without a desktop, or the program for it, the printed address is enough.
  private static func open(_ address: String) {
    let displays: [String] = ["DISPLAY", "WAYLAND_DISPLAY"]
    // The names live through the calls.
    guard displays.contains(where: { unsafe getenv($0) != nil }) else { return }
    // A parent may have ignored the end of children.
    cl_keep_children()
    // Copied with strdup and freed below, after the last use.
    let arguments = ["xdg-open", address]
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var child: pid_t = 0
    _ = unsafe words.withUnsafeMutableBufferPointer { list in
      // The list ends with a null pointer and lives as long as the call.
      unsafe cl_spawn(list.baseAddress, -1, -1, &child)
    }
  }
}
