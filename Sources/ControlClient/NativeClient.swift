// SPDX-License-Identifier: Apache-2.0

internal import Control
package import Linux
internal import Text

/// The client of the daemon's native protocol: one command, its answer, and an exit status.
package struct NativeClient: ~Copyable {
  /// The daemon's default socket.
  package static var defaultSocket: StaticString { "/run/flipbook.sock" }

  private var stream: DaemonStream

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
    guard command == .subscribe || isUnderstood(arguments.line) else { return .usage }
    if arguments.socketWord != nil {
      return run(command, arguments, at: arguments.socket(in: words))
    }
    let given = Environment.withValue(of: "FLIPBOOK_SOCKET") { socket in
      run(command, arguments, at: socket)
    }
    return given ?? run(command, arguments, at: defaultSocket.bytes)
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
    let deadline = MonotonicClock.nanoseconds + arguments.limitNanoseconds
    do throws(DaemonStream.Refusal) {
      var client = NativeClient(
        stream: try DaemonStream(connectingTo: socket, limit: arguments.limitNanoseconds))
      return client.run(command, arguments, at: socket, until: deadline)
    } catch {
      switch error {
      case .untrusted: return unreachable(socket, ": neither root nor you run what listens there")
      case .unreachable(let problem):
        var line = ErrorLine("flipbookctl")
        line.append("no daemon at ")
        line.append(socket)
        line.append(": ")
        line.append(problem.reason)
        line.write()
        return .unreachable
      }
    }
  }

  private init(stream: consuming DaemonStream) { self.stream = stream }

  private mutating func run(
    _ command: NativeCommand, _ arguments: borrowing NativeArguments, at socket: Span<UInt8>,
    until deadline: Int64
  ) -> NativeStatus {
    // A message is cut to the length that the daemon accepts, with the line's end.
    var line = arguments.line
    line.endLine()
    guard (try? stream.send(line.bytes, until: deadline)) == line.count,
      // The answer comes once another program shows a frame, which may take long.
      let range = try? stream.nextLine(until: arguments.retains ? nil : deadline)
    else { return NativeClient.unreachable(socket, " does not answer") }
    let status = NativeClient.take(
      stream.bytes(of: range), command == .status, asJSON: arguments.isJSON)
    guard status == .success, command == .subscribe else { return status }
    return printChanges(socket, asJSON: arguments.isJSON)
  }

  /// Handles the answer to the command: prints the state, or the error.
  private static func take(_ reply: Span<UInt8>, _ isState: Bool, asJSON: Bool) -> NativeStatus {
    guard reply.isEqual(to: "ok") || reply.begins(with: "ok ") else {
      reportError(reply.extracting((reply.begins(with: "error: ") ? 7 : 0)..<reply.count))
      return .refused
    }
    guard isState else { return .success }
    var printer = StatusPrinter(asJSON: asJSON)
    printer.printFields(of: reply.extracting(min(3, reply.count)..<reply.count))
    return printer.hasFailed ? .refused : .success
  }

  /// Prints the daemon's lines, one for each change, until it disconnects.
  private mutating func printChanges(_ socket: Span<UInt8>, asJSON: Bool) -> NativeStatus {
    var isLast = false
    while let range = try? stream.nextLine(until: nil) {
      let line = stream.bytes(of: range)
      isLast = StatusFields.hasState("quitting", in: line)
      var printer = StatusPrinter(asJSON: asJSON)
      if asJSON { printer.printFields(of: line) } else { printer.printLine(line) }
      guard !printer.hasFailed else { return .refused }
    }
    if isLast { return .success }
    return NativeClient.unreachable(
      socket, " hung up before its end: it was killed, or this was too slow")
  }

  private static func reportError(_ text: Span<UInt8>) {
    var line = ErrorLine("flipbookctl")
    line.append(text)
    line.write()
  }

  private static func unreachable(_ socket: Span<UInt8>, _ why: StaticString) -> NativeStatus {
    var line = ErrorLine("flipbookctl")
    line.append("the daemon at ")
    line.append(socket)
    line.append(why)
    line.write()
    return .unreachable
  }
}

extension InlineText {
  /// Appends a line end, and cuts off as much of the line as that needs.
  fileprivate mutating func endLine() {
    let kept = bytes.longestCharacterPrefix(of: ClientLimits.line - 1)
    removeAll(after: kept)
    append(byte: 0x0A)
  }
}
