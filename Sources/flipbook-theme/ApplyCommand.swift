// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import Linux
import Theme
import ThemeCompiler
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
    let place = try openFolder(makes: true)
    // Uses only names below the folder that was opened: this way no other user can put a link in between.
    let draft = "theme.pack.new"
    do throws(SystemError) {
      // The name lives through the call.
      let number = unsafe cl_replace_draft(place.number, draft)
      guard number >= 0 else { throw SystemError(.open, errno: cl_errno()) }
      try FileDescriptor(adopting: number).writeAll(pack.span)
      // The names live through the call.
      guard unsafe renameat(place.number, draft, place.number, "theme.pack") == 0 else {
        throw SystemError(.write, errno: cl_errno())
      }
    } catch {
      // A partial file would use up space that is already short; the name lives through the call.
      _ = unsafe unlinkat(place.number, draft, 0)
      throw ToolError.usage("cannot write \(file): \(error.words)")
    }
    try Files.say("\(file): \(pack.count) bytes\n")
    if !keep { try ask("theme") }
  }

  /// Sends the daemon a command.
  private func ask(_ line: String) throws {
    let path =
      socket ?? Environment.withValue(of: "FLIPBOOK_SOCKET") { String(copying: $0) }
      ?? "/run/flipbook.sock"
    // The daemon may have to resample a large image for each output before it answers.
    let timeout = Milliseconds(nanoseconds: 10_000_000_000)
    var connection = try DaemonConnection(path: path, timeout: timeout)
    _ = try connection.ask(line)
  }

  /// A pack unchanged, or the compiled pack of a theme's folder.
  private static func pack(_ theme: String) throws -> [UInt8] {
    if let bytes = try ThemeFolder.packFile(theme) {
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

  /// Opens the folder of the pack; follows no link below the given root.
  private func openFolder(makes: Bool) throws(ToolError) -> FileDescriptor {
    let top = root.isEmpty ? "/" : root
    do throws(SystemError) {
      var folder = try FileDescriptor(opening: Files.path(top), for: .readOnly)
      for name in keep ? ["etc", "flipbook"] : ["run", "flipbook"] {
        // The name lives through the call.
        let number = unsafe cl_open_subfolder(folder.number, name, makes ? 1 : 0)
        guard number >= 0 else { throw SystemError(.open, errno: cl_errno()) }
        folder = FileDescriptor(adopting: number)
      }
      return folder
    } catch {
      throw .usage("cannot open \(folder): \(error.words)")
    }
  }

  private func remove() throws {
    // A missing folder needs no removal.
    guard unsafe access(folder, F_OK) == 0 || cl_errno() != ENOENT else { return }
    let place = try openFolder(makes: false)
    // The name lives through the call.
    if unsafe unlinkat(place.number, "theme.pack", 0) == 0 || cl_errno() == ENOENT { return }
    throw ToolError.usage("cannot remove \(file): \(SystemError(.write, errno: cl_errno()).words)")
  }
}
