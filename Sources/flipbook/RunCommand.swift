import ArgumentParser
import System

/// `flipbook run`: starts an installer and follows it.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a command, show its progress, and end with its exit status.",
    usage: "flipbook run [<options>] -- <command> [<argument> ...]",
    discussion: """
      apt and apt-get are followed by their APT::Status-Fd; of other commands only the end is \
      known. Shows a failure where the command ends with anything but 0. Without a daemon the command runs all the same.
      """)

  @Option(
    help: ArgumentHelp(
      "Also write the commands with their times, for --timeline.", valueName: "FILE"))
  var record: String?

  @OptionGroup var connection: SocketOptions

  @Argument(parsing: .captureForPassthrough, help: "The command and its arguments.")
  var command: [String] = []

  func run() throws {
    let words = command.first == "--" ? Array(command.dropFirst()) : command
    guard !words.isEmpty else { throw ToolError.usage("no command to run") }
    let recorder = try record.map { path throws(ToolError) in try TimelineRecorder(path: path) }
    let status = try InstallerRun(InstallerCommand(words)).run(
      link: DaemonLink(path: connection.path, recordingTo: recorder))
    throw ExitCode(status)
  }
}
