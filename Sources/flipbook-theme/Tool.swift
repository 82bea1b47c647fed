// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import Linux
import ToolSupport

/// Makes themes: checks their folders, compiles them, and prints the contents of packs.
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flipbook-theme",
    abstract: "Make themes for flipbookd: check, compile, show and apply them.",
    version: String(copying: VersionLine("flipbook-theme 0.1.0").bytes),
    subcommands: [
      NewCommand.self, ImportCommand.self, CheckCommand.self, CompileCommand.self,
      ShowCommand.self, EditCommand.self, ApplyCommand.self, PlayCommand.self, RecordCommand.self,
      GalleryCommand.self, TextsCommand.self, SchemaCommand.self, KeymapCommand.self,
    ])

  /// Runs a command; an error becomes one line on standard error and an exit status.
  static func run(_ arguments: [String]) {
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch let error as ToolError {
      Files.warn(error.description, prefix: error.isLocated ? "" : "flipbook-theme: ")
      CLinux.exit(error.status.rawValue)
    } catch let code as ExitCode {
      CLinux.exit(code.rawValue)
    } catch {
      guard exitCode(for: error) == .success else {
        Files.warn(message(for: error), prefix: "flipbook-theme: ")
        CLinux.exit(ToolError.Status.usage.rawValue)
      }
      // Help and similar output, which the user asked for.
      print(fullMessage(for: error))
    }
  }
}

/// The program's entry, called by the C library.
///
/// There is no `@main` because Swift's `CommandLine` reads /proc/self/cmdline: in a chroot without /proc it
/// has no arguments.
@c(flipbook_theme_main)
public func entry(
  _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  var arguments: [String] = []
  for index in 1..<max(1, Int(count)) {
    // The C library passes `count` terminated texts.
    if let word = unsafe values[index] { unsafe arguments.append(String(cString: word)) }
  }
  Tool.run(arguments)
  return 0
}
