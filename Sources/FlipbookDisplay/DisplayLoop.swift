// SPDX-License-Identifier: Apache-2.0

public import Animations
import Linux
public import Motion
import Presentation
import Raster
import Scanout
import Text
public import Stage

/// A stage that is shown on displays, as one part of a loop.
///
/// Wait until one of `fileDescriptors` is readable or `nextDeadline` has come, and call `dispatch(at:)`. Both may change with
/// each call. Commands may come at any time; they show from the next frame on. Nothing waits here, except for drivers that set
/// a mode. It is not for use by two threads at a time. When it is destroyed, the displays are as before.
public struct DisplayLoop<Content: Animation>: ~Copyable {
  var displays: OwnDisplays
  private let animation: OwnedAnimation<Content>
  private let options: OutputOptions
  let queue: EventQueue
  private(set) var poll = Poll<16>()
  /// What opens the cards and switches terminals; nil where this program does both.
  let seat: Seat?
  private var signals: TerminalSignals?
  private var wantsTerminal: Bool
  private var shown: [ShownOutput] = []
  private var sleepCount = 0
  /// A descriptor that ends a wait; below 0 for none.
  var wakeDescriptor: Int32 = -1
  /// Whether `handOver(retain:)` is done.
  private(set) var isFinished = false

  /// That of the seat, or of the terminal's signals.
  static var terminalSlot: PollSlot { PollSlot(rawValue: 0) }
  private static var firstDeviceSlot: Int { 1 }

  init(
    _ displays: consuming OwnDisplays, _ animation: OwnedAnimation<Content>,
    _ options: consuming OutputOptions, _ queue: EventQueue, _ seat: Seat?,
    takesTerminal: Bool
  ) {
    self.displays = displays
    self.animation = animation
    self.options = options
    self.queue = queue
    self.seat = seat
    wantsTerminal = takesTerminal
  }

  deinit {
    if isFinished { return }
    var observer = NoObserver()
    displays.session.deviceManager?.restore(&observer)
  }

  /// The descriptors to poll for reading.
  public var fileDescriptors: [Int32] {
    mutating get {
      watch()
      return poll.descriptors
    }
  }

  /// When to call `dispatch(at:)` without an event; nil for never.
  public var nextDeadline: Instant? {
    mutating get {
      // Events of a command are delivered at once.
      if !queue.events.isEmpty { return .zero }
      return Instant.earlier(displays.nextDeadline(), seat?.connectTime)
    }
  }

  /// Handles what has happened, and draws the frames that are due.
  ///
  /// - Parameter now: the present time, `Display.now`; in a test with memory any time that does not decrease.
  /// - Returns: The events since the last call.
  /// - Throws: Why the loop cannot go on.
  public mutating func dispatch(at now: Instant) throws(DisplayError) -> [DisplayEvent] {
    try wait(nanoseconds: 0)
    return turn(at: now)
  }

  /// Applies a command from an instant on.
  public mutating func apply(_ command: Command, at now: Instant = Display.now) {
    displays.session.outputs.apply(command, at: now)
  }

  /// Changes the animation from an instant on, as by values that no command has.
  ///
  /// - Parameters:
  ///   - now: the present time.
  ///   - change: gets the animation, and the time of its own clock.
  public mutating func update(
    at now: Instant = Display.now, _ change: (inout Content, Instant) -> Void
  ) {
    let animation = animation
    displays.session.outputs.update(at: now) { _, time in animation.update { change(&$0, time) } }
  }

  /// Leaves the displays to other programs; the event `suspended` reports that it is done.
  ///
  /// Frames that are pending complete before. The last frame stays until the next program's.
  public mutating func suspend() {
    if displays.session.deviceManager == nil { return queue.append(.suspended) }
    displays.session.handover.begin(.deactivate, at: Display.now)
  }

  /// Takes the displays again after `suspend()`.
  public mutating func resume() {
    displays.session.handover.cancel()
    displays.session.drain()
    seat?.reopen(at: Display.now)
    displays.session.deviceManager?.resume(from: .request, at: Display.now)
    queue.append(.resumed)
  }

  /// Ends the loop; the event `ended` reports that it is done.
  ///
  /// - Parameter retain: whether the last frame stays until the next program shows its own, without a black frame in
  ///   between; otherwise the displays are as before, such as with the console.
  public mutating func handOver(retain: Bool) {
    if retain && displays.session.deviceManager != nil {
      return displays.session.handover.begin(.quit, at: Display.now)
    }
    var observer = NoObserver()
    displays.session.deviceManager?.restore(&observer)
    finish(isTakenOver: false)
  }

  /// The frame on the first output in full; nil before the first frame.
  ///
  /// - Returns: Rows of `width` pixels, each 0x00RRGGBB.
  /// - Complexity: That of a full frame.
  public mutating func snapshot() -> (width: Int, height: Int, pixels: [UInt32])? {
    guard let output = displays.session.outputs.list.first else { return nil }
    let size = output.presenter.output.sizeInPixels
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: size.width, height: size.height, strideInBytes: 4 * size.width,
      format: .xrgb8888)
    guard output.presenter.drawSnapshot(into: &buffer) else { return nil }
    return (size.width, size.height, pixels)
  }
}

extension DisplayLoop {
  /// Takes turns until the hand-over is done.
  mutating func run(
    beforeTurn prepare: (inout DisplayLoop) -> Void = { _ in },
    _ body: (DisplayEvent, inout DisplayLoop) -> Void
  ) throws(DisplayError) {
    while true {
      prepare(&self)
      for event in turn(at: Display.now) { body(event, &self) }
      if isFinished, queue.events.isEmpty { return }
      try wait(nanoseconds: nextDeadline.map { ($0 - Display.now).nanoseconds })
    }
  }

  /// A turn: events, frames, hand-over.
  mutating func turn(at now: Instant) -> [DisplayEvent] {
    if isFinished { return queue.takeAll() }
    handleSignals(at: now)
    serveSeat(at: now)
    displays.serve(poll, from: DisplayLoop.firstDeviceSlot, options, at: now)
    giveBackCards()
    if wantsTerminal { takeTerminal() }
    displays.show(at: now)
    reportOutputs()
    switch displays.advanceHandover(at: now) {
    case .none: break
    case .dropped(let purpose):
      closeSeat(at: now)
      if purpose == .deactivate { queue.append(.suspended) }
    case .takenOver: finish(isTakenOver: true)
    case .abandoned: finish(isTakenOver: false)
    }
    return queue.takeAll()
  }

  private mutating func finish(isTakenOver: Bool) {
    if isFinished { return }
    isFinished = true
    queue.append(.ended(isTakenOver: isTakenOver))
  }

  private mutating func watch() {
    switch signals {
    case .some(let signals): poll.watch(DisplayLoop.terminalSlot, signals.descriptor)
    case .none: break
    }
    if let seat { poll.watch(DisplayLoop.terminalSlot, number: seat.descriptor ?? -1) }
    if wakeDescriptor >= 0 { poll.watch(PollSlot(rawValue: 15), number: wakeDescriptor) }
    displays.watch(in: &poll, from: DisplayLoop.firstDeviceSlot)
  }

  private mutating func wait(nanoseconds: Int64?) throws(DisplayError) {
    watch()
    do throws(SystemError) {
      _ = try poll.wait(timeoutNanoseconds: nanoseconds)
    } catch {
      throw DisplayError("cannot wait for displays", error)
    }
  }

  /// The handlers come first: a process without them is killed by the first switch.
  private mutating func takeTerminal() {
    wantsTerminal = false
    do throws(SystemError) {
      signals = try TerminalSignals()
      _ = displays.session.takeTerminal(nil)
    } catch {
      let problem = DisplayError("cannot receive its signals", error)
      queue.append(.failure(of: "terminal", reason: problem.description))
    }
  }

  private mutating func handleSignals(at now: Instant) {
    while let signal = signals?.next() ?? nil {
      displays.session.change(signal, at: now)
      queue.append(signal == .terminalRelease ? .terminalGiven : .terminalTaken)
    }
  }

  private mutating func reportOutputs() {
    if let count = displays.session.deviceManager?.sleepCount, count != sleepCount {
      sleepCount = count
      queue.append(.machineResumed)
    }
    if !isSameOutputs { reportChanges() }
    for index in shown.indices {
      let presenter = displays.session.outputs.list[index]
      let count = presenter.presenter.presentedFrameCount
      if count == shown[index].frameCount { continue }
      shown[index].frameCount = count
      guard let vblank = presenter.presenter.clock.lastVblank else { continue }
      queue.append(.frameShown(shown[index].name, at: vblank))
    }
  }

  private var isSameOutputs: Bool {
    mutating get {
      if shown.count != displays.session.outputs.list.count { return false }
      return shown.indices.allSatisfy {
        shown[$0].number == displays.session.outputs.list[$0].number
      }
    }
  }

  private mutating func reportChanges() {
    let next = displays.session.outputs.list.map { output in
      ShownOutput(output, frameCount: shown.first { $0.number == output.number }?.frameCount ?? 0)
    }
    for old in shown where !next.contains(where: { $0.name == old.name }) {
      queue.append(.outputRemoved(old.name))
    }
    for new in next {
      guard let old = shown.first(where: { $0.name == new.name }) else {
        queue.append(
          .outputAdded(
            new.name, width: new.width, height: new.height,
            refreshMillihertz: new.refreshMillihertz))
        continue
      }
      if old.number == new.number { continue }
      queue.append(
        .outputChanged(
          new.name, width: new.width, height: new.height, refreshMillihertz: new.refreshMillihertz))
    }
    shown = next
  }
}

/// The reported facts of an output.
struct ShownOutput {
  let number: Int
  let name: String
  let width, height, refreshMillihertz: Int
  var frameCount: Int64

  /// An output of which so many frames have been reported.
  init(_ output: OutputStage<AnyAnimation>, frameCount: Int64) {
    number = output.number
    name = String(copying: output.name.bytes)
    let facts = output.presenter.output.sizeInPixels
    (width, height) = (facts.width, facts.height)
    refreshMillihertz = output.presenter.output.refreshMillihertz
    self.frameCount = frameCount
  }
}
