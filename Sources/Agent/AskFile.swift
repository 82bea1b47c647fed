// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// A request in systemd's folder of password requests: a file `ask.*`.
///
/// Corresponds to <https://systemd.io/PASSWORD_AGENTS>. Only the section and `Socket=` are required.
/// A key with an invalid value counts as missing: the person must be asked nevertheless.
package struct AskFile: Equatable {
  /// The question.
  package let message: String
  /// The destination of the answer: a datagram socket's absolute path.
  package let socket: String
  /// Whether the answer may be visible while it is typed.
  package let isEchoed: Bool
  /// Whether a recent password may be used.
  package let acceptsCached: Bool
  /// The deadline of the answer, by the monotonic clock in nanoseconds; nil for none.
  package let deadline: Int64?
  /// The requesting process; nil if it is not given.
  package let process: Int32?

  /// Why a file is not a request.
  package struct Problem: Error, Equatable {
    package let words: String
  }

  /// Parses a file's bytes.
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
      // This includes USEC_INFINITY (2^64 - 1), which systemd writes.
      microseconds <= UInt64(Int64.max) / 1000 ? Int64(microseconds) * 1000 : nil
    }
    process = AskFile.positive(fields, "PID").flatMap { Int32(exactly: $0) }
  }

  /// The keys of the section with their values, of which the last one counts; nil without the
  /// section.
  private static func fields(_ text: String) -> [String: String]? {
    var fields: [String: String]?
    var isInside = false
    // Not by characters: a carriage return and a newline are one character.
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
