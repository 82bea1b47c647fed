// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
import Linux

/// One run of a command from its start to its end, shown by the daemon.
package struct InstallerRun {
  private let command: InstallerCommand
  private let model: ProgressModel

  /// Prepares a run.
  package init(_ command: InstallerCommand, model: ProgressModel = ProgressModel()) {
    self.command = command
    self.model = model
  }

  /// Runs the command and returns its exit status.
  package func run(client: consuming DaemonClient) throws(ToolError) -> Int32 {
    // Before the child starts: a signal between the two is to reach it as well.
    let signals = try ToolError.explaining(preparing) { () throws(SystemError) in
      try SignalDescriptor([.interrupt, .terminate, .hangUp])
    }
    if command.isApt {
      let lines = AptProgress(downloadsOnly: command.downloadsOnly)
      return try run(lines, signals, client: client)
    }
    if command.isDpkg {
      return try run(DpkgProgress(expected: command.packageFiles), signals, client: client)
    }
    let source = try NotifySource()
    let child = try Child(command.words, keeping: nil)
    return try follow(source, child, signals, client: client)
  }

  /// Runs a command that reports lines on a descriptor.
  private func run(
    _ interpreter: some LineInterpreter, _ signals: borrowing SignalDescriptor,
    client: consuming DaemonClient
  ) throws(ToolError) -> Int32 {
    let pipe = try ToolError.explaining(preparing, FileDescriptor.pipe)
    let number = pipe.writer.number
    let child = try Child(command.arguments(reportingOn: number), keeping: number)
    let reader = try ToolError.explaining(preparing) { () throws(SystemError) in
      try pipe.reader.duplicated()
    }
    // From here on the writing end is the child's alone, so that its end can be seen.
    _ = consume pipe
    return try follow(LineSource(reader, interpreter), child, signals, client: client)
  }

  private func follow<Source: ProgressSource & ~Copyable>(
    _ source: consuming Source, _ child: borrowing Child, _ signals: borrowing SignalDescriptor,
    client: consuming DaemonClient
  ) throws(ToolError) -> Int32 {
    var session = FollowSession(source, model: model, client: client)
    session.note(beginning)
    let status = try session.follow(child: child, signals: signals)
    // Where an error was reported it is shown already, and the model keeps it.
    session.note([status == 0 ? .succeeded : .failed(command.failure(status: status))])
    session.flush()
    return status
  }

  private var preparing: String { "cannot prepare to run \(command.program)" }

  /// What the stage shows when the command starts: nothing of what was before.
  private var beginning: [ProgressEvent] {
    [.started, .message(command.title)] + (command.isApt || command.isDpkg ? [] : [.unknown])
  }
}
