// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
internal import FlipbookClient
package import Linux
internal import Text

/// Plymouth's client: one connection, consecutive requests, and an exit status.
package struct PlymouthClient: ~Copyable {
  /// The timeout for the daemon to accept a client and to answer.
  ///
  /// Plymouth's own client waits for ever, which has blocked boots.
  static let limitNanoseconds: Int64 = 10_000_000_000

  /// The timeout for a ping, which scripts send to find out whether a daemon runs.
  ///
  /// Plymouth's own client waits 30 seconds.
  static let pingNanoseconds: Int64 = 5_000_000_000

  var connection: PlymouthConnection

  /// Runs the client with its arguments.
  package static func run(_ words: borrowing ProgramArguments) -> PlymouthStatus {
    do throws(PlymouthCallReader.Misuse) {
      var reader = PlymouthCallReader()
      guard let general = try reader.next(words) else { return .failure }
      let commands = reader
      // No request is sent before all arguments are parsed.
      var hasCommand = false
      while try reader.next(words) != nil { hasCommand = true }
      return run(words, general, commands, hasCommand: hasCommand)
    } catch {
      StandardStreams.reportError(PlymouthHelp.text)
      return .failure
    }
  }

  private static func run(
    _ words: borrowing ProgramArguments, _ general: PlymouthCall,
    _ commands: PlymouthCallReader, hasCommand: Bool
  ) -> PlymouthStatus {
    if general.has(.help) { return print(PlymouthHelp.text.bytes) }
    if words.count == 0 {
      StandardStreams.reportError(PlymouthHelp.text)
      return .success
    }
    // There are no plugins; scripts that pack an initramfs copy the files of this directory.
    if general.has(.splashPluginPath) {
      let path: StaticString = "/usr/lib/plymouth/\n"
      return print(path.bytes)
    }
    switch PlymouthEndpoint.connect(waitingNanoseconds: limitNanoseconds) {
    case .connected(let stream):
      guard let connection = try? PlymouthConnection(stream) else { return .failure }
      var client = PlymouthClient(connection: connection)
      return client.run(words, general, commands, hasCommand: hasCommand)
    case .absent:
      // A daemon that does not run has quit.
      return general.has(.wait) && !hasCommand ? .success : .failure
    case .busy:
      StandardStreams.reportError("plymouth: the daemon lets nobody in; giving up after 10 s\n")
      return .failure
    }
  }

  private init(connection: consuming PlymouthConnection) {
    self.connection = connection
  }

  private mutating func run(
    _ words: borrowing ProgramArguments, _ general: PlymouthCall,
    _ commands: PlymouthCallReader, hasCommand: Bool
  ) -> PlymouthStatus {
    do throws(PlymouthConnection.Failure) {
      let status = try runGeneral(general, words)
      guard status == .success else { return status }
      var commands = commands
      while let call = try? commands.next(words) {
        let status = try run(call, words)
        guard status == .success else { return status }
      }
      // With a command it is enough that the daemon has answered.
      if general.has(.wait), !hasCommand { try connection.waitForEnd() }
      return .success
    } catch {
      switch error {
      case .disconnected: return general.has(.wait) ? .success : .disconnected
      case .silent, .stopped:
        reportError(of: error)
        return .failure
      }
    }
  }

  /// Sends a request without a text, and reports only its reply.
  mutating func carryOut(
    _ code: PlymouthCode
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    try carryOut(PlymouthFrame(code))
  }

  /// Sends a request, and reports only its reply.
  mutating func carryOut(
    _ request: borrowing PlymouthFrame, limitNanoseconds: Int64? = PlymouthClient.limitNanoseconds,
    isOldQuestion: Bool = false
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    switch try connection.ask(request, limitNanoseconds: limitNanoseconds) {
    case .done: return .success
    case .answer(let range): return PlymouthClient.print(connection.bytes(range))
    // Plymouth's client succeeds here only for this old form of asking.
    case .noAnswer: return isOldQuestion ? .success : .failure
    case .answers, .refused: return .failure
    }
  }

  /// Writes bytes to standard output as they are.
  static func print(_ bytes: Span<UInt8>) -> PlymouthStatus {
    StandardStreams.print(bytes) ? .success : .failure
  }

  /// Carries out the options before any command: only the first of them in this order.
  private mutating func runGeneral(
    _ call: PlymouthCall, _ words: borrowing ProgramArguments
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    if call.has(.showSplash) { return try carryOut(.showSplash) }
    if call.has(.hideSplash) { return try carryOut(.hideSplash) }
    if call.has(.quit) { return try quit(retainsSplash: false) }
    if call.has(.ping) {
      return try carryOut(
        PlymouthFrame(.ping), limitNanoseconds: PlymouthClient.pingNanoseconds)
    }
    if call.has(.hasActiveTerminal) { return try carryOut(.hasActiveTerminal) }
    if call.has(.update) { return try send(.update, .update, of: call, words) }
    if call.has(.askForPassword) {
      connection.expectSecrets()
      return try carryOut(PlymouthFrame(.password), limitNanoseconds: nil, isOldQuestion: true)
    }
    if call.has(.ignoreKeystroke) {
      return try send(.ignoreKeystroke, .ignoreKeystroke, of: call, words)
    }
    if call.has(.systemInitialized) { return try carryOut(.systemInitialized) }
    if call.has(.newRoot) { return try send(.newRoot, .newRoot, of: call, words) }
    if call.has(.details) { return try carryOut(.error) }
    return .success
  }

  /// Sends the value of an option; no text where it was not given.
  mutating func send(
    _ code: PlymouthCode, _ option: PlymouthOption, of call: PlymouthCall,
    _ words: borrowing ProgramArguments
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    try carryOut(PlymouthFrame(code, option, of: call, words))
  }

  /// Reports that the daemon does not answer, and the reason if it is known.
  func reportError(of failure: PlymouthConnection.Failure) {
    var line = ErrorLine("plymouth")
    line.append(daemonIs: connection.daemonNumber)
    line.append(
      failure == .stopped ? " is stopped by a signal; giving up" : " does not answer; giving up")
    line.write()
  }
}

extension PlymouthFrame {
  /// A request with the value of an option as its text; without one where it was not given.
  init(
    _ code: PlymouthCode, _ option: PlymouthOption, of call: PlymouthCall,
    _ words: borrowing ProgramArguments
  ) {
    if call.has(option) {
      self.init(code, text: call.value(of: option, in: words))
    } else {
      self.init(code)
    }
  }
}

extension ErrorLine {
  /// Appends the daemon, with its PID if that is known.
  mutating func append(daemonIs process: Int32) {
    append("the daemon")
    guard process > 0 else { return }
    append(" (process ")
    append(Int(process))
    append(")")
  }
}
