import OutputConfiguration
import Animations
import Control
import KMS
import Motion
import Scanout

extension OutputStages {
  /// Why a display stays dark, as it was told.
  struct LoggedFailure {
    let connector: ConnectorName
    let failure: KMSError
  }

  /// Hands a page flip to the output that it is of.
  mutating func deliver(_ event: FlipEvent, of device: DisplayDevice) {
    for output in list where output.device === device {
      if output.presenter.output.kms?.deliver(event) == true { return }
    }
  }

  /// Lets the screens of a card go that it has no display for any more.
  mutating func keep(on device: DisplayDevice, only pipes: [DisplayPipe]) {
    removeAll { output in
      if output.device !== device { return false }
      for pipe in pipes where pipe.connector.id == output.pipe?.connector.id { return false }
      return true
    }
  }

  /// Whether a card shows something of ours.
  func showAny(on device: DisplayDevice) -> Bool {
    list.contains { $0.device === device && !$0.isBlank }
  }

  /// Whether a display shows one of our framebuffers.
  var areShown: Bool { list.contains { $0.presenter.output.kms?.isShown() ?? false } }

  /// Gives all framebuffers up without darkening the displays, where the kernel can do that.
  func abandon() {
    for output in list { output.presenter.output.kms?.abandon() }
  }

  /// Lets all screens of a card go.
  mutating func removeAll(on device: DisplayDevice) {
    removeAll { $0.device === device }
  }

  /// Lets a screen go.
  mutating func remove(_ output: OutputStage) {
    removeAll { $0 === output }
  }

  /// Shows the story on a display: as before where nothing has changed, else from the next frame on.
  mutating func show(
    on pipe: DisplayPipe, of device: DisplayDevice, _ options: borrowing Options
  ) throws(KMSError) {
    for index in list.indices where list[index].device === device {
      guard let present = list[index].pipe, present.connector.id == pipe.connector.id else {
        continue
      }
      if present.isSame(as: pipe) && !pipe.connector.isLinkBad {
        // After another master everything has to be set up again.
        if list[index].isSuspended { list[index].restart(on: pipe) }
        return
      }
      if let output = try makeOutputStage(on: pipe, of: device, options) {
        // What an output before the one before shows, if anything, no one will miss.
        list[index].predecessor = nil
        output.predecessor = list[index]
        list[index] = output
      } else {
        list.remove(at: index)
      }
      return
    }
    if list.count >= Options.outputLimit { throw KMSError(.noCRTC, .connector) }
    if let output = try makeOutputStage(on: pipe, of: device, options) { list.append(output) }
  }

  /// Nil where the stage cannot be laid out for the display, which is told.
  private mutating func makeOutputStage(
    on pipe: DisplayPipe, of device: DisplayDevice, _ options: borrowing Options
  ) throws(KMSError) -> OutputStage? {
    let output = try device.makeOutput(pipe)
    let name = pipe.connector.name
    do throws(StageError) {
      let outputStage = try makeOutputStage(
        AnyOutput(output), options.configuration(for: pipe), name: name.bytes, of: device,
        on: pipe, options)
      clearFailure(pipe.connector)
      options.logMissingMode(on: pipe)
      return outputStage
    } catch {
      log(name.bytes, error)
      return nil
    }
  }

  /// Says why a display stays dark.
  mutating func logFailure(_ connector: Connector, _ failure: KMSError) {
    let loggedFailure = LoggedFailure(connector: connector.name, failure: failure)
    guard isNew(loggedFailure) else { return }
    let name = connector.name
    Log.write(name.bytes, .kms(failure))
  }

  /// Says why a display is not in the plan; one that was switched off is none to complain of.
  mutating func logFailure(
    _ connector: Connector, _ reason: DisplayPlan.Darkness, _ failure: inout KMSError
  ) {
    let error: KMSError
    switch reason {
    case .off: return failure.yield(to: KMSError(.switchedOff, .connector))
    case .noMode: error = KMSError(.noMode, .connector)
    case .noCRTC: error = KMSError(.noCRTC, .resources)
    case .noPlane: error = KMSError(.noPlane, .plane)
    }
    failure.yield(to: error)
    logFailure(connector, error)
  }

  /// Says why there is no picture on a display.
  @inline(never)
  func log(_ name: Span<UInt8>, _ error: StageError) {
    let reason = BootstrapError(error).line
    Log.write(name, reason.bytes)
  }
}
