// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import FlipbookClient
internal import Linux
internal import Text

extension PlymouthClient {
  /// The default number of tries for a password.
  private static var defaultTries: Int { 3 }

  /// Asks for a password once, or until a command accepts it, with a limited number of tries.
  ///
  /// Recent passwords are tried first.
  mutating func askForPassword(
    _ call: PlymouthCall, _ words: borrowing ProgramArguments
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    connection.expectSecrets()
    let pauses = !call.has(.dontPauseProgress)
    if pauses { _ = try carryOut(.pauseProgress) }
    let request = PlymouthFrame(.password, .prompt, of: call, words)
    var status = PlymouthStatus.failure
    if call.has(.command) {
      let command = call.value(of: .command, in: words)
      if try tryCached(command) {
        status = .success
      } else {
        let given =
          call.has(.numberOfTries) ? call.value(of: .numberOfTries, in: words).wholeNumber : nil
        var tries = given ?? 0
        if tries <= 0 { tries = PlymouthClient.defaultTries }
        while status != .success, tries > 0 {
          guard case .answer(let range) = try connection.ask(request, limitNanoseconds: nil) else {
            return .failure
          }
          if feed(range, to: command) == 0 { status = .success }
          tries -= 1
        }
      }
    } else {
      guard case .answer(let range) = try connection.ask(request, limitNanoseconds: nil) else {
        return .failure
      }
      status = PlymouthClient.print(connection.bytes(typed(range)))
      connection.forgetReply()
    }
    if pauses { _ = try carryOut(.unpauseProgress) }
    return status
  }

  /// Asks a question; a command's exit status for the answer does not count.
  mutating func askQuestion(
    _ call: PlymouthCall, _ words: borrowing ProgramArguments
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    connection.expectSecrets()
    let pauses = !call.has(.dontPauseProgress)
    if pauses { _ = try carryOut(.pauseProgress) }
    let status: PlymouthStatus
    let request = PlymouthFrame(.question, .prompt, of: call, words)
    switch try connection.ask(request, limitNanoseconds: nil) {
    case .answer(let range): status = pass(range, of: call, words)
    case .noAnswer: status = .failure
    // Refused: the daemon accepts no requests from this user at all.
    case .done, .refused, .answers: return .failure
    }
    if pauses { _ = try carryOut(.unpauseProgress) }
    return status
  }

  /// Waits for one of some keys, or for any.
  mutating func watchKeystroke(
    _ call: PlymouthCall, _ words: borrowing ProgramArguments
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    connection.expectSecrets()
    let request = PlymouthFrame(.keystroke, .keys, of: call, words)
    guard case .answer(let range) = try connection.ask(request, limitNanoseconds: nil) else {
      return .failure
    }
    return pass(range, of: call, words)
  }

  /// Tries the recent passwords; true where a command accepts one.
  private mutating func tryCached(
    _ command: Span<UInt8>
  ) throws(PlymouthConnection.Failure) -> Bool {
    let request = PlymouthFrame(.cachedPasswords)
    let limit = PlymouthClient.limitNanoseconds
    guard case .answers(let range) = try connection.ask(request, limitNanoseconds: limit) else {
      return false
    }
    var start = range.lowerBound
    while start < range.upperBound, connection.holdsReply {
      let end = start + connection.bytes(start..<range.upperBound).firstPosition(of: 0)
      guard let child = ChildCommand.start(command, input: connection.bytes(start..<end)) else {
        return false
      }
      if connection.waitForExit(of: child) == 0 { return true }
      start = end + 1
    }
    return false
  }

  /// Passes an answer to a command or, without one, to standard output.
  private mutating func pass(
    _ range: Range<Int>, of call: PlymouthCall, _ words: borrowing ProgramArguments
  ) -> PlymouthStatus {
    if call.has(.command) {
      _ = feed(range, to: call.value(of: .command, in: words))
      return .success
    }
    let status = PlymouthClient.print(connection.bytes(typed(range)))
    connection.forgetReply()
    return status
  }

  /// The typed answer; empty where it was refused.
  private func typed(_ range: Range<Int>) -> Range<Int> {
    connection.isRefusal(range) ? range.lowerBound..<range.lowerBound : range
  }

  /// Runs a command with an answer as its input, and returns its exit status; not 0 where it does not
  /// start.
  private mutating func feed(_ range: Range<Int>, to command: Span<UInt8>) -> CInt {
    let child = ChildCommand.start(command, input: connection.bytes(typed(range)))
    // The pipe has the answer: it need not be kept here while the command runs.
    connection.forgetReply()
    guard let child else { return 1 }
    return connection.waitForExit(of: child)
  }
}
