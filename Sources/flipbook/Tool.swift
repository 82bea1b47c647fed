// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import ArgumentParser
import CLinux

/// The command-line tool.
@main
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flipbook",
    abstract: "Show progress on a display: drive flipbookd, follow installers, draw frames.",
    version: "flipbook 0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Controlling the daemon",
        subcommands: [
          ProgressCommand.self, MessageCommand.self, EtaCommand.self, StartCommand.self,
          DoneCommand.self,
          FailCommand.self, ResetCommand.self, DeactivateCommand.self, ReactivateCommand.self,
          QuitCommand.self,
        ]),
      CommandGroup(
        name: "Reading the status",
        subcommands: [
          StatusCommand.self, SubscribeCommand.self, SnapshotCommand.self, PreviewCommand.self,
        ]),
      CommandGroup(name: "Looking at the machine", subcommands: [DoctorCommand.self]),
      CommandGroup(
        name: "Following an installer", subcommands: [RunCommand.self, FollowCommand.self]),
      CommandGroup(
        name: "In place of Plymouth", subcommands: [AgentCommand.self]),
      CommandGroup(
        name: "Drawing without a display",
        subcommands: [RenderCommand.self, FilmstripCommand.self]),
      CommandGroup(name: "Making themes", subcommands: [ThemeCommand.self, KeymapCommand.self]),
    ])

  /// Runs a command; whatever is wrong is one line on standard error and an exit status.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as ToolError {
      Files.warn(error.description, prefix: error.isLocated ? "" : "flipbook: ")
      CLinux.exit(error.status.rawValue)
    } catch let code as ExitCode {
      CLinux.exit(code.rawValue)
    } catch {
      guard exitCode(for: error) == .success else {
        Files.warn(message(for: error))
        CLinux.exit(ToolError.Status.usage.rawValue)
      }
      // Help and the like, which were asked for.
      print(fullMessage(for: error))
    }
  }
}
