// SPDX-License-Identifier: Apache-2.0

/// Evaluates a script.
///
/// The rules are those of Plymouth's plugin: a name is looked for in the function's variables, in `this` and in the
/// global variables; what is not there is made where it was looked for first; what an operation cannot do is `null`.
final class Interpreter {
  let program: ScriptProgram
  let limits: ScriptLimits
  let heap: Heap
  let globals: Table
  let global: Object
  private(set) var warnings: [ScriptWarning] = []
  /// The line that is evaluated.
  var line = 0
  private let budget: ScriptBudget
  /// The steps that are left for the present call, of those of the budget.
  private var stepsLeft = 0
  private var depth = 0

  /// How a statement ended.
  enum Completion {
    case normal, failed, broken, continued
    case returned(Object)
  }

  /// The variables of a call.
  struct Frame {
    let local: Object
    let this: Object
  }

  init(_ program: ScriptProgram, limits: ScriptLimits, budget: ScriptBudget) {
    self.program = program
    self.limits = limits
    self.budget = budget
    heap = Heap(limits)
    globals = Table()
    global = Object(.hash(globals), heap)
  }

  deinit {
    // The functions of the library are reachable from themselves.
    let elements = globals.elements
    globals.elements = [:]
    for element in elements.values { element.clear() }
  }

  // Limits.

  func error(_ reason: String) -> ScriptError {
    ScriptError(file: program.file, line: line, reason: reason)
  }

  func warn(_ text: String) {
    let warning = ScriptWarning(line: line, text: text)
    guard warnings.count < 20, !warnings.contains(warning) else { return }
    warnings.append(warning)
  }

  /// Counts a step of evaluation.
  func step() throws(ScriptError) { try spend(1) }

  /// Counts work that takes as long as a number of steps, and the references that were followed since the last step.
  func spend(_ steps: Int) throws(ScriptError) {
    stepsLeft -= steps + heap.hops
    heap.hops = 0
    guard stepsLeft < 0 else { return }
    throw budget.steps > limits.stepsPerCall
      ? error("stopped: more than \(limits.stepsPerCall) steps in one call")
      : error("stopped: more than \(limits.steps) steps")
  }

  /// Runs a call from outside with steps of its own.
  private func counted<Result>(
    _ body: () throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    let given = min(limits.stepsPerCall, budget.steps)
    (stepsLeft, depth) = (given, 0)
    let result = try body()
    budget.steps -= given - stepsLeft
    return result
  }

  private func enter() throws(ScriptError) {
    depth += 1
    try step()
    if depth > limits.depth { throw error("stopped: calls and blocks nest too deeply") }
  }

  // Objects.

  func make(_ content: Object.Content) throws(ScriptError) -> Object {
    if heap.objects >= limits.objects {
      throw error("stopped: more than \(limits.objects) objects")
    }
    if case .string(let text) = content {
      let count = text.utf8.count
      if count > limits.stringLength {
        throw error("stopped: a string of more than \(limits.stringLength) bytes")
      }
      if heap.stringBytes + count > limits.stringBytes {
        throw error("stopped: strings of more than \(limits.stringBytes) bytes")
      }
    }
    return Object(content, heap)
  }

  func null() throws(ScriptError) -> Object { try make(.null) }
  func number(_ value: Double) throws(ScriptError) -> Object { try make(.number(value)) }
  func truth(_ value: Bool) throws(ScriptError) -> Object { try make(.number(value ? 1 : 0)) }

  // Runs.

  /// Runs the whole script.
  func run() throws(ScriptError) {
    let frame = Frame(local: global, this: try null())
    _ = try counted { () throws(ScriptError) in try execute(program.body, frame) }
  }

  /// Calls a function that the script set, such as its refresh function; anything else is passed over.
  func call(_ function: Object?, _ arguments: [Object] = []) throws(ScriptError) -> Object? {
    guard let function else { return nil }
    let this = try null()
    return try counted { () throws(ScriptError) -> Object? in
      guard let found = try self.function(of: function) else { return nil }
      return try invoke(found, this: this, arguments)
    }
  }

  func execute(_ statement: Statement, _ frame: Frame) throws(ScriptError) -> Completion {
    try enter()
    defer { depth -= 1 }
    line = statement.line
    switch statement.kind {
    case .empty: return .normal
    case .expression(let expression):
      _ = try evaluate(expression, frame)
      return .normal
    case .block(let statements):
      for statement in statements {
        let completion = try execute(statement, frame)
        guard case .normal = completion else { return completion }
      }
      return .normal
    case .conditional(let condition, let first, let second):
      if try isTrue(try evaluate(condition, frame)) { return try execute(first, frame) }
      guard let second else { return .normal }
      return try execute(second, frame)
    case .loop(let loop): return try execute(loop, frame)
    case .return(let expression):
      guard let expression else { return .returned(try null()) }
      return .returned(try evaluate(expression, frame))
    case .fail: return .failed
    case .break: return .broken
    case .continue: return .continued
    }
  }

  private func execute(_ loop: Statement.Loop, _ frame: Frame) throws(ScriptError) -> Completion {
    var mustTest = loop.testsFirst
    while true {
      if mustTest, let condition = loop.condition,
        try !isTrue(try evaluate(condition, frame))
      {
        return .normal
      }
      mustTest = true
      let completion = try execute(loop.body, frame)
      switch completion {
      case .normal, .continued: break
      case .broken: return .normal
      case .returned, .failed: return completion
      }
      if let step = loop.step { _ = try evaluate(step, frame) }
      try self.step()
    }
  }

  /// Enters an expression for the time of a call.
  func nested(_ body: () throws(ScriptError) -> Object) throws(ScriptError) -> Object {
    try enter()
    defer { depth -= 1 }
    return try body()
  }
}
