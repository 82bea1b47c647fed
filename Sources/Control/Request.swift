public import Animations

/// What a client of the daemon asks for: a command to the stage, or something about the daemon.
public enum Request: Equatable {
  /// To be obeyed; answered with `ok`.
  case command(Command)
  /// The state of the stage and the output, as one line of `key=value` words.
  case status
  /// What is on screen, as a file descriptor beside the answer.
  case snapshot

  /// Reads one line, which has no line end.
  public static func parse(_ line: Span<UInt8>) throws(CommandError) -> Request {
    let word = line.extracting(line.trimmed(in: 0..<line.count))
    if word.isEqual(to: "status") { return .status }
    if word.isEqual(to: "snapshot") { return .snapshot }
    return .command(try CommandParser.parse(line))
  }
}

/// What came of one line of a client.
public enum Inquiry: Equatable {
  /// It asks for something and waits for an answer.
  case request(Request)
  /// It was no request and has been told so: nothing is left to do, but it took its time.
  case refused
}
