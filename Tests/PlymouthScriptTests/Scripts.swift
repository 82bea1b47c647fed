// SPDX-License-Identifier: Apache-2.0

@testable import PlymouthScript

/// Runs scripts of the tests.
enum Scripts {
  /// The image files that scripts of the tests have, by name.
  static let sizes: [String: (width: Int, height: Int)] = [
    "logo.png": (200, 100), "bar.png": (400, 10), "box.png": (420, 20), "dot.png": (20, 20),
    "wall.png": (640, 400),
  ]

  static func size(_ name: String) -> (width: Int, height: Int)? {
    name.hasPrefix("frame-") ? (64, 48) : sizes[name]
  }

  static func simulation(
    _ source: String, limits: ScriptLimits = ScriptLimits()
  ) throws(ScriptError) -> Simulation {
    Simulation(
      try Parser.parse(Array(source.utf8), file: "test.script", limits: limits), limits: limits,
      size: size)
  }

  /// What a script shows.
  static func scene(
    _ source: String, limits: ScriptLimits = ScriptLimits()
  ) throws(ScriptError) -> SceneDescription {
    try SceneReader.describe(try simulation(source, limits: limits)).scene
  }

  /// The value of a global variable after a script, as text.
  static func value(
    of name: String = "x", _ source: String, limits: ScriptLimits = ScriptLimits()
  ) throws(ScriptError) -> String {
    let program = try Parser.parse(Array(source.utf8), file: "test.script", limits: limits)
    let script = Interpreter(program, limits: limits, budget: ScriptBudget(limits))
    let world = World(
      width: 1920, height: 1080, mode: "boot", images: ImageStore(limit: 100, size: size))
    let library = Library(script, world)
    try library.install()
    try script.run()
    defer { withExtendedLifetime(library) {} }
    guard let object = script.globals.elements[name] else { return "#none" }
    return try script.text(object)
  }

  /// The error of a script; nil if it has none.
  static func error(_ source: String, limits: ScriptLimits = ScriptLimits()) -> String? {
    do throws(ScriptError) {
      _ = try scene(source, limits: limits)
      return nil
    } catch {
      return error.description
    }
  }
}
