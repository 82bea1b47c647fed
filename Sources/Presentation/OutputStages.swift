// SPDX-License-Identifier: Apache-2.0

package import Animations
package import DisplayList
package import KMS
import Linux
package import Motion
import OutputConfiguration
import Raster
package import Scanout
package import Stage
package import Text

/// The stage's model, and the outputs that show it, each with a layout of its own.
///
/// The model gets each command once, answers status requests, and exists without any output, too.
package struct OutputStages<Source: StageSource & ~Copyable>: ~Copyable {
  /// The output stages, oldest first.
  package var list: [OutputStage<Source.Content>] = []
  /// The last logged failure of a framebuffer device.
  var loggedFramebufferFailure: SystemError?
  private var nextNumber = 0
  /// The last logged failures, one for each connector without an output.
  private var loggedFailures: [LoggedFailure] = []

  /// The model that all outputs show.
  package var model: StageModel<Source.Content>
  /// How much work the images of that are on all outputs together.
  package var budget = PixmapBudget()
  /// How much of it is done in one turn of the loop: less than ten million instructions, or 20 ms of a slow machine.
  private static var slice: Int { 1 << 16 }

  /// What the outputs show beside the model.
  package var source: Source

  /// Shows a model, without any output.
  package init(_ model: consuming StageModel<Source.Content>, of source: consuming Source) {
    self.model = model
    self.source = source
    list.reserveCapacity(OutputOptions.outputLimit)
  }

  /// Adds an output stage in memory.
  package mutating func add(
    _ output: consuming MemoryOutput, _ options: borrowing OutputOptions
  ) throws(StageError) {
    let kind: StaticString = "memory"
    let description = OutputDescription(
      size: output.sizeInPixels, millimetres: nil,
      name: ConnectorName(kind, number: UInt32(list.count + 1)))
    list.append(try makeOutputStage(AnyOutput(output), description, name: kind.bytes, options))
  }

  /// An output stage with a layout of its own.
  mutating func makeOutputStage(
    _ output: consuming AnyOutput, _ description: OutputDescription, name: Span<UInt8>,
    of device: DisplayDevice? = nil, on pipe: DisplayPipe? = nil,
    _ options: borrowing OutputOptions
  ) throws(StageError) -> OutputStage<Source.Content> {
    let layout = try source.layout(of: model, on: description, options)
    var text = InlineText<32>()
    text.append(name)
    nextNumber += 1
    let stage = try OutputStage<Source.Content>(
      output, layout, name: text, number: nextNumber, device: device, pipe: pipe,
      isPaced: source.pacesEndless, options)
    do throws(StageError) {
      try layout.reservePixmaps(budget)
    } catch {
      // A display without an image is better than none.
      var line = source.log.text(of: error)
      line.append("; leaving an image out")
      source.log.write(name, line.bytes)
    }
    return stage
  }

  /// Makes some of the images that are not made yet, first those for which a frame waits.
  package mutating func makeImages(at now: Instant) {
    var work = Self.slice
    for output in list where output.mayMakeImages && output.waitsForImages(model, at: now) {
      makeImages(of: output, &work, at: now)
    }
    for output in list { makeImages(of: output, &work, at: now) }
  }

  private func makeImages(
    of output: OutputStage<Source.Content>, _ work: inout Int, at now: Instant
  ) {
    guard work > 0, output.mayMakeImages, output.checkImages() else { return }
    if model.makePixmaps(&work, on: output.layout, at: now) { output.drawAgain() }
    if !output.checkImages() { output.logMissingImages(source.log) }
  }

  /// Whether images are still to be made.
  package var areMaking: Bool {
    mutating get { list.contains { $0.mayMakeImages && $0.checkImages() } }
  }

  /// Whether an output waits for images before its first frame, with which those of the others are committed.
  package mutating func holdsFirstFrames(at now: Instant) -> Bool {
    for output in list where output.isBlank && !output.isSuspended {
      if output.waitsForImages(model, at: now) { return true }
    }
    return false
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
  package mutating func clearFailure(_ connector: Connector) {
    for index in loggedFailures.indices where loggedFailures[index].connector == connector.name {
      loggedFailures[index].failure = nil
    }
  }

  /// Applies a command: at once, or if all outputs have a frame for a later vblank, at the first of those.
  package mutating func apply(_ command: Command, at now: Instant) {
    model.apply(command, at: now)
    for output in list { output.noteCommand(command, &model, of: source) }
  }

  /// Sets the clock of the theme; nil hides it.
  package mutating func set(_ clock: WallClock?, at now: Instant) {
    model.set(clock, at: now)
    for output in list { output.drawAgain() }
  }

  /// Changes the animation from an instant on; the function gets the time of the animation's own clock.
  package mutating func update(
    at now: Instant, _ change: (inout Source.Content, Instant) -> Void
  ) {
    model.update(at: now, change)
    for output in list { output.drawAgain() }
  }

  /// Draws and shows the field of the prompt again, whether or not it differs.
  package mutating func repeatFields() { for output in list { output.repeatField() } }

  /// When the theme has faded out after `quit`; nil for at once, as without a display.
  package var leaveEnd: Instant? {
    mutating get { showAny ? model.leaveEnd : nil }
  }

  /// Whether a prompt is shown.
  package var isAsking: Bool { model.isAsking }

  /// The status at an instant.
  package mutating func status(at now: Instant) -> StageStatus? { model.status(at: now) }

  /// The last message of a slot, 1 to 4, shown or not.
  package func message(in slot: Int) -> Message { model.message(in: slot) }

  /// Whether a prompt is shown, or an output's frame may contain typed text.
  package func showsPrompt(on output: OutputStage<Source.Content>) -> Bool {
    model.isAsking || output.drewEntry
  }

  /// Draws an output's next frame if it may differ from the last.
  package mutating func show(
    _ output: OutputStage<Source.Content>, at now: Instant
  ) throws(OutputFailure) {
    if output.isBlank, holdsFirstFrames(at: now) { return }
    try output.show(&model, of: source, at: now)
  }

  /// Advances the model to the present, or if all outputs have a frame for a later vblank, to the first of
  /// those: the next frame is not earlier.
  package mutating func advance(at now: Instant) {
    var oldest: Instant?
    for output in list where !output.isSuspended {
      guard let drawn = output.presenter.lastTarget else { continue }
      oldest = min(oldest ?? drawn, drawn)
    }
    if let oldest { model.advance(to: max(oldest, now)) }
  }

  /// The earliest deadline of all outputs; nil for never.
  package mutating func nextDeadline() -> Instant? {
    var deadline: Instant?
    for output in list {
      guard let next = output.nextDeadline() else { continue }
      deadline = min(deadline ?? next, next)
    }
    return deadline
  }

  /// Whether every output that is not suspended has presented a frame.
  package var allPresented: Bool {
    mutating get { !list.contains { $0.isBlank && !$0.isSuspended } }
  }

  /// Whether an output that is not suspended has presented a frame.
  package var showAny: Bool {
    mutating get { list.contains { !$0.isBlank && !$0.isSuspended } }
  }

  /// Removes the output stages that match.
  mutating func removeAll(_ isOfKind: (OutputStage<Source.Content>) -> Bool) {
    var index = 0
    while index < list.count {
      if isOfKind(list[index]) { list.remove(at: index) } else { index += 1 }
    }
  }

  /// Whether a flip is pending on any output.
  package var areBusy: Bool {
    mutating get { list.contains { $0.isBusy } }
  }

  /// The number of committed frames of the current outputs.
  package var drawnFrameCount: Int64 {
    mutating get {
      var count: Int64 = 0
      for output in list { count += output.presenter.committedFrameCount }
      return count
    }
  }

  /// The largest number of frames that an output has presented.
  package var presentedFrameCount: Int64 {
    mutating get {
      var count: Int64 = 0
      for output in list { count = max(count, output.presenter.presentedFrameCount) }
      return count
    }
  }
}
