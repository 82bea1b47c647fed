// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import Linux
import ToolOptions
import ToolSupport

/// `flipbook theme`: sends a theme's name to the daemon, or runs `flipbook-theme` where it is installed.
struct ThemeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme",
    abstract: "Show an installed theme; make, check and compile themes, by flipbook-theme(1).",
    usage: """
      flipbook theme [<name>[:<variant>] | --reset] [--socket <path>] [--timeout <ms>]
             flipbook theme <command> [<argument> ...]
      """)

  @Argument(
    parsing: .captureForPassthrough,
    help: "The theme's name, or what flipbook-theme is to do.")
  var arguments: [String] = []

  /// The first words that flipbook-theme understands.
  private static let commands = [
    "new", "check", "compile", "show", "apply", "texts", "schema", "keymap", "help", "--help", "-h",
    "--version",
  ]

  func run() throws {
    if let first = arguments.first, Self.commands.contains(first) {
      return try ThemeProgram.run(arguments)
    }
    try SelectTheme.parse(arguments).run()
  }
}

/// The words after `flipbook theme` that go to the daemon.
private struct SelectTheme: SendCommand {
  @Argument(help: "The name of an installed theme; none for the one that was applied last.")
  var name: String?

  @Flag(help: "Go back to the machine's own theme.")
  var reset = false

  @OptionGroup var connection: SocketOptions

  func validate() throws {
    guard name == nil || !reset else { throw ValidationError("theme: expected a name or --reset") }
  }

  var line: String {
    if reset { return "theme --reset" }
    return name.map { "theme \($0)" } ?? "theme"
  }
}

/// `flipbook keymap`: runs `flipbook-theme` for keyboard layouts.
struct KeymapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keymap", abstract: "Make the layouts that answers are typed with.",
    usage: "flipbook keymap compile [<layout>[:<variant>] ...] [-o <file>]")

  @Argument(parsing: .captureForPassthrough, help: "What 'flipbook-theme keymap' is to do.")
  var arguments: [String] = []

  func run() throws { try ThemeProgram.run(["keymap"] + arguments) }
}

/// The program `flipbook-theme`, which needs libraries that `flipbook` does without.
private enum ThemeProgram {
  /// Replaces this program with `flipbook-theme`; returns only on an error.
  static func run(_ arguments: [String]) throws {
    // The copies must live until `execvp` replaces the program, or the program ends.
    var list: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in ["flipbook-theme"] + arguments { unsafe list.append(strdup(word)) }
    unsafe list.append(nil)
    // A list of terminated texts with a nil at its end; the call returns only where it fails.
    _ = unsafe execvp("flipbook-theme", &list)
    let reason = cl_errno()
    guard reason == ENOENT else {
      let words = SystemError(.open, errno: reason).words
      throw ToolError(.notExecutable, "cannot run flipbook-theme: \(words)")
    }
    throw ToolError.usage("flipbook-theme is not installed: the package of that name has it")
  }
}
