// SPDX-License-Identifier: Apache-2.0

public import Animations
import DisplayList
import Linux
public import Motion
import OutputConfiguration
import Presentation
import Raster
import Scanout
import Text

/// The machine's displays, for a stage of one's own.
///
/// It needs root, or membership in the group of the devices (`video`) while no other program is DRM master. On a seat it needs
/// neither: see `usingSeat()` in the module `FlipbookSeat`. Nothing is opened before `run`, `start` or `events`.
///
/// ```swift
/// let display = try Display(.automatic)
/// try display.run(DisplayStage(Pulse(), style: Pulse.Style())) { event, loop in
///   if case .outputAdded = event { loop.apply(.start) }
/// }
/// ```
public struct Display: Sendable {
  private var device: Path?
  private var framebuffer: Path?
  private var rules = OutputRules()
  private var memorySize: PixelSize?
  private let takesTerminal: Bool
  private let handOverTimeout: TimeSpan
  /// Opens the seat that opens the cards; nil for none.
  package var seat: (@Sendable () throws(DisplayError) -> SeatConnection)?

  /// The displays of a source.
  ///
  /// - Parameters:
  ///   - source: which devices are used.
  ///   - outputs: settings for outputs, at most 32.
  ///   - takesTerminal: whether the active virtual terminal is taken, so that the user can switch terminals. Without
  ///     that the displays are kept whatever terminal is active. The kernel reports a switch by the signals 44 and 45 to
  ///     the process.
  ///   - handOverTimeout: the time that the next program has for its first frame.
  /// - Throws: Which argument is wrong.
  public init(
    _ source: DisplaySource = .automatic, outputs: [OutputSettings] = [],
    takesTerminal: Bool = true, handOverTimeout: TimeSpan = .milliseconds(10_000)
  ) throws(DisplayError) {
    (self.takesTerminal, self.handOverTimeout) = (takesTerminal, handOverTimeout)
    switch source {
    case .automatic: break
    case .card(let path): device = try Display.path(path)
    case .framebuffer(let path): framebuffer = try Display.path(path)
    case .memory(let width, let height):
      guard 1...16384 ~= width, 1...16384 ~= height else {
        throw DisplayError("memory of \(width) x \(height) pixels: a side is from 1 to 16384")
      }
      memorySize = PixelSize(width: width, height: height)
    }
    for settings in outputs {
      var name: ConnectorName?
      if let text = settings.name {
        name = ConnectorName(Array(text.utf8).span)
        if name == nil { throw DisplayError("'\(text)' is not a connector such as HDMI-A-1") }
      }
      guard rules.add(settings.rule, for: name, from: .program) else {
        throw DisplayError("there are more than \(OutputRules.capacity) settings of outputs")
      }
    }
  }

  private static func path(_ text: String) throws(DisplayError) -> Path {
    do throws(SystemError) {
      return try Path(Array(text.utf8).span)
    } catch {
      throw DisplayError("'\(text)'", error)
    }
  }

  /// The present time of the clock of frames and events: the kernel's monotonic one.
  public static var now: Instant { .now }

  /// Shows a stage until `handOver(retain:)`; it waits in `poll`, and calls `body` for each event.
  ///
  /// - Parameters:
  ///   - stage: the animation with its look.
  ///   - body: gets each event, and the loop for commands. It may take a fraction of a frame; a slower one delays frames.
  /// - Throws: Why the loop cannot go on. Failures of displays are events.
  public func run<Content: Animation>(
    _ stage: DisplayStage<Content>,
    _ body: (DisplayEvent, inout DisplayLoop<Content>) -> Void
  ) throws(DisplayError) {
    var loop = try start(stage)
    try loop.run(body)
  }

  /// Starts to show a stage in a loop of one's own, which calls `dispatch(at:)`.
  ///
  /// - Throws: Why it cannot be shown.
  public func start<Content: Animation>(
    _ stage: DisplayStage<Content>
  ) throws(DisplayError) -> DisplayLoop<Content> {
    let now = Display.now
    var options = OutputOptions()
    (options.device, options.framebuffer, options.rules) = (device, framebuffer, rules)
    let queue = EventQueue()
    let animation = OwnedAnimation(stage.animation, style: stage.style)
    let model = StageModel(
      animation as AnyAnimation, style: (), background: stage.background,
      showsMessage: stage.showsMessage, at: now)
    let source = OwnStage(
      fillsDisplay: stage.fillsDisplay, showsMessage: stage.showsMessage, log: queue.log)
    var outputs = OutputStages(model, of: source)
    var manager: DisplaySession<OwnStage>.Manager?
    var seat: Seat?
    if let size = memorySize {
      let memory = MemoryOutput(
        width: size.width, height: size.height, refreshMillihertz: 60_000, isStrict: false)
      do throws(StageError) {
        try outputs.add(memory, options)
      } catch {
        let text = queue.log.text(of: error)
        throw DisplayError(String(copying: text.bytes))
      }
    } else {
      if let connector = self.seat { seat = try Seat(connector) }
      manager = DeviceManager(
        DisplayMachine(options, log: queue.log, openCard: seat?.opener), log: queue.log, at: now)
      // Until the seat is enabled.
      if seat != nil { manager?.dropMaster(for: .terminal, &outputs) }
    }
    let session = DisplaySession(
      outputs, manager, handoverTimeout: handOverTimeout, hasGivenTerminal: false)
    return DisplayLoop(
      OwnDisplays(session), animation, options, queue, seat,
      takesTerminal: takesTerminal && memorySize == nil && seat == nil)
  }
}
