// SPDX-License-Identifier: Apache-2.0

/// Expressions, from assignments down to terms.
extension Parser {
  mutating func expression() throws(ScriptError) -> Expression {
    try enter()
    defer { leave() }
    let target = try binary(from: 0)
    let line = line
    if isSymbol("="), !isOperator("==") {
      advance()
      return Expression(.assign(target, try expression()), line: line)
    }
    for (text, operation) in Parser.amendments where isOperator(text) {
      advance()
      advance()
      return Expression(.amend(operation, target, try expression()), line: line)
    }
    return target
  }

  private static let amendments: [(StaticString, BinaryOperator)] = [
    ("+=", .add), ("-=", .subtract), ("*=", .multiply), ("/=", .divide), ("%=", .remainder),
    ("|=", .extend),
  ]

  private enum Infix {
    case binary(BinaryOperator)
    case and, or
  }

  /// The operators by their level; a higher level binds closer.
  private static let operators: [(text: StaticString, infix: Infix, level: Int)] = [
    ("||", .or, 1), ("&&", .and, 2),
    ("==", .binary(.equal), 3), ("!=", .binary(.unequal), 3),
    (">=", .binary(.greaterOrEqual), 4), ("<=", .binary(.lessOrEqual), 4),
    (">", .binary(.greater), 4), ("<", .binary(.less), 4),
    ("|", .binary(.extend), 0),
    ("+", .binary(.add), 5), ("-", .binary(.subtract), 5),
    ("*", .binary(.multiply), 6), ("/", .binary(.divide), 6), ("%", .binary(.remainder), 6),
  ]

  private func infix() -> (text: StaticString, infix: Infix, level: Int)? {
    guard case .symbol = token else { return nil }
    for (text, _) in Parser.amendments where isOperator(text) { return nil }
    return Parser.operators.first { isOperator($0.text) }
  }

  /// Operators of a level and above, left to right.
  private mutating func binary(from level: Int) throws(ScriptError) -> Expression {
    var left = try postfixOperators()
    var entered = 0
    defer { leave(entered) }
    while let (text, infix, found) = infix(), found >= level {
      // Each operator makes the tree one level deeper.
      try enter()
      entered += 1
      let line = line
      for _ in 0..<text.utf8CodeUnitCount { advance() }
      let right = try binary(from: found + 1)
      let kind: Expression.Kind =
        switch infix {
        case .binary(let operation): .binary(operation, left, right)
        case .and: .and(left, right)
        case .or: .or(left, right)
        }
      left = Expression(kind, line: line)
    }
    return left
  }

  private mutating func postfixOperators() throws(ScriptError) -> Expression {
    var value = try prefixOperators()
    var entered = 0
    defer { leave(entered) }
    while isOperator("++") || isOperator("--") {
      try enter()
      entered += 1
      let kind: UnaryOperator = isSymbol("+") ? .incrementAfter : .decrementAfter
      value = Expression(.unary(kind, value), line: line)
      advance()
      advance()
    }
    return value
  }

  private mutating func prefixOperators() throws(ScriptError) -> Expression {
    let prefixes: [(StaticString, UnaryOperator)] = [
      ("++", .incrementBefore), ("--", .decrementBefore), ("+", .plus), ("-", .minus), ("!", .not),
    ]
    for (text, operation) in prefixes where isOperator(text) {
      try enter()
      defer { leave() }
      let line = line
      for _ in 0..<text.utf8CodeUnitCount { advance() }
      return Expression(.unary(operation, try prefixOperators()), line: line)
    }
    return try accesses()
  }

  /// A term and the calls, keys and indices after it.
  private mutating func accesses() throws(ScriptError) -> Expression {
    var value = try term()
    var entered = 0
    defer { leave(entered) }
    while true {
      let line = line
      if take("(") {
        value = Expression(.call(value, try list(until: ")")), line: line)
      } else if take(".") {
        guard case .identifier(let name) = token else { throw error("expected a name after '.'") }
        noteName(name)
        value = Expression(.element(value, Expression(.string(name), line: line)), line: line)
        advance()
      } else if take("[") {
        let key = try expression()
        try expect("]", "after an index")
        value = Expression(.element(value, key), line: line)
      } else {
        return value
      }
      try enter()
      entered += 1
    }
  }

  private mutating func list(until end: Unicode.Scalar) throws(ScriptError) -> [Expression] {
    var values: [Expression] = []
    while !isSymbol(end) {
      values.append(try expression())
      guard !isSymbol(end) else { break }
      try expect(",", "or '\(end)'")
    }
    advance()
    return values
  }

  private mutating func term() throws(ScriptError) -> Expression {
    let line = line
    switch token {
    case .number(let value):
      advance()
      return Expression(.number(value), line: line)
    case .string(let text):
      noteName(text)
      advance()
      return Expression(.string(text), line: line)
    case .identifier(let name):
      noteName(name)
      advance()
      if name == "fun" { return Expression(.function(try function()), line: line) }
      return Expression(Parser.word(name), line: line)
    case .symbol(UInt8(ascii: "[")):
      advance()
      return Expression(.set(try list(until: "]")), line: line)
    case .symbol(UInt8(ascii: "(")):
      advance()
      let value = try expression()
      try expect(")", "after an expression in brackets")
      return value
    default: throw error("expected an expression")
    }
  }

  private static func word(_ name: String) -> Expression.Kind {
    switch name {
    case "NULL": .null
    case "INFINITY": .number(.infinity)
    case "NAN": .number(.nan)
    case "global": .global
    case "local": .local
    case "this": .this
    default: .variable(name)
    }
  }
}
