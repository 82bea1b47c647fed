// SPDX-License-Identifier: Apache-2.0

/// An operator between two values.
enum BinaryOperator: Equatable {
  case add, subtract, multiply, divide, remainder
  case equal, unequal, greater, greaterOrEqual, less, lessOrEqual
  /// `a | b`: an object with what `a` has, and for the rest what `b` has.
  case extend
}

/// An operator before or after one value.
enum UnaryOperator: Equatable {
  case not, plus, minus
  case incrementBefore, decrementBefore, incrementAfter, decrementAfter
}

/// An expression with its line.
final class Expression {
  enum Kind {
    case number(Double)
    case string(String)
    case null, local, global, this
    case variable(String)
    /// `[a, b]`: a hash with the keys "0", "1".
    case set([Expression])
    case function(FunctionDefinition)
    case call(Expression, [Expression])
    /// `a.b` and `a[b]`.
    case element(Expression, Expression)
    case unary(UnaryOperator, Expression)
    case binary(BinaryOperator, Expression, Expression)
    case and(Expression, Expression)
    case or(Expression, Expression)
    case assign(Expression, Expression)
    /// `a += b` and its like.
    case amend(BinaryOperator, Expression, Expression)
  }

  let kind: Kind
  let line: Int

  init(_ kind: Kind, line: Int) { (self.kind, self.line) = (kind, line) }
}

/// A statement with its line.
final class Statement {
  enum Kind {
    case empty
    case expression(Expression)
    case block([Statement])
    case conditional(Expression, Statement, Statement?)
    /// `for` is a block of its first expression and such a loop.
    case loop(Loop)
    case `return`(Expression?)
    case fail, `break`, `continue`
  }

  /// A `while`, `do … while` or `for`.
  struct Loop {
    /// nil in `for (;;)`.
    var condition: Expression?
    var body: Statement
    /// What `for` evaluates after each pass.
    var step: Expression?
    var testsFirst = true
  }

  let kind: Kind
  let line: Int

  init(_ kind: Kind, line: Int) { (self.kind, self.line) = (kind, line) }
}

/// A function as it is written.
final class FunctionDefinition {
  let parameters: [String]
  let body: Statement

  init(parameters: [String], body: Statement) {
    (self.parameters, self.body) = (parameters, body)
  }
}

/// A parsed script.
package struct ScriptProgram {
  let file: String
  let body: Statement
  /// Whether `_args` occurs: functions need a hash of their arguments only then.
  let readsArguments: Bool
}
