// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import ToolSupport

/// Makes themes: checks their folders, compiles them, shows what a pack holds.
@main
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flipbook-theme",
    abstract: "Make themes for flipbookd: check, compile, show and apply them.",
    version: "flipbook-theme 0.1.0",
    subcommands: [
      NewCommand.self, CheckCommand.self, CompileCommand.self, ShowCommand.self,
      ApplyCommand.self, TextsCommand.self, SchemaCommand.self, KeymapCommand.self,
    ])

  /// Runs a command; whatever is wrong is one line on standard error and an exit status.
  static func main() {
    do {
      var command = try parseAsRoot()
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
      // Help and the like, which were asked for.
      print(fullMessage(for: error))
    }
  }
}
