// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The objects and functions that scripts expect: `Math`, `String`, `Image`, `Sprite`, `Window`, `Plymouth`.
final class Library {
  /// It owns this library's functions.
  unowned let script: Interpreter
  let world: World

  init(_ script: Interpreter, _ world: World) { (self.script, self.world) = (script, world) }

  /// Defines all global objects, and the functions of the language's first version.
  func install() throws(ScriptError) {
    try installMath()
    try installString()
    try installImage()
    try installSprite()
    try installWindow()
    try installPlymouth()
  }

  // Definitions.

  /// A new global hash.
  func define(_ name: String) throws(ScriptError) -> Table {
    let table = Table()
    script.globals.elements[name] = try script.make(.hash(table))
    return table
  }

  /// Lets a global hash be called, too.
  func makeCallable(_ name: String, _ function: @escaping Function.Native) throws(ScriptError) {
    guard let hash = script.globals.elements[name] else { return }
    let function = try script.make(.function(Function(.native(function))))
    let variable = try script.null()
    variable.assign(try script.make(.extended(hash.value, function)))
    script.globals.elements[name] = variable
  }

  func add(
    _ table: Table, _ name: String, _ function: @escaping Function.Native
  ) throws(ScriptError) {
    let variable = try script.null()
    variable.assign(try script.make(.function(Function(.native(function)))))
    table.elements[name] = variable
  }

  /// Old names of methods: global functions with the object as their first argument.
  func addOldMethods(of owner: Table, prefix: String, _ names: [String]) throws(ScriptError) {
    for name in names {
      guard let method = owner.elements[name] else { continue }
      try add(script.globals, prefix + name) {
        [unowned script] this, arguments throws(ScriptError) in
        guard let object = arguments.first, let function = try script.function(of: method),
          let result = try script.invoke(function, this: object, Array(arguments.dropFirst()))
        else { return try script.null() }
        return result
      }
    }
  }

  /// Old names of functions: global variables with the same function.
  func addOldNames(of owner: Table, prefix: String, _ names: [String]) {
    for name in names { script.globals.elements[prefix + name] = owner.elements[name] }
  }

  // Arguments.

  /// An argument as a number; NaN for other values.
  func number(_ arguments: [Object], _ index: Int) throws(ScriptError) -> Double {
    guard index < arguments.count else { return .nan }
    return try script.number(of: arguments[index]) ?? .nan
  }

  func integer(_ arguments: [Object], _ index: Int) throws(ScriptError) -> Int {
    Interpreter.integer(try number(arguments, index))
  }

  func string(_ arguments: [Object], _ index: Int) throws(ScriptError) -> String? {
    guard index < arguments.count else { return nil }
    return try script.string(of: arguments[index])
  }

  // Math.

  private func installMath() throws(ScriptError) {
    let math = try define("Math")
    let functions: [(String, (Double) -> Double)] = [
      ("Cos", Glibc.cos), ("Sin", Glibc.sin), ("Tan", Glibc.tan), ("Sqrt", { $0.squareRoot() }),
      ("Int", { $0.rounded(.down) }),
    ]
    for (name, function) in functions {
      try add(math, name) { [unowned self] _, arguments throws(ScriptError) in
        try script.number(function(try number(arguments, 0)))
      }
    }
    try add(math, "ATan2") { [unowned self] _, arguments throws(ScriptError) in
      try script.number(Glibc.atan2(try number(arguments, 0), try number(arguments, 1)))
    }
    try add(math, "Random") { [unowned self] _, _ throws(ScriptError) in
      try script.number(world.nextRandom())
    }
    try add(math, "Abs") { [unowned self] _, arguments throws(ScriptError) in
      try script.number(abs(try number(arguments, 0)))
    }
    try add(math, "Min") { [unowned self] _, arguments throws(ScriptError) in
      let (one, two) = (try number(arguments, 0), try number(arguments, 1))
      return try script.number(one < two ? one : two)
    }
    try add(math, "Max") { [unowned self] _, arguments throws(ScriptError) in
      let (one, two) = (try number(arguments, 0), try number(arguments, 1))
      return try script.number(one > two ? one : two)
    }
    try add(math, "Clamp") { [unowned self] _, arguments throws(ScriptError) in
      let value = try number(arguments, 0)
      let (least, most) = (try number(arguments, 1), try number(arguments, 2))
      return try script.number(value < least ? least : value > most ? most : value)
    }
    math.elements["Pi"] = try script.number(.pi)
    addOldNames(
      of: math, prefix: "Math",
      ["Abs", "Min", "Max", "Clamp", "Pi", "Cos", "Sin", "Tan", "ATan2", "Sqrt", "Int"])
  }

  // String.

  private func installString() throws(ScriptError) {
    let strings = try define("String")
    try add(strings, "Length") { [unowned self] this, _ throws(ScriptError) in
      try script.number(Double(try script.characters(of: this).count))
    }
    try add(strings, "CharAt") { [unowned self] this, arguments throws(ScriptError) in
      let index = try integer(arguments, 0)
      guard index >= 0 else { return try script.null() }
      let character = try script.characters(of: this).dropFirst(index).first
      return try script.make(.string(character.map { String($0) } ?? ""))
    }
    try add(strings, "SubString") { [unowned self] this, arguments throws(ScriptError) in
      let (start, end) = (try integer(arguments, 0), try integer(arguments, 1))
      guard start >= 0, end >= start else { return try script.null() }
      let part = try script.characters(of: this).dropFirst(start).prefix(end - start)
      return try script.make(.string(String(part)))
    }
    try makeCallable("String") { [unowned self] _, arguments throws(ScriptError) in
      guard let text = arguments.first, let type = script.globals.elements["String"] else {
        return try script.null()
      }
      return try script.make(.extended(text.value, type.value))
    }
  }
}
