// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import Linux
import Theme
import ThemeCompiler
import ToolSupport

/// `flipbook-theme apply`: puts a theme where the daemon looks for it at its start.
struct ApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Have the machine show a theme from the next start on.",
    discussion: """
      Writes /etc/flipbook/theme.pack under another name and renames it. A daemon that runs keeps \
      its theme. Where the splash begins in the initramfs, rebuild that afterwards: update-initramfs \
      -u, or dracut --force.
      """)

  @Argument(help: "The theme's folder, or a pack.")
  var theme: String?

  @Flag(help: "From the next start on, which is all that can be done so far.")
  var keep = false

  @Flag(help: "Remove it: the machine goes back to what its packages have.")
  var reset = false

  @Option(
    help: ArgumentHelp("Below another root, such as that of an image.", valueName: "DIR"))
  var root = ""

  private var folder: String { "\(root)/etc/flipbook" }
  private var file: String { "\(folder)/theme.pack" }

  func run() throws {
    guard reset == (theme == nil), !(reset && keep) else {
      throw ToolError.usage("apply: expected THEME --keep, or --reset")
    }
    guard let theme else { return try remove() }
    guard keep else {
      throw ToolError.usage(
        "apply: a daemon that runs cannot change its theme yet; --keep is for the next start")
    }
    let pack = try Self.pack(theme)
    // The paths live through the calls; a folder that is there is fine.
    _ = unsafe mkdir(folder, 0o755)
    let draft = "\(file).new"
    try Files.write(pack, to: draft)
    guard unsafe rename(draft, file) == 0 else {
      let words = SystemError(.write, errno: cl_errno()).words
      throw ToolError.usage("cannot write \(file): \(words)")
    }
    try Files.say("\(file): \(pack.count) bytes\n")
  }

  /// A pack as it is, or what a folder compiles to.
  private static func pack(_ theme: String) throws -> [UInt8] {
    if let bytes = try? Files.read(theme), bytes.starts(with: Array("FLIPPACK".utf8)) {
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

  private func remove() throws {
    // The path lives through the call.
    if unsafe unlink(file) == 0 || cl_errno() == ENOENT { return }
    throw ToolError.usage("cannot remove \(file): \(SystemError(.write, errno: cl_errno()).words)")
  }
}
