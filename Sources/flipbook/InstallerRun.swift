import System

/// One run of a command from its start to its end, shown by the daemon.
struct InstallerRun {
  private let command: InstallerCommand

  /// Prepares a run.
  init(_ command: InstallerCommand) {
    self.command = command
  }

  /// Runs the command and returns its exit status.
  func run(link: consuming DaemonLink) throws(ToolError) -> Int32 {
    let what = "cannot prepare to run \(command.program)"
    let signals = try ToolError.explaining(what) { () throws(SystemError) in
      try SignalDescriptor([.interrupt, .terminate, .hangUp])
    }
    let pipe = try ToolError.explaining(what, FileDescriptor.pipe)
    let child = try start(reportingOn: command.isApt ? pipe.writer.number : nil)
    let source: FileDescriptor? = try ToolError.explaining(what) { () throws(SystemError) in
      try pipe.reader.duplicated()
    }
    // From here on the writing end is the child's alone, so that its end can be seen.
    _ = consume pipe
    var session = StatusFollower(
      source, follower: AptFollower(downloadsOnly: command.downloadsOnly), link: link)
    session.add(beginning)
    let status = try session.follow(child: child, signals: signals)
    session.add(ending(status: status, hasFailed: session.follower.hasFailed))
    session.flush()
    return status
  }

  private func start(reportingOn descriptor: CInt?) throws(ToolError) -> Child {
    let arguments = descriptor.map(command.arguments(reportingOn:)) ?? command.words
    return try Child(arguments, keeping: descriptor)
  }

  /// What the stage shows when the command starts: nothing of what was before.
  private var beginning: [String] {
    ["reset", "message \(command.title.prefix(utf8Count: 255))", "start"]
      + (command.isApt ? [] : ["progress unknown"])
  }

  /// What the stage shows when it has ended; an error that was reported is shown already.
  private func ending(status: Int32, hasFailed: Bool) -> [String] {
    if status == 0 { return hasFailed ? [] : ["message", "done"] }
    return hasFailed ? [] : ["message \(command.failure(status: status))", "fail"]
  }
}
