extension PlymouthClient {
  /// How often a password is asked for unless it is told.
  private static let usualTries = 3

  /// Asks for a password: once, or with a command until it takes it, so often as it may be asked.
  ///
  /// Passwords that were answered before are tried first.
  mutating func askForPassword(
    _ call: PlymouthArguments.Call
  ) throws(PlymouthConnection.Failure) -> Status {
    let pauses = !call.has("dont-pause-progress")
    if pauses { _ = try connection.ask(.pause) }
    let request = PlymouthRequest("*", call.options["prompt"])
    var status = Status.failure
    if let command = call.options["command"] {
      if try tryCached(command) {
        status = .success
      } else {
        let number = call.options["number-of-tries"].flatMap { Int($0) } ?? 0
        var tries = number > 0 ? number : PlymouthClient.usualTries
        while status != .success, tries > 0 {
          guard case .answer(let bytes) = try connection.ask(request) else { return .failure }
          if PlymouthClient.feed(bytes, to: command) == 0 { status = .success }
          tries -= 1
        }
      }
    } else {
      guard case .answer(let bytes) = try connection.ask(request) else { return .failure }
      status = PlymouthClient.say(PlymouthClient.answer(bytes))
    }
    if pauses { _ = try connection.ask(.unpause) }
    return status
  }

  /// Asks a question; what a command makes of the answer does not count.
  mutating func askQuestion(
    _ call: PlymouthArguments.Call
  ) throws(PlymouthConnection.Failure) -> Status {
    let pauses = !call.has("dont-pause-progress")
    if pauses { _ = try connection.ask(.pause) }
    let status: Status
    switch try connection.ask(PlymouthRequest("W", call.options["prompt"])) {
    case .answer(let bytes): status = PlymouthClient.pass(bytes, to: call.options["command"])
    case .noAnswer: status = .failure
    // Refused: then the daemon takes no orders from here at all.
    case .acknowledged, .refused, .answers: return .failure
    }
    if pauses { _ = try connection.ask(.unpause) }
    return status
  }

  /// Waits for one of some keys, or for any.
  mutating func watchKeystroke(
    _ call: PlymouthArguments.Call
  ) throws(PlymouthConnection.Failure) -> Status {
    guard case .answer(let bytes) = try connection.ask(PlymouthRequest("K", call.options["keys"]))
    else { return .failure }
    return PlymouthClient.pass(bytes, to: call.options["command"])
  }

  /// Tries the passwords that were answered before; true where a command takes one.
  private mutating func tryCached(
    _ command: String
  ) throws(PlymouthConnection.Failure) -> Bool {
    guard case .answers(let passwords) = try connection.ask(.cachedPasswords) else { return false }
    return passwords.contains { PlymouthClient.feed($0, to: command) == 0 }
  }

  /// Gives an answer to a command or, without one, to standard output.
  private static func pass(_ bytes: [UInt8], to command: String?) -> Status {
    guard let command else { return say(answer(bytes)) }
    _ = feed(bytes, to: command)
    return .success
  }

  /// What was typed; nothing where it was cancelled, which a lone Control-C tells.
  private static func answer(_ bytes: [UInt8]) -> [UInt8] {
    bytes == [0x03] ? [] : bytes
  }

  /// Runs a command, whose words are separated by blanks alone, with an answer as its input, and
  /// returns its exit status.
  private static func feed(_ bytes: [UInt8], to command: String) -> Int32 {
    let words = command.split(separator: " ").map(String.init)
    do throws(ToolError) {
      guard !words.isEmpty else { throw .usage("--command: no command") }
      return try Child.run(words, input: answer(bytes))
    } catch {
      Files.warn(error.description, prefix: "plymouth: ")
      return error.status.rawValue
    }
  }
}
