// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import Followers
import Installers
import Images
import ToolSupport
import ArgumentParser
import Linux
import Text

/// The options of every follower.
struct FollowOptions: ParsableArguments {
  @Flag(help: "Add the estimated remaining time to the message.")
  var eta = false

  @Option(
    help: ArgumentHelp(
      "Also write the commands with their times, for --timeline.", valueName: "FILE"))
  var record: String?

  @OptionGroup var connection: SocketOptions

  /// A client of the daemon, which may be missing; it records commands if the option asks for it.
  func client(isOptional: Bool = false) throws(ToolError) -> DaemonClient {
    let recorder = try record.map { path throws(ToolError) in
      try ToolError.following { () throws(FollowError) in
        try TimelineRecorder(path: LongText(path))
      }
    }
    return DaemonClient(
      path: LongText(connection.path), recordingTo: recorder, isOptional: isOptional)
  }

  /// A session that starts with unknown progress.
  func session<Source: ProgressSource & ~Copyable>(
    _ source: consuming Source, isOptional: Bool = false
  ) throws(ToolError) -> FollowSession<Source> {
    FollowSession(
      source, model: ProgressModel(showsRemaining: eta), client: try client(isOptional: isOptional),
      line: ProgressLine(isWanted: !isOptional))
  }
}

/// The options of all followers of lines.
struct LineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The descriptor to read (default: standard input).", valueName: "N"))
  var fd: Int32 = 0

  @Flag(help: "Send 'done' at the end of the input, unless an error was reported.")
  var done = false

  @OptionGroup var follow: FollowOptions

  /// Follows lines up to their end; the interpreter defines their meaning.
  func run(_ interpreter: some LineInterpreter) throws {
    let source = try ToolError.explaining("--fd \(fd)") { () throws(SystemError) in
      try FileDescriptor(duplicating: fd)
    }
    var session = try follow.session(LineSource(source, interpreter))
    try ToolError.following { () throws(FollowError) in try session.follow() }
    if done { session.handle([.succeeded]) }
    session.flush()
  }
}

/// The options of all followers of services, which have no end of their own.
struct ServiceOptions: ParsableArguments {
  @Flag(
    help: """
      End with the first installation: with status 0 when it succeeds, 1 when it fails. Without \
      it: follow one after the other.
      """)
  var once = false

  @OptionGroup var follow: FollowOptions

  /// Follows a service.
  func run<Source: ProgressSource & ~Copyable>(_ source: consuming Source) throws {
    var session = try follow.session(source)
    let once = once
    try ToolError.following { () throws(FollowError) in try session.follow(once: once) }
    session.flush()
    if once, session.model.outcome == .failed { throw ExitCode(ToolError.Status.refused.rawValue) }
  }
}
