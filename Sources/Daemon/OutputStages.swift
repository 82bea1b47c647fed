// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import Animations
import Control
import FixedPoint
import KMS
import Motion
import Scanout
import Linux

/// The output stages, and the reference stage that new ones copy.
///
/// The reference stage has no output: it holds the current state, answers status requests, and is copied
/// by the stage of an output that is added later.
struct OutputStages: ~Copyable {
  /// The current state, on no output.
  private(set) var referenceStage: Stage

  /// The output stages, oldest first.
  var list: [OutputStage] = []

  private var nextNumber = 0

  /// The failure that was logged last for each connector without an output.
  private var loggedFailures: [LoggedFailure] = []

  /// Makes the reference stage, without any output.
  init(_ options: borrowing Options, at now: Instant) throws(BootstrapError) {
    // The reference stage is never drawn: any size does.
    let size = PixelSize(width: 1920, height: 1080)
    var configuration = options.configuration(for: size, nil)
    configuration.scale = 1
    do throws(StageError) {
      referenceStage = try Stage(configuration, at: now)
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

  /// Makes an output stage with a copy of the reference stage.
  @inline(never)
  mutating func makeOutputStage(
    _ output: consuming AnyOutput, _ configuration: StageConfiguration, name: Span<UInt8>,
    of device: DisplayDevice? = nil, on pipe: DisplayPipe? = nil, _ options: borrowing Options
  ) throws(StageError) -> OutputStage {
    let stage = try Stage(copying: referenceStage, configuration)
    var text = InlineText<32>()
    text.append(name)
    nextNumber += 1
    return OutputStage(
      output, stage, name: text, number: nextNumber, device: device, pipe: pipe, options)
  }

  /// Records a connector's failure; false if it was the last one logged.
  mutating func isNew(_ loggedFailure: LoggedFailure) -> Bool {
    for index in loggedFailures.indices
    where loggedFailures[index].connector == loggedFailure.connector {
      let isSame = loggedFailures[index].failure == loggedFailure.failure
      loggedFailures[index] = loggedFailure
      return !isSame
    }
    loggedFailures.append(loggedFailure)
    return true
  }

  /// Clears a connector's logged failure after a success.
  mutating func clearFailure(_ connector: Connector) {
    loggedFailures.removeAll { $0.connector == connector.name }
  }

  /// Applies a command to all stages at the same instant.
  mutating func apply(_ command: Command, at now: Instant) {
    referenceStage.apply(command, at: now)
    for output in list { output.apply(command, at: now) }
  }

  /// The status at an instant.
  mutating func status(at now: Instant) -> StageStatus? { referenceStage.status(at: now) }

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
  var drawnFrameCount: Int {
    mutating get {
      var count = 0
      for output in list { count += output.presenter.committedFrameCount }
      return count
    }
  }

  /// The largest number of frames that an output has presented.
  var presentedFrameCount: Int {
    mutating get {
      var count = 0
      for output in list { count = max(count, output.presenter.presentedFrameCount) }
      return count
    }
  }
}
