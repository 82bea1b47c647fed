// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import Presentation
import Scanout
import Testing

@testable import Daemon
import Stage

/// Outputs of different rates that show one model.
private struct Outputs: ~Copyable {
  private var stages: Daemon.OutputStages
  private let begin = Instant(nanoseconds: 1_000_000_000)
  private var elapsed = 0

  init(refreshMillihertz rates: [Int]) throws {
    var options = Options()
    options.stage = StageConfiguration(animation: .download, widthInPixels: 1, heightInPixels: 1)
    var stages = try Daemon.OutputStages(options, at: begin)
    for rate in rates {
      try stages.add(
        MemoryOutput(
          width: 320, height: 240, refreshMillihertz: rate, isStrict: false),
        options.outputs)
    }
    self.stages = stages
  }

  private var now: Instant { begin + .milliseconds(elapsed) }

  /// Takes a turn of the loop each millisecond.
  mutating func run(milliseconds: Int) throws {
    for _ in 0..<milliseconds {
      elapsed += 1
      for output in stages.list { try stages.show(output, at: now) }
      stages.advance(at: now)
    }
  }

  mutating func apply(_ command: Command) { stages.apply(command, at: now) }

  mutating func suspend(_ index: Int) { stages.list[index].isSuspended = true }

  mutating func resume(_ index: Int) { stages.list[index].restart() }

  /// When a turn is due without an event.
  mutating func deadline() -> Instant? { stages.nextDeadline() }

  mutating func state() -> StageState? { stages.status(at: now)?.state }

  func presented(_ index: Int) -> Int64 { stages.list[index].presenter.presentedFrameCount }

  /// The frame that an output shows.
  func pixels(_ index: Int) -> [UInt32] {
    var pixels: [UInt32] = []
    for y in 0..<240 {
      for x in 0..<320 {
        pixels.append(stages.list[index].presenter.output.memory?.pixel(x: x, y: y) ?? 0)
      }
    }
    return pixels
  }
}

@Suite struct OutputStagesTests {
  @Test func `outputs of different rates end with the same frame, and rest`() throws {
    var outputs = try Outputs(refreshMillihertz: [60_000, 24_000, 144_000])
    let commands: [Command] = [
      try progress(30), .start, try progress(80), .fail, try progress(10), .reset, .done,
    ]
    for (index, command) in commands.enumerated() {
      // Between vblanks, at a different phase of each output every time.
      try outputs.run(milliseconds: 403 + 151 * index)
      outputs.apply(command)
    }
    try outputs.run(milliseconds: 3000)
    let state = outputs.state()
    #expect(state == .succeeded)
    let first = outputs.pixels(0)
    #expect(Set(first).count > 3)
    #expect(outputs.pixels(1) == first && outputs.pixels(2) == first)
    #expect(outputs.presented(2) > 2 * outputs.presented(1))
    #expect(outputs.deadline() == nil)
  }

  @Test func `an output that comes back shows what was commanded meanwhile`() throws {
    var outputs = try Outputs(refreshMillihertz: [60_000, 60_000])
    outputs.apply(try progress(40))
    try outputs.run(milliseconds: 2000)
    outputs.suspend(1)
    outputs.apply(.done)
    try outputs.run(milliseconds: 2500)
    #expect(outputs.pixels(1) != outputs.pixels(0))
    outputs.resume(1)
    try outputs.run(milliseconds: 100)
    #expect(outputs.pixels(1) == outputs.pixels(0))
  }
}
