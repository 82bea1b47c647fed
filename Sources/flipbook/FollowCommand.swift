// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import Followers
import Installers
import Text
import ToolSupport
import ArgumentParser

/// `flipbook follow`: follows an installer that another program runs.
struct FollowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Read an installer's progress and drive the daemon with it.",
    discussion: """
      The progress that is shown never goes back and reaches 100 only when all has succeeded; a \
      failure is shown with its reason. The second channel is the step at work, for a ring in the \
      ring. The installer never waits for the daemon, which may be slow, absent or restarted.
      """,
    subcommands: [
      FollowAptCommand.self, FollowDpkgCommand.self, FollowSWUpdateCommand.self,
      FollowRaucCommand.self, FollowSysupdateCommand.self, FollowSystemdCommand.self,
      FollowStdinCommand.self,
    ])
}

/// `flipbook follow apt`.
struct FollowAptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apt", abstract: "Follow the lines of APT's APT::Status-Fd.",
    discussion: """
      Downloads are the first 30 % of the whole, dpkg's work the rest. Ends with the input, which \
      does not report success: send 'done' afterwards, or use --done, or let \
      'flipbook run' start the installer.
      """)

  @Flag(help: "No installation follows the downloads, as in apt-get update.")
  var downloadOnly = false

  @Option(
    help: ArgumentHelp(
      "How much downloads and dpkg's work are of the whole.", valueName: "DOWNLOAD,WORK"),
    transform: { try Arguments.weights($0, count: 2) })
  var weights = AptProgress.defaultWeights

  @OptionGroup var lines: LineOptions

  func run() throws {
    try lines.run(AptProgress(downloadsOnly: downloadOnly, weights: weights))
  }
}

/// `flipbook follow dpkg`.
struct FollowDpkgCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dpkg", abstract: "Follow the lines of dpkg's --status-fd.",
    discussion: """
      dpkg reports no percentages: the states that the packages have reached are counted. Ends \
      with the input, which does not report success.
      """)

  @Option(
    help: ArgumentHelp(
      "How many packages there will be (default: those that were seen).", valueName: "N"),
    transform: { try Arguments.count($0) })
  var packages = 0

  @OptionGroup var lines: LineOptions

  func run() throws {
    try lines.run(DpkgProgress(expected: packages))
  }
}

/// `flipbook follow swupdate`.
struct FollowSWUpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swupdate", abstract: "Follow SWUpdate's progress socket.",
    discussion: """
      Understands what SWUpdate 2019.11 to 2026.05 send. Each of the update's steps is as much of \
      the whole as the others, unless --weights is given. Goes on when SWUpdate is started \
      again.
      """)

  @Option(
    help: ArgumentHelp(
      """
      SWUpdate's socket (default: swupdateprog in $RUNTIME_DIRECTORY, $TMPDIR, /run/swupdate or \
      /tmp, the first that accepts a connection).
      """, valueName: "PATH"))
  var path: String?

  @Option(
    help: ArgumentHelp("How much each step is of the whole.", valueName: "STEP1,STEP2,…"),
    transform: { try Arguments.weights($0) })
  var weights: StageWeights?

  @OptionGroup var service: ServiceOptions

  func run() throws {
    let paths = path.map { [LongText($0)] } ?? SWUpdateSource.defaultPaths()
    try service.run(SWUpdateSource(paths: paths, weights: weights))
  }
}

/// `flipbook follow stdin`.
struct FollowStdinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stdin", abstract: "Follow lines that a script writes.",
    discussion: """
      A line is a percentage ('42', '42.5 %'), which may have a text behind it ('42 Unpacking'), \
      or a text after '#'; that is what zenity reads. 'XXX', a percentage, a text and 'XXX' on \
      lines of their own are what dialog --gauge reads. Also: 'progress PERCENT', 'step PERCENT', \
      'message TEXT', 'start', 'done', and 'fail REASON'. Other lines are ignored.
      """)

  @OptionGroup var lines: LineOptions

  func run() throws {
    try lines.run(ScriptProgress())
  }
}
