// SPDX-License-Identifier: Apache-2.0

/// Runs a script against a simulated window and clock.
package struct Simulation {
  /// The window, the mode and the progress that a run has.
  package struct Setting: Sendable {
    /// The window's size in pixels.
    package var width = 1920
    package var height = 1080
    /// The mode in Plymouth's words: `boot`, `shutdown`, `updates`.
    package var mode = "boot"
    /// The simulated time in seconds.
    package var seconds = 20
    /// The time in which progress rises from 0 to 1; nil if it stays at 0.
    package var progressSeconds: Int? = 20
    /// Calls that are made after the first refresh, such as the display of a message.
    package var event: Event?

    /// A boot of 20 s in a window of 1920×1080.
    package init() {}
  }

  /// Something that happens on the stage, of which scripts show something.
  package enum Event: Sendable, Equatable {
    case message(String)
    case password(String, bullets: Int)
  }

  let program: ScriptProgram
  let limits: ScriptLimits
  let variables: [(name: String, value: String)]
  let size: (String) -> (width: Int, height: Int)?
  private let budget: ScriptBudget

  /// Prepares runs of a script.
  ///
  /// - Parameters:
  ///   - program: the parsed script.
  ///   - limits: what all runs together may use.
  ///   - variables: the keys of the section `[script-env-vars]`, which are global variables.
  ///   - size: the size of an image by its name in the image folder; nil if there is none.
  package init(
    _ program: ScriptProgram, limits: ScriptLimits = ScriptLimits(),
    variables: [(name: String, value: String)] = [],
    size: @escaping (String) -> (width: Int, height: Int)?
  ) {
    (self.program, self.limits) = (program, limits)
    (self.variables, self.size) = (variables, size)
    budget = ScriptBudget(limits)
  }

  /// Runs the script, and its functions at each refresh.
  package func run(_ setting: Setting) throws(ScriptError) -> Trace {
    let script = Interpreter(program, limits: limits, budget: budget)
    let world = World(
      width: setting.width, height: setting.height, mode: setting.mode,
      images: ImageStore(limit: limits.images, size: size))
    let library = Library(script, world)
    try library.install()
    for (name, value) in variables {
      script.globals.elements[name] = try script.make(.string(value))
    }
    try script.run()
    var trace = Trace(setting, images: world.images)
    var refresh = 0
    // Whole seconds are exact where the rate stays, as scripts compare differences of times.
    var (rate, base, since) = (world.refreshRate, 0.0, 0)
    while true {
      if rate != world.refreshRate {
        base += Double(refresh - since) / rate
        (rate, since) = (world.refreshRate, refresh)
      }
      let time = base + Double(refresh - since) / rate
      guard time < Double(setting.seconds) else { break }
      if refresh > 0 {
        // The first report comes with the second refresh.
        let reported = base + Double(refresh - since - (since == 0 ? 1 : 0)) / rate
        let progress = setting.progressSeconds.map { min(1, time / Double($0)) } ?? 0
        _ = try script.call(
          world.functions["BootProgress"],
          [try script.number(reported), try script.number(progress)])
      }
      _ = try script.call(world.functions["Refresh"])
      if refresh == 1 { try play(setting.event, script, world) }
      world.sortSprites()
      guard trace.record(world, limit: limits.states) else { break }
      refresh += 1
    }
    trace.finish(world, warnings: script.warnings)
    // It owns the functions that the script refers to.
    withExtendedLifetime(library) {}
    return trace
  }

  private func play(
    _ event: Event?, _ script: Interpreter, _ world: World
  ) throws(ScriptError) {
    switch event {
    case nil: break
    case .message(let text):
      _ = try script.call(world.functions["DisplayMessage"], [try script.make(.string(text))])
    case .password(let question, let bullets):
      _ = try script.call(
        world.functions["DisplayPassword"],
        [try script.make(.string(question)), try script.number(Double(bullets))])
    }
  }
}
