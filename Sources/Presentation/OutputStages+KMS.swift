// SPDX-License-Identifier: Apache-2.0

import Animations
package import KMS
import Linux
import Motion
import OutputConfiguration
import Scanout
import Text

extension OutputStages where Source: ~Copyable {
  /// The last logged failure of a connector; nil after a success.
  struct LoggedFailure {
    let connector: ConnectorName
    var failure: KMSError?
  }

  /// Delivers a page-flip event to its output.
  package mutating func deliver(_ event: FlipEvent, of device: DisplayDevice) {
    for output in list where output.device === device {
      if output.presenter.output.kms?.deliver(event) == true { return }
    }
  }

  /// Removes a card's output stages on connectors that are in none of the pipes.
  package mutating func keep(on device: DisplayDevice, only pipes: [DisplayPipe]) {
    removeAll { output in
      if output.device !== device { return false }
      for pipe in pipes where pipe.connector.id == output.pipe?.connector.id { return false }
      output.presenter.output.kms?.turnOff()
      return true
    }
  }

  /// Whether an output of a card has presented a frame.
  package func showAny(on device: DisplayDevice) -> Bool {
    list.contains { $0.device === device && !$0.isBlank }
  }

  /// Makes the first frames of several outputs wait until all of them are drawn; returns whether any
  /// waits.
  package mutating func awaitOthers() -> Bool {
    var isAny = false
    if list.count < 2 { return false }
    for output in list where !output.isSuspended {
      if output.presenter.output.kms?.awaitOthers() ?? false { isAny = true }
    }
    return isAny
  }

  /// Commits the waiting first frames, those of each card together; then each output must be shown again.
  package mutating func commitTogether() {
    for output in list {
      var frames: [FirstFrame] = []
      for other in list where other.device === output.device {
        if let frame = other.presenter.output.kms?.waitingFrame ?? nil { frames.append(frame) }
      }
      var commit: ModeCommit?
      if frames.count > 1 {
        commit = output.presenter.output.kms?.commitTogether(frames) ?? nil
      }
      for other in list where other.device === output.device {
        other.presenter.output.kms?.record(commit)
      }
    }
  }

  /// Whether a framebuffer of this program is scanned out.
  package var areShown: Bool { list.contains { $0.presenter.output.kms?.isShown() ?? false } }

  /// Closes all framebuffers and leaves the last frame on the displays, where the kernel supports that.
  package func abandon() {
    for output in list { output.presenter.output.kms?.abandon() }
  }

  /// Removes all output stages of a card.
  package mutating func removeAll(on device: DisplayDevice) {
    removeAll { $0.device === device }
  }

  /// Removes an output stage.
  package mutating func remove(_ output: OutputStage<Source.Content>) {
    removeAll { $0 === output }
  }

  /// Adds or updates the output stage of a display; with an unchanged pipe it stays as it is.
  package mutating func show(
    on pipe: DisplayPipe, of device: DisplayDevice, _ options: borrowing OutputOptions
  ) throws(KMSError) {
    for index in list.indices where list[index].device === device {
      guard let present = list[index].pipe, present.connector.id == pipe.connector.id else {
        continue
      }
      if present.isSame(as: pipe) && !pipe.connector.isLinkBad {
        // Another master may have changed every property.
        if list[index].isSuspended { list[index].restart(on: pipe) }
        return
      }
      if let output = try makeOutputStage(on: pipe, of: device, options) {
        // Only the latest predecessor can be on the display.
        list[index].predecessor = nil
        output.predecessor = list[index]
        list[index] = output
      } else {
        list.remove(at: index)
      }
      return
    }
    if list.count >= OutputOptions.outputLimit { throw KMSError(.noCRTC, .connector) }
    if let output = try makeOutputStage(on: pipe, of: device, options) { list.append(output) }
  }

  /// Nil where the stage cannot be laid out for the display, which is logged.
  private mutating func makeOutputStage(
    on pipe: DisplayPipe, of device: DisplayDevice, _ options: borrowing OutputOptions
  ) throws(KMSError) -> OutputStage<Source.Content>? {
    let output = try device.makeOutput(pipe, time: .monotonic)
    let name = pipe.connector.name
    do throws(StageError) {
      let outputStage = try makeOutputStage(
        AnyOutput(output), OutputDescription(pipe), name: name.bytes, of: device, on: pipe, options)
      clearFailure(pipe.connector)
      logMissingMode(on: pipe, options)
      return outputStage
    } catch {
      source.log.write(name.bytes, error)
      return nil
    }
  }

  /// Logs why a connector has no output, once per error.
  package mutating func logFailure(_ connector: Connector, _ failure: KMSError) {
    let name = connector.name
    if isNew(failure, of: name) { source.log.write(name.bytes, .kms(failure)) }
  }

  /// Logs why a connector is not in the plan, unless a rule switched it off.
  package mutating func logFailure(
    _ connector: Connector, _ reason: DisplayPlan.UnlitReason, _ failure: inout KMSError
  ) {
    let error = reason.error
    failure.yield(to: error)
    if reason != .off { logFailure(connector, error) }
  }

  /// Logs that a display does not have a rule's mode, or that the driver refused its best mode.
  private func logMissingMode(on pipe: DisplayPipe, _ options: borrowing OutputOptions) {
    let text: StaticString
    if pipe.isReduced {
      text = "the driver refused the best mode, perhaps beside other displays; using a lower one"
    } else if let asked = options.rules.rule(for: pipe.connector.name).mode,
      Mode.best(of: pipe.connector.modes, for: asked) == nil
    {
      text = "the display has no mode such as was asked for, using its best"
    } else {
      return
    }
    let name = pipe.connector.name
    source.log.write(name.bytes, text.bytes)
  }
}
