// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import Linux
import Motion
import Presentation
import Scanout
import Stage
import Text

extension OutputStages {
  /// Makes the model, without any output.
  init(_ options: borrowing Options, at now: Instant) throws(BootstrapError) {
    var configuration = options.stage
    configuration.showWholeStage()
    // Any size will do here; an output's own layout checks its size.
    (configuration.widthInPixels, configuration.heightInPixels) = (1920, 1080)
    do throws(StageError) {
      let model = try StageModel(configuration, at: now)
      _ = try StageLayout(configuration, for: model)
      self.init(model, of: ThemedStage(options))
    } catch {
      throw BootstrapError(error)
    }
  }

  /// The kind of the animation.
  var animation: StageConfiguration.AnimationKind { model.animation.kind }

  /// The theme; nil for the built-in look.
  var theme: ThemeSelection? { model.themeSelection }

  /// Whether the theme has a clock.
  var hasClock: Bool { model.themeSelection?.hasClock ?? false }

  /// Whether the look shows how far a boot is.
  var showsProgress: Bool { model.themeSelection?.showsBootProgress ?? true }

  /// Whether the look names the first unit that fails.
  var showsFailure: Bool { model.themeSelection?.showsFailure ?? false }

  /// Changes to another theme, as for `Request.theme`.
  ///
  /// `observer` is notified before the theme is read, and before it is laid out on each output.
  ///
  /// - Returns: The reply. Where that is an error, nothing has changed.
  mutating func change(
    theme name: Span<UInt8>, at now: Instant, _ observer: inout some StepObserver & ~Copyable
  ) -> InlineText<512> {
    var reply = InlineText<512>()
    observer.beginStep()
    source.themes.find(name)
    if source.themes.problem.count > 0 {
      reply.append("error: ")
      reply.append(source.themes.problem.bytes)
      return reply
    }
    do throws(StageError) {
      try showFound(at: now, &observer)
      reply.append("ok")
    } catch {
      reply.append("error: ")
      reply.append(BootstrapError(error).line.bytes)
    }
    return reply
  }

  /// Shows the theme's look for the machine's mode; `observer` as for `change(theme:)`.
  mutating func change(
    mode: MachineMode, at now: Instant, _ observer: inout some StepObserver & ~Copyable
  ) {
    guard source.themes.change(mode: mode) else { return }
    do throws(StageError) {
      try showFound(at: now, &observer)
    } catch {
      Log.write(BootstrapError(error).line.bytes)
    }
  }

  /// Starts the transition to the look that has been found; where that fails, nothing changes.
  private mutating func showFound(
    at now: Instant, _ observer: inout some StepObserver & ~Copyable
  ) throws(StageError) {
    var look = source.themes.found
    look.showWholeStage()
    try ThemedStage.checkRoom(for: look)
    let next = try StageModel(look, continuing: model, at: now)
    let budget = PixmapBudget()
    let layouts = try [StageLayout](capacity: list.count) { layouts throws(StageError) in
      for output in list {
        observer.beginStep()
        try ThemedStage.checkRoom(for: look)
        let logo =
          look.wantsFirmwareLogo
          ? source.firmwareLogo.placed(
            on: output.presenter.output.sizeInPixels, rotation: output.layout.rotation) : nil
        let layout = try StageLayout(look, on: output.layout, logo: logo, for: next)
        try layout.reservePixmaps(budget)
        layouts.append(layout)
      }
    }
    try ThemedStage.checkRoom(for: look)
    // From here on nothing can fail.
    let keepsOutgoing = model.dissolve(into: next, at: now)
    for index in list.indices { list[index].change(layouts[index], keepsOutgoing: keepsOutgoing) }
    self.budget = budget
    source.themes.recordChange()
  }
}
