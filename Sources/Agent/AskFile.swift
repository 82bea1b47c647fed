// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// A request in systemd's folder of password requests: a file `ask.*`.
///
/// Corresponds to <https://systemd.io/PASSWORD_AGENTS>. Only the section and `Socket=` are needed: a
/// person must be asked even where the value of another key is not understood, which then counts as
/// missing.
package struct AskFile: Equatable {
  /// What a person is asked.
  package let message: String
  /// Where the answer goes: a datagram socket's absolute path.
  package let socket: String
  /// Whether the answer may be seen as it is typed.
  package let isEchoed: Bool
  /// Whether a password that was typed for another request will do.
  package let acceptsCached: Bool
  /// Until when an answer is wanted, by the monotonic clock in nanoseconds; nil for any time.
  package let deadline: Int64?
  /// Who asks; nil where that is not said.
  package let process: Int32?

  /// Why a file is no request.
  package struct Problem: Error, Equatable {
    package let words: String
  }

  /// Reads a file's bytes.
  package init(_ bytes: [UInt8]) throws(Problem) {
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
    isEchoed = AskFile.boolean(fields, "Echo")
    acceptsCached = AskFile.boolean(fields, "AcceptCached")
    deadline = AskFile.positive(fields, "NotAfter").flatMap { microseconds in
      // USEC_INFINITY (2^64 - 1), which systemd writes, among them.
      microseconds <= UInt64(Int64.max) / 1000 ? Int64(microseconds) * 1000 : nil
    }
    process = AskFile.positive(fields, "PID").flatMap { Int32(exactly: $0) }
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

  private static func boolean(_ fields: [String: String], _ key: String) -> Bool {
    ["1", "yes", "y", "true", "t", "on"].contains(fields[key]?.lowercased())
  }

  /// A number above 0; nil where there is none.
  private static func positive(_ fields: [String: String], _ key: String) -> UInt64? {
    fields[key].flatMap { UInt64($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
