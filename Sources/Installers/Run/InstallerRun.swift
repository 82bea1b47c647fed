// SPDX-License-Identifier: Apache-2.0

package import Followers
package import ToolSupport
import Linux
import Text

/// One run of a command from start to end, shown by the daemon.
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
    // Before the child starts, so that a signal between the two reaches it as well.
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

  /// Runs a command that writes lines to a descriptor.
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
    // From here on only the child holds the writing end, so that its end can be detected.
    _ = consume pipe
    return try follow(LineSource(reader, interpreter), child, signals, client: client)
  }

  private func follow<Source: ProgressSource & ~Copyable>(
    _ source: consuming Source, _ child: borrowing Child, _ signals: borrowing SignalDescriptor,
    client: consuming DaemonClient
  ) throws(ToolError) -> Int32 {
    var session = FollowSession(source, model: model, client: client)
    session.handle(beginning)
    let status: CInt
    do throws(FollowError) {
      status = try session.follow(
        child: child.descriptor, signals: signals.descriptor,
        handleSignals: {
          while let signal = ReceivedSignal(from: signals) { signal.forward(to: child) }
        }, exitStatus: { child.exitStatus() })
    } catch {
      throw .usage(String(copying: error.line.bytes))
    }
    // A failure that was reported before stays: the model keeps the first reason.
    session.handle([status == 0 ? .succeeded : .failed(LongText(command.failure(status: status)))])
    session.flush()
    return status
  }

  private var preparing: String { "cannot prepare to run \(command.program)" }

  /// The events at the start of the command, which remove all earlier content from the stage.
  private var beginning: [ProgressEvent] {
    [.started, .message(LongText(command.title))]
      + (command.isApt || command.isDpkg ? [] : [.unknown])
  }
}
