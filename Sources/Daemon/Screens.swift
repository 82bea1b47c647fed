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
struct Screens: ~Copyable {
  /// What is told, on no output.
  private(set) var story: Stage

  /// The screens, the longest-lived first.
  var list: [Screen] = []

  private var nextNumber = 0

  /// What was said of displays that stay dark; said again only when it is something else.
  private var complaints: [Complaint] = []

  /// Begins a story that nothing shows yet.
  init(_ options: borrowing Options, at now: Instant) throws(StartError) {
    // The size matters to no one.
    let size = PixelSize(width: 1920, height: 1080)
    var configuration = options.configuration(for: size, nil)
    configuration.scale = 1
    do throws(StageError) {
      story = try Stage(configuration, at: now)
    } catch {
      throw StartError(error)
    }
    list.reserveCapacity(Options.screenLimit)
  }

  /// Shows the story in memory too.
  mutating func add(
    _ output: consuming MemoryOutput, _ options: borrowing Options
  ) throws(StageError) {
    let kind: StaticString = "memory"
    let configuration = options.configuration(
      for: output.sizeInPixels, nil, on: ConnectorName(kind, number: UInt32(list.count + 1)))
    list.append(try makeScreen(ScreenOutput(output), configuration, name: kind.bytes, options))
  }

  /// Makes a screen that shows the story too.
  @inline(never)
  mutating func makeScreen(
    _ output: consuming ScreenOutput, _ configuration: StageConfiguration, name: Span<UInt8>,
    of device: DisplayDevice? = nil, on pipe: DisplayPipe? = nil, _ options: borrowing Options
  ) throws(StageError) -> Screen {
    let stage = try Stage(copying: story, configuration)
    var text = InlineText<32>()
    text.append(name)
    nextNumber += 1
    return Screen(
      output, stage, name: text, number: nextNumber, device: device, pipe: pipe, options)
  }

  /// Whether something was not said already of a display that stays dark.
  mutating func isNew(_ complaint: Complaint) -> Bool {
    for index in complaints.indices where complaints[index].connector == complaint.connector {
      let isSame = complaints[index].failure == complaint.failure
      complaints[index] = complaint
      return !isSame
    }
    complaints.append(complaint)
    return true
  }

  /// Forgets what was said of a display: it works.
  mutating func forgive(_ connector: Connector) {
    complaints.removeAll { $0.connector == connector.name }
  }

  /// Carries a command out, on all screens at the same instant.
  mutating func apply(_ command: Command, at now: Instant) {
    story.apply(command, at: now)
    for screen in list { screen.apply(command, at: now) }
  }

  /// What is shown at an instant.
  mutating func status(at now: Instant) -> StageStatus? { story.status(at: now) }

  /// How long nothing needs to be done unless something happens; nil for ever.
  mutating func nextDeadline() -> Instant? {
    var deadline: Instant?
    for screen in list {
      guard let next = screen.nextDeadline() else { continue }
      deadline = min(deadline ?? next, next)
    }
    return deadline
  }

  /// Whether every screen shows something.
  var areLit: Bool {
    mutating get { !list.haveAny { $0.isBlank && !$0.isSuspended } }
  }

  /// Whether a person sees one.
  var showSomething: Bool {
    mutating get { list.haveAny { !$0.isBlank && !$0.isSuspended } }
  }

  /// Lets all screens of a kind go.
  @inline(never)
  mutating func removeAll(_ isOfKind: (Screen) -> Bool) {
    var index = 0
    while index < list.count {
      if isOfKind(list[index]) { list.remove(at: index) } else { index += 1 }
    }
  }

  /// Whether something is on its way to a display.
  var areBusy: Bool {
    mutating get { list.haveAny { $0.isBusy } }
  }

  /// How many frames were drawn, on all screens that there are now.
  var drawnFrameCount: Int {
    mutating get {
      var count = 0
      for screen in list { count += screen.presenter.committedFrameCount }
      return count
    }
  }

  /// How many frames the screen has shown that has shown the most.
  var presentedFrameCount: Int {
    mutating get {
      var count = 0
      for screen in list { count = max(count, screen.presenter.presentedFrameCount) }
      return count
    }
  }
}

extension [Screen] {
  /// Whether there is a screen of a kind.
  @inline(never)
  func haveAny(_ isOfKind: (Screen) -> Bool) -> Bool {
    for screen in self where isOfKind(screen) { return true }
    return false
  }
}
