// SPDX-License-Identifier: Apache-2.0

/// Expressions.
extension Interpreter {
  func evaluate(_ expression: Expression, _ frame: Frame) throws(ScriptError) -> Object {
    switch expression.kind {
    case .number(let value): return try number(value)
    case .string(let text): return try make(.string(text))
    case .null: return try null()
    case .local: return frame.local
    case .global: return global
    case .this: return frame.this
    case .variable(let name): return try variable(name, frame)
    case .function(let definition): return try make(.function(Function(.script(definition))))
    default: break
    }
    line = expression.line
    return try nested { () throws(ScriptError) in try compound(expression, frame) }
  }

  private func compound(_ expression: Expression, _ frame: Frame) throws(ScriptError) -> Object {
    switch expression.kind {
    case .set(let values): return try set(values, frame)
    case .call(let callee, let arguments):
      return try call(callee, arguments, line: expression.line, frame)
    case .element(let owner, let key):
      let owner = try evaluate(owner, frame)
      let name = try text(try evaluate(key, frame))
      return try element(name, of: owner)
    case .unary(let operation, let operand):
      return try unary(operation, try evaluate(operand, frame))
    case .binary(let operation, let left, let right):
      let left = try evaluate(left, frame)
      return try binary(operation, left, try evaluate(right, frame))
    case .and(let left, let right):
      let left = try evaluate(left, frame)
      return try isTrue(left) ? try evaluate(right, frame) : left
    case .or(let left, let right):
      let left = try evaluate(left, frame)
      return try isTrue(left) ? left : try evaluate(right, frame)
    case .assign(let target, let value):
      let target = try evaluate(target, frame)
      target.assign(try evaluate(value, frame))
      return target
    case .amend(let operation, let target, let value):
      let target = try evaluate(target, frame)
      let result = try binary(operation, target, try evaluate(value, frame))
      target.assign(result)
      return result
    case .number, .string, .null, .local, .global, .this, .variable, .function:
      return try evaluate(expression, frame)
    }
  }

  private func variable(_ name: String, _ frame: Frame) throws(ScriptError) -> Object {
    try step()
    if let found = try peek(name, in: frame.local) { return found }
    if let found = try peek(name, in: frame.this) { return found }
    if let found = globals.elements[name] { return found }
    return try element(name, of: frame.local)
  }

  private func set(_ values: [Expression], _ frame: Frame) throws(ScriptError) -> Object {
    let table = Table()
    for (index, value) in values.enumerated() {
      let element = try null()
      element.assign(try evaluate(value, frame))
      table.elements["\(index)"] = element
    }
    return try make(.hash(table))
  }

  // Calls.

  private func call(
    _ callee: Expression, _ arguments: [Expression], line: Int, _ frame: Frame
  ) throws(ScriptError) -> Object {
    var this: Object?
    let target: Object
    switch callee.kind {
    case .element(let owner, let key):
      let name = try text(try evaluate(key, frame))
      let owner = try evaluate(owner, frame)
      this = owner
      if let found = try peek(name, in: owner) {
        target = found
      } else if try isString(owner), let strings = globals.elements["String"],
        let found = try peek(name, in: strings)
      {
        // Strings have the methods of `String`.
        target = found
      } else {
        target = try element(name, of: owner)
      }
    case .variable(let name):
      if let found = try peek(name, in: frame.local) {
        target = found
      } else if let found = try peek(name, in: frame.this) {
        target = found
        this = frame.this
      } else if let found = globals.elements[name] {
        target = found
      } else {
        target = try null()
      }
    default: target = try evaluate(callee, frame)
    }
    var values: [Object] = []
    for argument in arguments { values.append(try evaluate(argument, frame)) }
    self.line = line
    guard let function = try function(of: target) else {
      warn("a call of what is no function is passed over\(Interpreter.name(of: callee))")
      return try null()
    }
    guard let result = try invoke(function, this: this ?? frame.this, values) else {
      return try null()
    }
    return result
  }

  private static func name(of callee: Expression) -> String {
    switch callee.kind {
    case .variable(let name): ": \(name)"
    case .element(_, let key): if case .string(let name) = key.kind { ": \(name)" } else { "" }
    default: ""
    }
  }

  /// Calls a function; nil if it fails.
  func invoke(
    _ function: Function, this: Object, _ arguments: [Object]
  ) throws(ScriptError) -> Object? {
    let definition: FunctionDefinition
    switch function.kind {
    case .native(let native): return try native(this, arguments)
    case .script(let script): definition = script
    }
    let table = Table()
    for (name, argument) in zip(definition.parameters, arguments) {
      let parameter = try null()
      parameter.assign(argument)
      table.elements[name] = parameter
    }
    if program.readsArguments {
      let list = Table()
      for (index, argument) in arguments.enumerated() {
        let element = try null()
        element.assign(argument)
        list.elements["\(index)"] = element
      }
      list.elements["count"] = try number(Double(arguments.count))
      table.elements["_args"] = try make(.hash(list))
    }
    let frame = Frame(local: try make(.hash(table)), this: this)
    switch try execute(definition.body, frame) {
    case .returned(let value): return value
    case .failed: return nil
    case .normal, .broken, .continued: return try null()
    }
  }
}
