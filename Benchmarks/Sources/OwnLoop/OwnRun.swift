// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Linux
import Motion
import OutputConfiguration
import Presentation
import Scanout
import Stage
import Text

/// Shows so many frames of an animation of one's own on a display in memory, by the daemon's loop over displays.
///
/// `Benchmarks/OwnFrames` shows the same frames by the public API, in regular Swift. A module of its own, which is compiled as
/// the daemon's is (compiler-workarounds.md: inlined-show).
@export(interface)
package func showOwnFrames(count: Int) {
  var run = OwnRun()
  run.show(frames: count)
}

/// The loop's state.
private struct OwnRun: ~Copyable {
  private var session: DisplaySession<OwnSource>
  private let options = OutputOptions()
  private var poll = Poll<16>()
  private var now: Instant

  /// Starts the three dots in the middle of a display.
  init() {
    // At a vblank, so that all runs draw the same phases of the dots.
    now = Instant(nanoseconds: (Instant.now.nanoseconds / 1_000_000_000 + 1) * 1_000_000_000)
    let model = StageModel(
      Pulse(), style: Pulse.Style(), background: nil, showsMessage: false, at: now)
    var outputs = OutputStages(model, of: OwnSource())
    do throws(StageError) {
      try outputs.add(MemoryOutput(width: 1920, height: 1080, isStrict: false), options)
    } catch {
      fatalError("no stage")
    }
    outputs.apply(.start, at: now)
    session = DisplaySession(
      outputs, nil, handoverTimeout: .milliseconds(10_000), hasGivenTerminal: false)
  }

  /// Takes turns until so many frames have been shown.
  mutating func show(frames count: Int) {
    var observer = NoObserver()
    while session.outputs.presentedFrameCount < Int64(count) {
      session.watch(in: &poll, from: 1)
      guard let _ = try? poll.wait(timeoutNanoseconds: 0) else { fatalError("no poll") }
      session.serve(poll, from: 1, options, &observer, at: now)
      session.show(at: now, &observer)
      _ = session.advanceHandover(at: now)
      if let next = session.nextDeadline() { now = max(now, next) }
    }
  }
}

/// The layout of the dots: their default box, in the middle.
struct OwnSource: StageSource, ~Copyable {
  typealias Content = Pulse

  let log = NoLog()
  var pacesEndless: Bool { false }

  mutating func layout(
    of model: borrowing StageModel<Pulse>, on output: OutputDescription,
    _ options: borrowing OutputOptions
  ) throws(StageError) -> StageLayout {
    try StageLayout(
      width: output.size.width, height: output.size.height, scale: 1, rotation: .degrees0,
      fillsStage: false, showsMessage: false, for: model)
  }
}

/// Nothing fails in memory.
struct NoLog: DeviceLog {
  var isVerbose: Bool { false }
  func write(_ name: Span<UInt8>, _ text: Span<UInt8>, _ priority: LogPriority) {}
  func text(of error: StageError) -> LongText { LongText() }
}
