// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import Linux
import Theme
import ThemeCompiler
import ToolSupport

/// `flipbook-theme apply`: shows a theme on the displays, or puts it where the daemon looks for it at its start.
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

  private var folder: String { keep ? "\(root)/etc/flipbook" : "/run/flipbook" }
  private var file: String { "\(folder)/theme.pack" }

  func run() throws {
    guard reset == (theme == nil), keep || root.isEmpty else {
      throw ToolError.usage("apply: expected THEME or --reset, and --root with --keep only")
    }
    guard let theme else {
      try remove()
      return keep ? () : try ask("theme --reset")
    }
    let pack = try Self.pack(theme)
    // An image may be empty so far.
    if keep { try Self.make("\(root)/etc") }
    try Self.make(folder)
    let draft = "\(file).new"
    do {
      try Files.write(pack, to: draft)
      // The paths live through the call.
      guard unsafe rename(draft, file) == 0 else {
        let words = SystemError(.write, errno: cl_errno()).words
        throw ToolError.usage("cannot write \(file): \(words)")
      }
    } catch {
      // What is cut off would take the room that is missing; the path lives through the call.
      _ = unsafe unlink(draft)
      throw error
    }
    try Files.say("\(file): \(pack.count) bytes\n")
    if !keep { try ask("theme") }
  }

  /// Sends the daemon a command.
  private func ask(_ line: String) throws {
    let path =
      socket ?? Environment.withValue(of: "FLIPBOOK_SOCKET") { String(copying: $0) }
      ?? "/run/flipbook.sock"
    // A large image is resampled for each output meanwhile.
    let timeout = Milliseconds(nanoseconds: 10_000_000_000)
    var connection = try DaemonConnection(path: path, timeout: timeout)
    _ = try connection.ask(line)
  }

  /// A pack as it is, or what a folder compiles to.
  private static func pack(_ theme: String) throws -> [UInt8] {
    if let bytes = try? Files.read(theme) {
      guard bytes.starts(with: Array("FLIPPACK".utf8)) else {
        throw ToolError.usage("theme \(theme): neither a pack nor a folder with a theme.toml")
      }
      do throws(PackError) {
        _ = try Pack(bytes)
        return bytes
      } catch {
        throw ToolError.usage("theme \(theme): \(error.words)")
      }
    }
    let folder = ThemeFolder(theme)
    let result = try folder.compile()
    folder.report(result.diagnostics)
    guard let pack = result.pack else { throw ExitCode(1) }
    return pack
  }

  /// Makes a folder; one that is there is fine.
  private static func make(_ folder: String) throws {
    // The path lives through the call.
    if unsafe mkdir(folder, 0o755) == 0 || cl_errno() == EEXIST { return }
    throw ToolError.usage(
      "cannot make \(folder): \(SystemError(.write, errno: cl_errno()).words)")
  }

  private func remove() throws {
    // The path lives through the call.
    if unsafe unlink(file) == 0 || cl_errno() == ENOENT { return }
    throw ToolError.usage("cannot remove \(file): \(SystemError(.write, errno: cl_errno()).words)")
  }
}
