// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import FlipbookClient
internal import Linux
internal import Text
internal import Stage

extension PlymouthClient {
  /// Runs a command.
  mutating func run(
    _ call: PlymouthCall, _ words: borrowing ProgramArguments
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    switch call.command {
    case .changeMode: return try changeMode(call)
    case .systemUpdate: return try systemUpdate(call, words)
    case .update: return try sendNeeded(.update, .status, of: call, words)
    case .displayMessage: return try sendNeeded(.showMessage, .text, of: call, words)
    case .hideMessage: return try sendNeeded(.hideMessage, .text, of: call, words)
    case .updateRootFS: return try updateRootFS(call, words)
    case .askForPassword: return try askForPassword(call, words)
    case .askQuestion: return try askQuestion(call, words)
    case .watchKeystroke: return try watchKeystroke(call, words)
    case .ignoreKeystroke: return try send(.ignoreKeystroke, .keys, of: call, words)
    case .showSplash: return try carryOut(.showSplash)
    case .hideSplash: return try carryOut(.hideSplash)
    case .pauseProgress: return try carryOut(.pauseProgress)
    case .unpauseProgress: return try carryOut(.unpauseProgress)
    case .reportError: return try carryOut(.error)
    case .deactivate: return try carryOut(.deactivate)
    case .reactivate: return try carryOut(.reactivate)
    case .reload: return try carryOut(.reload)
    case .quit: return try quit(retainsSplash: call.has(.retainSplash))
    case nil: return .success
    }
  }

  private mutating func changeMode(
    _ call: PlymouthCall
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    if let mode = call.mode { return try carryOut(PlymouthFrame(.changeMode, text: mode.word)) }
    StandardStreams.reportError("Error no mode specified for 'change-mode' command\n")
    return .failure
  }

  private mutating func systemUpdate(
    _ call: PlymouthCall, _ words: borrowing ProgramArguments
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    // Plymouth's client reads a missing or malformed number as 0.
    let given = call.has(.progress) ? call.value(of: .progress, in: words).wholeNumber : 0
    let percent = given ?? 0
    guard 0...100 ~= percent else {
      var line = ErrorLine("couldn't set invalid percentage")
      line.append(percent)
      line.write()
      return .failure
    }
    var text = InlineText<1024>()
    text.append(percent)
    return try carryOut(PlymouthFrame(.systemUpdate, text: text.bytes))
  }

  private mutating func updateRootFS(
    _ call: PlymouthCall, _ words: borrowing ProgramArguments
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    guard call.has(.newRootDirectory) || call.has(.readWrite) else {
      return missing("--new-root-dir or --read-write", call)
    }
    if call.has(.newRootDirectory) {
      let status = try send(.newRoot, .newRootDirectory, of: call, words)
      guard status == .success else { return status }
    }
    return call.has(.readWrite) ? try carryOut(.systemInitialized) : .success
  }

  /// Sends the value of a required option.
  private mutating func sendNeeded(
    _ code: PlymouthCode, _ option: PlymouthOption, of call: PlymouthCall,
    _ words: borrowing ProgramArguments
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    guard call.has(option) else { return missing(option == .text ? "--text" : "--status", call) }
    return try send(code, option, of: call, words)
  }

  /// Plymouth's client waits for ever in this case; this client reports an error.
  private func missing(_ option: StaticString, _ call: PlymouthCall) -> PlymouthStatus {
    var line = ErrorLine("plymouth")
    line.append("Error no ")
    line.append(option)
    line.append(" specified for '")
    if let command = call.command { line.append(command.word) }
    line.append("' command")
    line.write()
    return .failure
  }
}

extension Span<UInt8> {
  /// A whole number of at most nine digits; nil for anything else.
  var wholeNumber: Int? {
    let isSigned = count > 0 && (self[0] == UInt8(ascii: "-") || self[0] == UInt8(ascii: "+"))
    let start = isSigned ? 1 : 0
    guard start < count else { return nil }
    var number = 0
    for index in start..<count {
      guard self[index].isDigit else { return nil }
      number = Swift.min(number * 10 + Int(self[index] & 0x0F), 99_999_999)
    }
    return isSigned && self[0] == UInt8(ascii: "-") ? -number : number
  }
}
