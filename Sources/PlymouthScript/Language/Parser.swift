// SPDX-License-Identifier: Apache-2.0

/// Parses a script by recursive descent; operators are those of C with fewer levels.
package struct Parser {
  let file: String
  private let tokens: [PlacedToken]
  private let limits: ScriptLimits
  private var position = 0
  /// How many constructs are open; bounds the recursion here and in the evaluator.
  private var depth = 0
  private(set) var readsArguments = false

  /// Parses a script.
  ///
  /// - Parameters:
  ///   - bytes: the source.
  ///   - file: its name for error messages.
  ///   - limits: the size and the nesting of a source.
  /// - Returns: The program.
  /// - Throws: The expected token and its line.
  package static func parse(
    _ bytes: [UInt8], file: String, limits: ScriptLimits = ScriptLimits()
  ) throws(ScriptError) -> ScriptProgram {
    var parser = Parser(
      file: file, tokens: try Lexer.tokens(of: bytes, file: file, limits: limits), limits: limits)
    var statements: [Statement] = []
    while parser.token != .end { statements.append(try parser.statement()) }
    return ScriptProgram(
      file: file, body: Statement(.block(statements), line: 1),
      readsArguments: parser.readsArguments)
  }

  private init(file: String, tokens: [PlacedToken], limits: ScriptLimits) {
    (self.file, self.tokens, self.limits) = (file, tokens, limits)
  }

  // The cursor.

  var token: Token { tokens[position].token }
  var line: Int { tokens[position].line }

  mutating func advance() {
    if position + 1 < tokens.count { position += 1 }
  }

  func isSymbol(_ character: Unicode.Scalar) -> Bool { token == .symbol(UInt8(ascii: character)) }

  /// Whether an operator of one or two characters is next.
  func isOperator(_ text: StaticString) -> Bool {
    let characters = text.description.utf8.map { $0 }
    guard token == .symbol(characters[0]) else { return false }
    guard characters.count == 2 else { return true }
    let next = tokens[min(position + 1, tokens.count - 1)]
    return next.token == .symbol(characters[1]) && !next.isAfterBlank
  }

  func isWord(_ word: String) -> Bool { token == .identifier(word) }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isSymbol(character) else { return false }
    advance()
    return true
  }

  mutating func expect(_ character: Unicode.Scalar, _ place: String) throws(ScriptError) {
    guard take(character) else { throw error("expected '\(character)' \(place)") }
  }

  func error(_ reason: String) -> ScriptError {
    let found =
      switch token {
      case .end: "the end of the file"
      case .symbol(let byte): "'\(Unicode.Scalar(byte))'"
      case .identifier(let name): "'\(name)'"
      case .string: "a string"
      case .number: "a number"
      }
    return ScriptError(file: file, line: line, reason: "\(reason), found \(found)")
  }

  /// Enters a construct; the caller leaves it with `leave`.
  mutating func enter() throws(ScriptError) {
    depth += 1
    guard depth <= limits.nesting else {
      throw ScriptError(
        file: file, line: line, reason: "nested deeper than \(limits.nesting) levels")
    }
  }

  mutating func leave(_ count: Int = 1) { depth -= count }

  mutating func noteName(_ name: String) {
    if name == "_args" { readsArguments = true }
  }

  // Statements.

  mutating func statement() throws(ScriptError) -> Statement {
    try enter()
    defer { leave() }
    let line = line
    if take(";") { return Statement(.empty, line: line) }
    if isSymbol("{") { return try block() }
    if case .identifier(let word) = token {
      switch word {
      case "if": return try conditional()
      case "while": return try whileLoop()
      case "do": return try doLoop()
      case "for": return try forLoop()
      case "return", "fail", "break", "continue": return try jump(word)
      case "fun":
        if case .identifier = tokens[min(position + 1, tokens.count - 1)].token {
          return try namedFunction()
        }
      default: break
      }
    }
    let expression = try expression()
    // Plymouth of before 2022 passed over what has no ';' before a '}', and there are such themes.
    if !isSymbol("}") { try expect(";", "after an expression") }
    return Statement(.expression(expression), line: line)
  }

  private mutating func block() throws(ScriptError) -> Statement {
    let line = line
    advance()
    var statements: [Statement] = []
    while !isSymbol("}") {
      guard token != .end else {
        throw ScriptError(file: file, line: line, reason: "the block has no '}'")
      }
      statements.append(try statement())
    }
    advance()
    return Statement(.block(statements), line: line)
  }

  private mutating func condition() throws(ScriptError) -> Expression {
    try expect("(", "before a condition")
    let condition = try expression()
    try expect(")", "after a condition")
    return condition
  }

  private mutating func conditional() throws(ScriptError) -> Statement {
    let line = line
    advance()
    let condition = try condition()
    let first = try statement()
    guard isWord("else") else { return Statement(.conditional(condition, first, nil), line: line) }
    advance()
    return Statement(.conditional(condition, first, try statement()), line: line)
  }

  private mutating func whileLoop() throws(ScriptError) -> Statement {
    let line = line
    advance()
    let condition = try condition()
    return Statement(.loop(.init(condition: condition, body: try statement())), line: line)
  }

  private mutating func doLoop() throws(ScriptError) -> Statement {
    let line = line
    advance()
    let body = try statement()
    guard isWord("while") else { throw error("expected 'while' after the block of 'do'") }
    advance()
    let condition = try condition()
    try expect(";", "after 'do … while (…)'")
    return Statement(.loop(.init(condition: condition, body: body, testsFirst: false)), line: line)
  }

  private mutating func forLoop() throws(ScriptError) -> Statement {
    let line = line
    advance()
    try expect("(", "after 'for'")
    let first = isSymbol(";") ? nil : try expression()
    try expect(";", "after the first part of 'for'")
    let condition = isSymbol(";") ? nil : try expression()
    try expect(";", "after the condition of 'for'")
    let step = isSymbol(")") ? nil : try expression()
    try expect(")", "after the last part of 'for'")
    let loop = Statement(
      .loop(.init(condition: condition, body: try statement(), step: step)), line: line)
    guard let first else { return loop }
    return Statement(.block([Statement(.expression(first), line: line), loop]), line: line)
  }

  private mutating func jump(_ word: String) throws(ScriptError) -> Statement {
    let line = line
    advance()
    let kind: Statement.Kind
    switch word {
    case "return": kind = .return(isSymbol(";") ? nil : try expression())
    case "fail": kind = .fail
    case "break": kind = .break
    default: kind = .continue
    }
    try expect(";", "after '\(word)'")
    return Statement(kind, line: line)
  }

  private mutating func namedFunction() throws(ScriptError) -> Statement {
    let line = line
    advance()
    guard case .identifier(let name) = token else { throw error("expected a function's name") }
    advance()
    let function = Expression(.function(try function()), line: line)
    let assignment = Expression.Kind.assign(Expression(.variable(name), line: line), function)
    return Statement(.expression(Expression(assignment, line: line)), line: line)
  }

  /// The parameters and the body of a function.
  mutating func function() throws(ScriptError) -> FunctionDefinition {
    try expect("(", "before a function's parameters")
    var parameters: [String] = []
    while !isSymbol(")") {
      guard case .identifier(let name) = token else { throw error("expected a parameter's name") }
      parameters.append(name)
      advance()
      guard !isSymbol(")") else { break }
      try expect(",", "between parameters")
    }
    advance()
    return FunctionDefinition(parameters: parameters, body: try statement())
  }
}
