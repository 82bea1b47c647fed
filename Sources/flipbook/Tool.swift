// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import ArgumentParser
import FlipbookClient
import Linux

/// The command-line tool.
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flipbook",
    abstract: "Show progress on a display: drive flipbookd, follow installers, draw frames.",
    version: String(copying: VersionLine("flipbook 0.1.0").bytes),
    groupedSubcommands: [
      CommandGroup(
        name: "Controlling the daemon",
        subcommands: [
          ProgressCommand.self, MessageCommand.self, EtaCommand.self, StartCommand.self,
          DoneCommand.self, FailCommand.self, ResetCommand.self, ModeCommand.self,
          DetailsCommand.self, DeactivateCommand.self, ReactivateCommand.self, QuitCommand.self,
        ]),
      CommandGroup(
        name: "Reading the status",
        subcommands: [
          StatusCommand.self, SubscribeCommand.self, HasActiveTerminalCommand.self,
          SnapshotCommand.self, PreviewCommand.self,
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

  /// Runs a command; an error becomes one line on standard error.
  ///
  /// - Returns: The exit status, for the entry to return: nothing is released before a call of `exit`.
  static func run(_ arguments: [String]) -> CInt {
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch let error as ToolError {
      Files.warn(error.description, prefix: error.isLocated ? "" : "flipbook: ")
      return error.status.rawValue
    } catch let error as DaemonError {
      Files.warn(error.description)
      return ToolError(error).status.rawValue
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      guard exitCode(for: error) == .success else {
        Files.warn(message(for: error))
        return ToolError.Status.usage.rawValue
      }
      // Help and similar output, which the user asked for.
      print(fullMessage(for: error))
    }
    return 0
  }
}

/// The program's entry, called by the C library.
///
/// There is no `@main` because Swift's `CommandLine` reads /proc/self/cmdline: in a chroot without /proc it
/// has no arguments.
@c(flipbook_main)
public func entry(
  _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  var arguments: [String] = []
  for index in 1..<max(1, Int(count)) {
    // The C library passes `count` terminated texts.
    if let word = unsafe values[index] { unsafe arguments.append(String(cString: word)) }
  }
  return Tool.run(arguments)
}
