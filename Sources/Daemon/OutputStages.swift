// SPDX-License-Identifier: Apache-2.0

import DisplayList
import OutputConfiguration
import Animations
import Control
import FixedPoint
import KMS
import Motion
import Raster
import Scanout
import Linux
import Stage
import Text

/// The stage's model, and the outputs that show it, each with a layout of its own.
///
/// The model gets each command once, answers status requests, and exists without any output, too.
struct OutputStages: ~Copyable {
  /// The output stages, oldest first.
  var list: [OutputStage] = []
  /// The last logged failure of a framebuffer device.
  var loggedFramebufferFailure: SystemError?
  private var nextNumber = 0
  /// The last logged failures, one for each connector without an output.
  private var loggedFailures: [LoggedFailure] = []

  /// The model that all outputs show.
  private var model: StageModel<BuiltInAnimation>
  /// How much work the images of that are on all outputs together.
  private var budget = PixmapBudget()
  /// How much of it is done in one turn of the loop: less than ten million instructions, or 20 ms of a slow machine.
  private static var slice: Int { 1 << 16 }

  /// The search for themes.
  private let themes: ThemeSearch

  /// Makes the model, without any output.
  init(_ options: borrowing Options, at now: Instant) throws(BootstrapError) {
    var configuration = options.stage
    configuration.showWholeStage()
    themes = options.theme
    // Any size will do here; an output's own layout checks its size.
    (configuration.widthInPixels, configuration.heightInPixels) = (1920, 1080)
    do throws(StageError) {
      let model = try StageModel(configuration, at: now)
      _ = try StageLayout(configuration, for: model)
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

  /// An output stage with a layout of its own.
  mutating func makeOutputStage(
    _ output: consuming AnyOutput, _ configuration: StageConfiguration, name: Span<UInt8>,
    of device: DisplayDevice? = nil, on pipe: DisplayPipe? = nil, _ options: borrowing Options
  ) throws(StageError) -> OutputStage {
    var configuration = configuration
    themes.adapt(&configuration)
    try OutputStages.checkRoom(for: configuration)
    let layout = try StageLayout(configuration, for: model)
    var text = InlineText<32>()
    text.append(name)
    nextNumber += 1
    let stage = try OutputStage(
      output, layout, name: text, number: nextNumber, device: device, pipe: pipe, options)
    do throws(StageError) {
      try layout.reservePixmaps(budget)
    } catch {
      // A display without an image is better than none.
      var line = BootstrapError(error).line
      line.append("; leaving an image out")
      Log.write(name, line.bytes)
    }
    return stage
  }

  /// Throws where the heap has no room for what Swift allocates for a look, or for it on one output.
  private static func checkRoom(for look: borrowing StageConfiguration) throws(StageError) {
    guard OwnProcess.hasRoom(for: look.theme?.heapSize ?? 128 << 10) else { throw .outOfMemory }
  }

  /// Makes some of the images that are not made yet, first those for which a frame waits.
  mutating func makeImages(at now: Instant) {
    var work = OutputStages.slice
    for output in list where output.waitsForImages(model, at: now) {
      makeImages(of: output, &work, at: now)
    }
    for output in list { makeImages(of: output, &work, at: now) }
  }

  private func makeImages(of output: OutputStage, _ work: inout Int, at now: Instant) {
    guard work > 0, output.layout.isMaking else { return }
    if model.makePixmaps(&work, on: output.layout, at: now) { output.drawAgain() }
    if !output.layout.isMaking { output.logMissingImages() }
  }

  /// Whether images are still to be made.
  var areMaking: Bool {
    mutating get { list.contains { $0.layout.isMaking } }
  }

  /// Whether an output waits for images before its first frame, with which those of the others are committed.
  mutating func holdsFirstFrames(at now: Instant) -> Bool {
    for output in list where output.isBlank && !output.isSuspended {
      if output.waitsForImages(model, at: now) { return true }
    }
    return false
  }

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

  /// Shows the theme's look for the machine's mode; `observer` as for `change(theme:)`.
  mutating func change(
    mode: MachineMode, at now: Instant, _ observer: inout some StepObserver & ~Copyable
  ) {
    guard themes.change(mode: mode) else { return }
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
    var look = themes.found
    look.showWholeStage()
    try OutputStages.checkRoom(for: look)
    let next = try StageModel(look, continuing: model, at: now)
    let budget = PixmapBudget()
    let layouts = try [StageLayout](capacity: list.count) { layouts throws(StageError) in
      for output in list {
        observer.beginStep()
        try OutputStages.checkRoom(for: look)
        let layout = try StageLayout(look, on: output.layout, for: next)
        try layout.reservePixmaps(budget)
        layouts.append(layout)
      }
    }
    try OutputStages.checkRoom(for: look)
    // From here on nothing can fail.
    let keepsOutgoing = model.dissolve(into: next, at: now)
    for index in list.indices { list[index].change(layouts[index], keepsOutgoing: keepsOutgoing) }
    self.budget = budget
    themes.recordChange()
  }

  /// Records a connector's failure; false if it was the last one logged.
  mutating func isNew(_ failure: KMSError, of connector: ConnectorName) -> Bool {
    for index in loggedFailures.indices where loggedFailures[index].connector == connector {
      defer { loggedFailures[index].failure = failure }
      return loggedFailures[index].failure != failure
    }
    loggedFailures.append(LoggedFailure(connector: connector, failure: failure))
    return true
  }

  /// Clears a connector's logged failure after a success.
  mutating func clearFailure(_ connector: Connector) {
    for index in loggedFailures.indices where loggedFailures[index].connector == connector.name {
      loggedFailures[index].failure = nil
    }
  }

  /// Applies a command: at once, or if all outputs have a frame for a later vblank, at the first of those.
  mutating func apply(_ command: Command, at now: Instant) {
    model.apply(command, at: now)
    for output in list { output.noteCommand(command, &model) }
  }

  /// Whether the theme has a clock.
  var hasClock: Bool { model.themeSelection?.hasClock ?? false }

  /// Sets the clock of the theme; nil hides it.
  mutating func set(_ clock: WallClock?, at now: Instant) {
    model.set(clock, at: now)
    for output in list { output.drawAgain() }
  }

  /// Draws and shows the field of the prompt again, whether or not it differs.
  mutating func repeatFields() { for output in list { output.repeatField() } }

  /// The kind of the animation.
  var animation: StageConfiguration.AnimationKind { model.animation.kind }

  /// The theme; nil for the built-in look.
  var theme: ThemeSelection? { model.themeSelection }

  /// When the theme has faded out after `quit`; nil for at once, as without a display.
  var leaveEnd: Instant? {
    mutating get { showAny ? model.leaveEnd : nil }
  }

  /// Whether a prompt is shown.
  var isAsking: Bool { model.isAsking }

  /// The status at an instant.
  mutating func status(at now: Instant) -> StageStatus? { model.status(at: now) }

  /// The last message of a slot, 1 to 4, shown or not.
  func message(in slot: Int) -> Message { model.message(in: slot) }

  /// Whether a prompt is shown, or an output's frame may contain typed text.
  func showsPrompt(on output: OutputStage) -> Bool { model.isAsking || output.drewEntry }

  /// Draws an output's next frame if it may differ from the last.
  mutating func show(_ output: OutputStage, at now: Instant) throws(OutputFailure) {
    if output.isBlank, holdsFirstFrames(at: now) { return }
    try output.show(&model, at: now)
  }

  /// Advances the model to the present, or if all outputs have a frame for a later vblank, to the first of
  /// those: the next frame is not earlier.
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
