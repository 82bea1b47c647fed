// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What objects hold, and how they are converted.
extension Interpreter {
  /// The first result for an object and, if it is extended, for its two parts.
  private func first<Result>(
    of object: Object, _ test: (Object.Content) -> Result?
  ) throws(ScriptError) -> Result? {
    let value = object.value
    if let result = test(value.content) { return result }
    guard case .extended(let one, let two) = value.content else { return nil }
    var waiting = [two, one]
    while let next = waiting.popLast() {
      // `a |= a` doubles the number of ways.
      try step()
      let content = next.value.content
      if let result = test(content) { return result }
      if case .extended(let one, let two) = content {
        waiting.append(two)
        waiting.append(one)
      }
    }
    return nil
  }

  func number(of object: Object) throws(ScriptError) -> Double? {
    try first(of: object) { if case .number(let value) = $0 { value } else { nil } }
  }

  /// A string, which is copied or compared: a long one takes steps.
  func string(of object: Object) throws(ScriptError) -> String? {
    let text: String? = try first(of: object) {
      if case .string(let text) = $0 { text } else { nil }
    }
    if let text { try spend(text.utf8.count / Self.copiedBytesPerStep) }
    return text
  }

  /// A value as text; its characters are counted, one after the other.
  func characters(of object: Object) throws(ScriptError) -> String.UnicodeScalarView {
    let text = try text(object)
    try spend(text.utf8.count / Self.readBytesPerStep)
    return text.unicodeScalars
  }

  /// The bytes of a string that are copied, or read and hashed, in about the time of a step.
  private static let copiedBytesPerStep = 64
  private static let readBytesPerStep = 8

  func function(of object: Object) throws(ScriptError) -> Function? {
    try first(of: object) { if case .function(let function) = $0 { function } else { nil } }
  }

  func image(of object: Object) throws(ScriptError) -> ScriptImage? {
    try first(of: object) { if case .image(let image) = $0 { image } else { nil } }
  }

  func sprite(of object: Object) throws(ScriptError) -> Sprite? {
    try first(of: object) { if case .sprite(let handle) = $0 { handle.sprite } else { nil } }
  }

  private func table(of object: Object) throws(ScriptError) -> Table? {
    try first(of: object) { if case .hash(let table) = $0 { table } else { nil } }
  }

  func isString(_ object: Object) throws(ScriptError) -> Bool {
    try first(of: object) { if case .string = $0 { true } else { nil } } ?? false
  }

  private func isNull(_ object: Object) throws(ScriptError) -> Bool {
    try first(of: object) { if case .null = $0 { true } else { nil } } ?? false
  }

  /// False are `null`, 0, NaN and the empty string.
  func isTrue(_ object: Object) throws(ScriptError) -> Bool {
    try first(of: object) { content -> Bool? in
      switch content {
      case .number(let value): value != 0 && !value.isNaN ? true : nil
      case .string(let text): text.isEmpty ? nil : true
      case .hash, .function, .image, .sprite: true
      case .null, .extended, .reference: nil
      }
    } ?? false
  }

  /// A value as text, which is also how an index becomes a key.
  func text(_ object: Object) throws(ScriptError) -> String {
    if let text = try string(of: object) { return text }
    if let value = try number(of: object) { return Interpreter.text(value) }
    return try isNull(object) ? "#NULL" : "#(object)"
  }

  /// A number with up to six digits, as `%g` of C writes it.
  static func text(_ value: Double) -> String {
    if value.magnitude < 1_000_000, value == value.rounded(.towardZero) {
      return value == 0 && value.sign == .minus ? "-0" : "\(Int(value))"
    }
    var buffer = [CChar](repeating: 0, count: 32)
    // It writes at most 32 bytes, the terminator included.
    let count = unsafe withVaList([value]) { unsafe vsnprintf(&buffer, 32, "%g", $0) }
    return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A number as an integer of C: what has none is the least one.
  static func integer(_ value: Double) -> Int {
    value > -2_147_483_649 && value < 2_147_483_648 ? Int(value) : -2_147_483_648
  }

  // Elements.

  /// An element that exists.
  func peek(_ name: String, in object: Object) throws(ScriptError) -> Object? {
    // The name is hashed.
    try spend(name.utf8.count / Self.readBytesPerStep / 4)
    switch object.content {
    case .hash(let table): return table.elements[name]
    case .null: return nil
    default: break
    }
    return try first(of: object) { content -> Object? in
      if case .hash(let table) = content { table.elements[name] } else { nil }
    }
  }

  /// An element, which is made if there is none; an object that has no elements becomes a hash.
  func element(_ name: String, of object: Object) throws(ScriptError) -> Object {
    if let found = try peek(name, in: object) { return found }
    let table: Table
    if let own = try self.table(of: object) {
      table = own
    } else {
      table = Table()
      object.assign(try make(.hash(table)))
    }
    let element = try null()
    table.elements[name] = element
    return element
  }

  // Operators.

  func binary(
    _ operation: BinaryOperator, _ left: Object, _ right: Object
  ) throws(ScriptError) -> Object {
    switch operation {
    case .extend: return try make(.extended(left.value, right.value))
    case .equal, .unequal, .greater, .greaterOrEqual, .less, .lessOrEqual:
      return try truth(Interpreter.holds(operation, try order(left, right)))
    case .add, .subtract, .multiply, .divide, .remainder: break
    }
    if let left = try number(of: left), let right = try number(of: right) {
      switch operation {
      case .add: return try number(left + right)
      case .subtract: return try number(left - right)
      case .multiply: return try number(left * right)
      case .divide: return try number(left / right)
      default: return try number(left.truncatingRemainder(dividingBy: right))
      }
    }
    let hasString = try isString(left) ? true : try isString(right)
    guard operation == .add, hasString else { return try null() }
    return try make(.string(try text(left) + (try text(right))))
  }

  private enum Order { case less, equal, greater, none }

  private func order(_ left: Object, _ right: Object) throws(ScriptError) -> Order {
    if try isNull(left), try isNull(right) { return .equal }
    if let left = try number(of: left) {
      guard let right = try number(of: right) else { return .none }
      return left < right ? .less : left > right ? .greater : left == right ? .equal : .none
    }
    if let left = try string(of: left) {
      guard let right = try string(of: right) else { return .none }
      if left.utf8.elementsEqual(right.utf8) { return .equal }
      return left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
    }
    return left.value === right.value ? .equal : .none
  }

  private static func holds(_ operation: BinaryOperator, _ order: Order) -> Bool {
    switch operation {
    case .equal: order == .equal
    case .unequal: order != .equal
    case .greater: order == .greater
    case .greaterOrEqual: order == .greater || order == .equal
    case .less: order == .less
    default: order == .less || order == .equal
    }
  }

  func unary(_ operation: UnaryOperator, _ operand: Object) throws(ScriptError) -> Object {
    switch operation {
    case .not: return try truth(try !isTrue(operand))
    case .plus: return operand
    case .minus:
      if let value = try number(of: operand) { return try number(-value) }
      warn("what is no number cannot be negated")
      return try null()
    case .incrementBefore, .decrementBefore, .incrementAfter, .decrementAfter:
      guard let value = try number(of: operand) else {
        warn("what is no number cannot be counted up or down")
        operand.clear()
        return try null()
      }
      let isUp = operation == .incrementBefore || operation == .incrementAfter
      let changed = try number(value + (isUp ? 1 : -1))
      let old = operand.value
      operand.assign(changed)
      return operation == .incrementBefore || operation == .decrementBefore ? changed : old
    }
  }
}
