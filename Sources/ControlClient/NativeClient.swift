// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import FlipbookClient
package import Linux
internal import Motion
internal import Text

/// The client of the daemon's native protocol: one command, its answer, and an exit status.
package enum NativeClient {
  /// Runs the client with its arguments.
  package static func run(_ words: borrowing ProgramArguments) -> NativeStatus {
    do throws(UsageError) {
      let arguments = try NativeArguments(words)
      switch arguments.purpose {
      case .help: return StandardStreams.print(NativeHelp.text) ? .success : .refused
      case .version:
        return StandardStreams.print(VersionLine("flipbookctl 0.1.0")) ? .success : .refused
      case .run(let command): return run(command, arguments, words)
      }
    } catch {
      error.report(in: words, help: "--help")
      return .usage
    }
  }

  private static func run(
    _ command: NativeCommand, _ arguments: borrowing NativeArguments,
    _ words: borrowing ProgramArguments
  ) -> NativeStatus {
    if command == .rememberBoot { return BootMemoryFile.update(arguments.argument) }
    guard command == .subscribe || command == .waitForFrame || isUnderstood(arguments.line) else {
      return .usage
    }
    if arguments.socketWord != nil {
      return run(command, arguments, at: arguments.socket(in: words))
    }
    return run(command, arguments, at: DaemonConnection.defaultPath.bytes)
  }

  /// Checks a line as the daemon does, and reports the daemon's error.
  private static func isUnderstood(_ line: borrowing InlineText<1024>) -> Bool {
    do throws(CommandError) {
      _ = try Request.parse(line.bytes)
      return true
    } catch {
      let problem = error.text
      reportError(problem.bytes)
      return false
    }
  }

  private static func run(
    _ command: NativeCommand, _ arguments: borrowing NativeArguments, at socket: Span<UInt8>
  ) -> NativeStatus {
    do throws(DaemonError) {
      let timeout = TimeSpan(nanoseconds: arguments.limitNanoseconds)
      if command == .waitForFrame { return try waitForFrame(at: socket, timeout: timeout) }
      var daemon = try DaemonConnection(path: socket, timeout: timeout)
      if command == .subscribe { return try printChanges(daemon.subscribe(), arguments.isJSON) }
      // The answer to `--retain` comes once another program shows a frame, which may take long.
      let reply = try daemon.ask(arguments.line.bytes, waitsForEver: arguments.retains)
      guard command == .status else { return .success }
      var printer = StatusPrinter(asJSON: arguments.isJSON)
      printer.printFields(of: daemon.bytes(of: reply))
      return printer.hasFailed ? .refused : .success
    } catch {
      return report(error)
    }
  }

  /// Prints the daemon's lines, one for each change, until it ends.
  private static func printChanges(
    _ updates: StatusUpdates, _ asJSON: Bool
  ) throws(DaemonError) -> NativeStatus {
    for update in updates {
      let status = try update.get()
      var printer = StatusPrinter(asJSON: asJSON)
      if asJSON { printer.printFields(of: status.bytes) } else { printer.printLine(status.bytes) }
      guard !printer.hasFailed else { return .refused }
    }
    return .success
  }

  /// Reports the failure of a request.
  private static func report(_ error: DaemonError) -> NativeStatus {
    reportError(error.line.utf8)
    if case .refused = error { return .refused }
    return .unreachable
  }

  private static func reportError(_ text: Span<UInt8>) {
    var line = ErrorLine("flipbookctl")
    line.append(text)
    line.write()
  }
}
