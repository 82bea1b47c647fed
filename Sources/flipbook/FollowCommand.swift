import ArgumentParser
import System

/// `flipbook follow`: somebody else runs the installer.
struct FollowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Read an installer's progress and drive the daemon with it.",
    subcommands: [FollowAptCommand.self])
}

/// `flipbook follow apt`.
struct FollowAptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apt", abstract: "Follow the lines of APT's APT::Status-Fd.",
    discussion: """
      Downloads are the first 30 % of the whole, dpkg's work the rest. Ends with the input, which \
      says nothing about success: tell the daemon 'done' afterwards, or use --done, or let \
      'flipbook run' start the installer.
      """)

  @Option(help: ArgumentHelp("The descriptor to read (default: standard input).", valueName: "N"))
  var fd: Int32 = 0

  @Flag(help: "No installation follows the downloads, as in apt-get update.")
  var downloadOnly = false

  @Flag(help: "Say 'done' at the end of the input, unless APT reported an error.")
  var done = false

  @Option(
    help: ArgumentHelp(
      "Also write the commands with their times, for --timeline.", valueName: "FILE"))
  var record: String?

  @OptionGroup var connection: SocketOptions

  func run() throws {
    let source: FileDescriptor
    do throws(SystemError) {
      source = try FileDescriptor(duplicating: fd)
    } catch {
      throw ToolError.usage("--fd \(fd): \(error.words)")
    }
    let recorder = try record.map { path throws(ToolError) in try TimelineRecorder(path: path) }
    var session = StatusFollower(
      source, follower: AptFollower(downloadsOnly: downloadOnly),
      link: DaemonLink(path: connection.path, recordingTo: recorder))
    try session.follow()
    if done, !session.follower.hasFailed { session.add(["done"]) }
    session.flush()
  }
}
