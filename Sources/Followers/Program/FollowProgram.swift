// SPDX-License-Identifier: Apache-2.0

import ControlClient
import FlipbookClient
package import Linux
import Text

/// `flipbookctl follow`: an installer's progress, without the tool.
package enum FollowProgram {
  private static var name: StaticString { "flipbookctl" }

  /// Follows as the arguments request, and returns the exit status; nil for another program or command.
  package static func run(_ words: borrowing ProgramArguments) -> Int32? {
    guard words.programName.isEqual(to: name) else { return nil }
    do throws(UsageError) {
      guard let arguments = try FollowArguments(words) else { return nil }
      StandardStreams.prepare()
      return run(arguments, words).rawValue
    } catch {
      StandardStreams.prepare()
      error.report(in: words, help: "follow --help")
      return NativeStatus.usage.rawValue
    }
  }

  private static func run(
    _ arguments: FollowArguments, _ words: borrowing ProgramArguments
  ) -> NativeStatus {
    switch arguments.purpose {
    case .help: return StandardStreams.print(FollowHelp.text) ? .success : .refused
    case .version:
      return StandardStreams.print(VersionLine("flipbookctl 0.1.0")) ? .success : .refused
    case .follow: break
    }
    do throws(FollowError) {
      return try follow(arguments, words)
    } catch {
      ErrorLine.warn(name, error.line)
      return .usage
    }
  }

  private static func follow(
    _ arguments: FollowArguments, _ words: borrowing ProgramArguments
  ) throws(FollowError) -> NativeStatus {
    let source = try source(arguments, words)
    let record = arguments.value(of: .record, in: words)
    let recorder = record.isEmpty ? nil : try TimelineRecorder(path: record)
    var session = FollowSession(
      source, model: ProgressModel(showsRemaining: arguments.has(.eta)),
      client: DaemonClient(
        path: socket(arguments, words), recordingTo: recorder, program: name),
      line: ProgressLine(isWanted: true))
    let isOnce = arguments.has(.once)
    try session.follow(once: isOnce)
    if arguments.has(.done) { session.handle([.succeeded]) }
    session.flush()
    return isOnce && session.model.outcome == .failed ? .refused : .success
  }

  private static func source(
    _ arguments: FollowArguments, _ words: borrowing ProgramArguments
  ) throws(FollowError) -> InstallerSource {
    switch arguments.source {
    case .stdin: return try lines(arguments, .script(ScriptProgress()))
    case .apt:
      let weights = arguments.weights(in: words) ?? AptProgress.defaultWeights
      return try lines(
        arguments, .apt(AptProgress(downloadsOnly: arguments.has(.downloadOnly), weights: weights)))
    case .swupdate:
      let path = arguments.value(of: .path, in: words)
      return InstallerSource(
        SWUpdateSource(
          paths: path.isEmpty ? SWUpdateSource.defaultPaths() : [path],
          weights: arguments.weights(in: words), program: name))
    case .rauc: return service(.rauc(RaucProgress()), arguments, words)
    case .sysupdate: return service(.sysupdate(SysupdateProgress()), arguments, words)
    }
  }

  private static func lines(
    _ arguments: FollowArguments, _ format: LineFormat
  ) throws(FollowError) -> InstallerSource {
    do throws(SystemError) {
      let descriptor = try FileDescriptor(duplicating: arguments.descriptor)
      return InstallerSource(LineSource(descriptor, format))
    } catch {
      throw FollowError("--fd \(Int64(arguments.descriptor))", error)
    }
  }

  private static func service(
    _ service: BusService, _ arguments: FollowArguments, _ words: borrowing ProgramArguments
  ) -> InstallerSource {
    var bus = arguments.value(of: .bus, in: words)
    if bus.isEmpty {
      bus =
        Environment.withValue(of: "DBUS_SYSTEM_BUS_ADDRESS") { LongText($0) }
        ?? "unix:path=/run/dbus/system_bus_socket"
    }
    return InstallerSource(BusSource([Bus.Address(text: bus)], service, program: name))
  }

  private static func socket(
    _ arguments: FollowArguments, _ words: borrowing ProgramArguments
  ) -> LongText {
    let socket = arguments.value(of: .socket, in: words)
    return socket.isEmpty ? DaemonConnection.defaultPath : socket
  }
}
