// SPDX-License-Identifier: Apache-2.0

/// Splits a script into tokens.
struct Lexer {
  private let file: String
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private init(_ bytes: [UInt8], file: String) { (self.bytes, self.file) = (bytes, file) }

  /// All tokens of a script; the last is `.end`.
  static func tokens(
    of bytes: [UInt8], file: String, limits: ScriptLimits = ScriptLimits()
  ) throws(ScriptError) -> [PlacedToken] {
    guard bytes.count <= limits.sourceBytes else {
      throw ScriptError(
        file: file, line: 0,
        reason: "it has \(bytes.count) bytes, \(limits.sourceBytes) are possible")
    }
    var lexer = Lexer(bytes, file: file)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lexer.position = 3 }
    var tokens: [PlacedToken] = []
    while true {
      let isAfterBlank = try lexer.skipBlanks()
      let line = lexer.line
      let token = try lexer.next()
      tokens.append(PlacedToken(token: token, line: line, isAfterBlank: isAfterBlank))
      if token == .end { return tokens }
    }
  }

  private func byte(_ ahead: Int = 0) -> UInt8? {
    position + ahead < bytes.count ? bytes[position + ahead] : nil
  }

  private func error(_ reason: String, at line: Int? = nil) -> ScriptError {
    ScriptError(file: file, line: line ?? self.line, reason: reason)
  }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  /// Passes blanks and comments; returns whether there were any.
  private mutating func skipBlanks() throws(ScriptError) -> Bool {
    let start = position
    while let byte = byte() {
      switch (byte, self.byte(1)) {
      case (UInt8(ascii: " "), _), (UInt8(ascii: "\t"), _), (UInt8(ascii: "\n"), _),
        (UInt8(ascii: "\r"), _):
        advance()
      case (UInt8(ascii: "#"), _), (UInt8(ascii: "/"), UInt8(ascii: "/")):
        while let byte = self.byte(), byte != UInt8(ascii: "\n") { advance() }
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): try skipBlockComment()
      default: return position > start
      }
    }
    return position > start
  }

  /// Passes a comment between `/*` and `*/`, which may hold others.
  private mutating func skipBlockComment() throws(ScriptError) {
    let first = line
    var depth = 0
    repeat {
      guard let byte = byte() else { throw error("the comment has no end", at: first) }
      switch (byte, self.byte(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): depth += 1
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): depth -= 1
      default:
        advance()
        continue
      }
      position += 2
    } while depth > 0
  }

  private mutating func next() throws(ScriptError) -> Token {
    guard let first = byte() else { return .end }
    if Lexer.isLetter(first) { return identifier() }
    if Lexer.isDigit(first) { return .number(number()) }
    if first == UInt8(ascii: "\"") { return .string(try string()) }
    guard first > 0x20, first < 0x7F else {
      throw error(first == 0 ? "there is a zero byte" : "unknown character")
    }
    position += 1
    return .symbol(first)
  }

  private mutating func identifier() -> Token {
    let start = position
    while let byte = byte(), Lexer.isLetter(byte) || Lexer.isDigit(byte) { position += 1 }
    return .identifier(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func number() -> Double {
    var value = 0.0
    while let byte = byte(), Lexer.isDigit(byte) {
      value = value * 10 + Double(byte - UInt8(ascii: "0"))
      position += 1
    }
    guard byte() == UInt8(ascii: ".") else { return value }
    position += 1
    var (digits, scale) = (0.0, 1.0)
    while let byte = byte(), Lexer.isDigit(byte) {
      // More digits than a double has change nothing.
      if scale < 1e15 {
        digits = digits * 10 + Double(byte - UInt8(ascii: "0"))
        scale *= 10
      }
      position += 1
    }
    return value + digits / scale
  }

  private mutating func string() throws(ScriptError) -> String {
    let first = line
    position += 1
    var text: [UInt8] = []
    while true {
      guard var byte = byte() else { throw error("the string has no end", at: first) }
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\n") { throw error("the string has no end in its line") }
      if byte == UInt8(ascii: "\\") {
        position += 1
        guard let escaped = self.byte() else { throw error("the string has no end", at: first) }
        if escaped == UInt8(ascii: "\n") { line += 1 }
        byte =
          switch escaped {
          case UInt8(ascii: "n"): UInt8(ascii: "\n")
          case UInt8(ascii: "0"): 0
          default: escaped
          }
      }
      text.append(byte)
      position += 1
    }
    position += 1
    // A string ends at a zero byte, as in C.
    return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
