// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import Animations
import Control
import FixedPoint
import KMS
import Motion
import Scanout
import Linux

/// What is shown, and the outputs that show it, each in a layout of its own.
///
/// The model gets each command once, answers status requests, and is there without any output, too.
struct OutputStages: ~Copyable {
  /// The output stages, oldest first.
  var list: [OutputStage] = []
  /// The failure of a framebuffer device that was logged last.
  var loggedFramebufferFailure: SystemError?
  private var nextNumber = 0
  /// The first of the failures that were logged last, one for each connector without an output.
  private var firstLoggedFailure: LoggedFailure?

  /// What all outputs show.
  private var model: StageModel<BuiltInAnimation>

  /// Where themes are found.
  private let themes: ThemeSearch

  /// Makes the model, without any output.
  init(_ options: borrowing Options, at now: Instant) throws(BootstrapError) {
    var configuration = options.stage
    configuration.showsMessage = true
    configuration.fade = .milliseconds(160)
    themes = options.theme
    // Any size does: whether an output's does, its own layout finds out.
    (configuration.widthInPixels, configuration.heightInPixels) = (1920, 1080)
    do throws(StageError) {
      let model = try StageModel(configuration, at: now)
      _ = try StageLayout(configuration, for: model.animation)
      self.model = model
    } catch {
      throw BootstrapError(error)
    }
    list.reserveCapacity(Options.outputLimit)
  }

  /// Adds an output stage in memory.
  mutating func add(
    _ output: consuming MemoryOutput, _ options: borrowing Options
  ) throws(StageError) {
    let kind: StaticString = "memory"
    let configuration = options.configuration(
      for: output.sizeInPixels, nil, on: ConnectorName(kind, number: UInt32(list.count + 1)))
    list.append(try makeOutputStage(AnyOutput(output), configuration, name: kind.bytes, options))
  }

  /// Makes an output stage with a layout of its own.
  @inline(never)
  mutating func makeOutputStage(
    _ output: consuming AnyOutput, _ configuration: StageConfiguration, name: Span<UInt8>,
    of device: DisplayDevice? = nil, on pipe: DisplayPipe? = nil, _ options: borrowing Options
  ) throws(StageError) -> OutputStage {
    var configuration = configuration
    themes.adapt(&configuration)
    let layout = try StageLayout(configuration, for: model.animation)
    OutputStages.makePixmaps(layout, name)
    var text = InlineText<32>()
    text.append(name)
    nextNumber += 1
    return OutputStage(
      output, layout, name: text, number: nextNumber, device: device, pipe: pipe, options)
  }

  @inline(never)
  private static func makePixmaps(_ layout: StageLayout, _ name: Span<UInt8>) {
    layout.makePixmaps()
    if layout.missingImages > 0 {
      let text: StaticString = "an image of the theme is broken or too large, leaving it out"
      Log.write(name, text.bytes)
    }
  }

  /// Lets another theme, as `Request.theme` says, take the place of what is shown; `observer` is notified
  /// before it is read, and before the images of each output are made.
  ///
  /// - Returns: The reply. Where that is an error, nothing has changed.
  @inline(never)
  mutating func change(
    theme name: Span<UInt8>, at now: Instant, _ observer: inout some StepObserver & ~Copyable
  ) -> InlineText<512> {
    var reply = InlineText<512>()
    observer.noteStep()
    themes.find(name)
    if themes.problem.count > 0 {
      reply.append("error: ")
      reply.append(themes.problem.bytes)
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

  /// Shows what a theme has for what the machine does now; `observer` as for `change(theme:)`.
  @inline(never)
  mutating func change(
    mode: PlymouthMode, at now: Instant, _ observer: inout some StepObserver & ~Copyable
  ) {
    // Modes count as the situations of a theme do.
    guard themes.change(mode: mode.rawValue) else { return }
    do throws(StageError) {
      try showFound(at: now, &observer)
    } catch {
      Log.write(BootstrapError(error).line.bytes)
    }
  }

  /// Lets the look that has been found take the place of what is shown; where it cannot, nothing changes.
  @inline(never)
  private mutating func showFound(
    at now: Instant, _ observer: inout some StepObserver & ~Copyable
  ) throws(StageError) {
    var look = themes.found
    look.showsMessage = true
    look.fade = .milliseconds(160)
    let next = try StageModel(look, continuing: model, at: now)
    let layouts = try [StageLayout](capacity: list.count) { layouts throws(StageError) in
      for output in list {
        layouts.append(try StageLayout(look, on: output.layout, for: next.animation))
      }
    }
    // From here on nothing fails.
    for index in list.indices {
      observer.noteStep()
      OutputStages.makePixmaps(layouts[index], list[index].name.bytes)
    }
    let goesOn = model.dissolve(into: next, at: now)
    for index in list.indices { list[index].change(layouts[index], goesOn: goesOn) }
    themes.noteChange()
  }

  /// Records a connector's failure; false if it was the last one logged.
  mutating func isNew(_ failure: KMSError, of connector: ConnectorName) -> Bool {
    guard let logged = loggedFailure(of: connector) else {
      firstLoggedFailure = LoggedFailure(connector, failure, before: firstLoggedFailure)
      return true
    }
    defer { logged.failure = failure }
    return logged.failure != failure
  }

  private func loggedFailure(of connector: ConnectorName) -> LoggedFailure? {
    var next = firstLoggedFailure
    while let logged = next, logged.connector != connector { next = logged.next }
    return next
  }

  /// Clears a connector's logged failure after a success.
  mutating func clearFailure(_ connector: Connector) {
    // What is no failure of a connector's.
    loggedFailure(of: connector.name)?.failure = .nothing
  }

  /// Applies a command: at once, or where all outputs have a frame for a later vblank, at the first of those.
  mutating func apply(_ command: Command, at now: Instant) {
    model.apply(command, at: now)
    for output in list { output.noteCommand(command, &model) }
  }

  /// Has the field in which somebody types drawn and shown once more, whether or not it differs.
  mutating func repeatFields() { for output in list { output.repeatField() } }

  /// Which animation is shown.
  var animation: StageConfiguration.AnimationKind { model.animation.kind }

  /// The theme that is shown; nil for the built-in look.
  var theme: ThemeChoice? { model.themeChoice }

  /// When the theme has gone after `quit`, which nobody waits for without a display; nil for at once.
  var leaveEnd: Instant? {
    mutating get { showAny ? model.leaveEnd : nil }
  }

  /// Whether a person is being asked.
  var isAsking: Bool { model.isAsking }

  /// The status at an instant.
  mutating func status(at now: Instant) -> StageStatus? { model.status(at: now) }

  /// The last message of a slot, 1 to 4, shown or not.
  func message(in slot: Int) -> Message { model.message(in: slot) }

  /// Whether a person is being asked, or typed text may be in the frame that an output shows.
  func showsPrompt(on output: OutputStage) -> Bool { model.isAsking || output.drewEntry }

  /// Draws an output's next frame if it may differ from the last.
  mutating func show(_ output: OutputStage, at now: Instant) throws(OutputFailure) {
    try output.show(&model, at: now)
  }

  /// Advances the model to the present, or where all outputs have a frame for a later vblank, to the first of
  /// those: what comes next is no earlier.
  mutating func advance(at now: Instant) {
    var oldest: Instant?
    for output in list where !output.isSuspended {
      guard let drawn = output.presenter.lastTarget else { continue }
      oldest = min(oldest ?? drawn, drawn)
    }
    if let oldest { model.advance(to: max(oldest, now)) }
  }

  /// The earliest deadline of all outputs; nil for never.
  mutating func nextDeadline() -> Instant? {
    var deadline: Instant?
    for output in list {
      guard let next = output.nextDeadline() else { continue }
      deadline = min(deadline ?? next, next)
    }
    return deadline
  }

  /// Whether every output that is not suspended has presented a frame.
  var allPresented: Bool {
    mutating get { !list.contains { $0.isBlank && !$0.isSuspended } }
  }

  /// Whether an output that is not suspended has presented a frame.
  var showAny: Bool {
    mutating get { list.contains { !$0.isBlank && !$0.isSuspended } }
  }

  /// Removes the output stages that match.
  @inline(never)
  mutating func removeAll(_ isOfKind: (OutputStage) -> Bool) {
    var index = 0
    while index < list.count {
      if isOfKind(list[index]) { list.remove(at: index) } else { index += 1 }
    }
  }

  /// Whether a flip is pending on any output.
  var areBusy: Bool {
    mutating get { list.contains { $0.isBusy } }
  }

  /// The number of committed frames of the current outputs.
  var drawnFrameCount: Int64 {
    mutating get {
      var count: Int64 = 0
      for output in list { count += output.presenter.committedFrameCount }
      return count
    }
  }

  /// The largest number of frames that an output has presented.
  var presentedFrameCount: Int64 {
    mutating get {
      var count: Int64 = 0
      for output in list { count = max(count, output.presenter.presentedFrameCount) }
      return count
    }
  }
}
