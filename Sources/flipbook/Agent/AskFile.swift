/// What somebody asks for in systemd's folder of password requests: a file `ask.*`.
///
/// Corresponds to <https://systemd.io/PASSWORD_AGENTS>.
struct AskFile: Equatable {
  /// What a person is asked.
  let message: String
  /// Where the answer goes: a datagram socket's absolute path.
  let socket: String
  /// Whether the answer may be seen as it is typed.
  let isEchoed: Bool
  /// Whether a password that was typed for somebody else will do.
  let acceptsCached: Bool
  /// Until when an answer is wanted, by the monotonic clock in nanoseconds; nil for any time.
  let deadline: Int64?
  /// Who asks; nil where that is not said.
  let process: Int32?

  /// Why a file is no request.
  struct Problem: Error, Equatable {
    let words: String
  }

  /// Reads a file's bytes.
  init(_ bytes: [UInt8]) throws(Problem) {
    let fields = AskFile.fields(String(decoding: bytes, as: UTF8.self))
    guard let fields else { throw Problem(words: "there is no section [Ask]") }
    guard let socket = fields["Socket"], socket.hasPrefix("/") else {
      throw Problem(words: "Socket= is no absolute path")
    }
    guard socket.utf8.count < 108 else {
      throw Problem(words: "Socket= is longer than a socket's name can be")
    }
    self.socket = socket
    message = fields["Message"] ?? ""
    isEchoed = try AskFile.boolean(fields, "Echo")
    acceptsCached = try AskFile.boolean(fields, "AcceptCached")
    let microseconds = try AskFile.number(fields, "NotAfter", 0...UInt64(Int64.max) / 1000)
    deadline = microseconds == 0 ? nil : Int64(microseconds) * 1000
    let process = try AskFile.number(fields, "PID", 0...UInt64(Int32.max))
    self.process = process == 0 ? nil : Int32(process)
  }

  /// The keys of the section with their values, of which the last counts; nil without the section.
  private static func fields(_ text: String) -> [String: String]? {
    var fields: [String: String]?
    var isInside = false
    // Not by characters: a carriage return and a newline are one.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = String(decoding: line, as: UTF8.self).printable.trimmed
      if line.hasPrefix("[") {
        isInside = line == "[Ask]"
        if isInside, fields == nil { fields = [:] }
      } else if isInside, !line.hasPrefix("#"), !line.hasPrefix(";"),
        let equals = line.firstIndex(of: "=")
      {
        let key = String(line[..<equals]).trimmed
        fields?[key] = String(line[line.index(after: equals)...]).trimmed
      }
    }
    return fields
  }

  private static func boolean(
    _ fields: [String: String], _ key: String
  ) throws(Problem) -> Bool {
    switch fields[key]?.lowercased() {
    case nil, "", "0", "no", "n", "false", "f", "off": return false
    case "1", "yes", "y", "true", "t", "on": return true
    default: throw Problem(words: "\(key)= is neither yes nor no")
    }
  }

  private static func number(
    _ fields: [String: String], _ key: String, _ range: ClosedRange<UInt64>
  ) throws(Problem) -> UInt64 {
    guard let text = fields[key], !text.isEmpty else { return 0 }
    guard let number = UInt64(text), range.contains(number) else {
      throw Problem(words: "\(key)= is no number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
