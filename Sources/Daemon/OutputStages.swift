import OutputConfiguration
import Animations
import Control
import FixedPoint
import KMS
import Motion
import Scanout
import Linux

/// All screens that there are now, and the story that those show which come later.
///
/// The story is a stage of no output: it answers what is shown, and a newcomer copies it.
struct OutputStages: ~Copyable {
  /// What is told, on no output.
  private(set) var referenceStage: Stage

  /// The screens, the longest-lived first.
  var list: [OutputStage] = []

  private var nextNumber = 0

  /// What was said of displays that stay dark; said again only when it is something else.
  private var loggedFailures: [LoggedFailure] = []

  /// Begins a story that nothing shows yet.
  init(_ options: borrowing Options, at now: Instant) throws(BootstrapError) {
    // The size matters to no one.
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

  /// Shows the story in memory too.
  mutating func add(
    _ output: consuming MemoryOutput, _ options: borrowing Options
  ) throws(StageError) {
    let kind: StaticString = "memory"
    let configuration = options.configuration(
      for: output.sizeInPixels, nil, on: ConnectorName(kind, number: UInt32(list.count + 1)))
    list.append(try makeOutputStage(AnyOutput(output), configuration, name: kind.bytes, options))
  }

  /// Makes a screen that shows the story too.
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

  /// Whether something was not said already of a display that stays dark.
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

  /// Forgets what was said of a display: it works.
  mutating func clearFailure(_ connector: Connector) {
    loggedFailures.removeAll { $0.connector == connector.name }
  }

  /// Carries a command out, on all screens at the same instant.
  mutating func apply(_ command: Command, at now: Instant) {
    referenceStage.apply(command, at: now)
    for output in list { output.apply(command, at: now) }
  }

  /// What is shown at an instant.
  mutating func status(at now: Instant) -> StageStatus? { referenceStage.status(at: now) }

  /// How long nothing needs to be done unless something happens; nil for ever.
  mutating func nextDeadline() -> Instant? {
    var deadline: Instant?
    for output in list {
      guard let next = output.nextDeadline() else { continue }
      deadline = min(deadline ?? next, next)
    }
    return deadline
  }

  /// Whether every screen shows something.
  var allPresented: Bool {
    mutating get { !list.contains { $0.isBlank && !$0.isSuspended } }
  }

  /// Whether a person sees one.
  var showAny: Bool {
    mutating get { list.contains { !$0.isBlank && !$0.isSuspended } }
  }

  /// Lets all screens of a kind go.
  @inline(never)
  mutating func removeAll(_ isOfKind: (OutputStage) -> Bool) {
    var index = 0
    while index < list.count {
      if isOfKind(list[index]) { list.remove(at: index) } else { index += 1 }
    }
  }

  /// Whether something is on its way to a display.
  var areBusy: Bool {
    mutating get { list.contains { $0.isBusy } }
  }

  /// How many frames were drawn, on all screens that there are now.
  var drawnFrameCount: Int {
    mutating get {
      var count = 0
      for output in list { count += output.presenter.committedFrameCount }
      return count
    }
  }

  /// How many frames the screen has shown that has shown the most.
  var presentedFrameCount: Int {
    mutating get {
      var count = 0
      for output in list { count = max(count, output.presenter.presentedFrameCount) }
      return count
    }
  }
}
