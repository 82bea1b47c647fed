// SPDX-License-Identifier: Apache-2.0

import KMS
import Linux
import Motion

@testable import Presentation

/// A device manager on a fake machine, with a clock that the test sets.
struct DeviceBench: ~Copyable {
  let world = World()
  let manager: DeviceManager<FakeMachine, FakeOutputs>
  var outputs: FakeOutputs
  var options = OutputOptions()
  private(set) var now = Instant(nanoseconds: 5_000_000_000)

  /// A machine with one card per element, each with so many displays; nothing is scanned yet.
  init(cards displayCounts: [Int], hasUevents: Bool = true) {
    for (number, displayCount) in displayCounts.enumerated() {
      let card = FakeDevice(UInt32(number), in: world)
      for index in 0..<displayCount {
        card.connectors.append(connector(UInt32(10 * number + index)))
      }
      world.cards[UInt32(number)] = card
    }
    world.canOpenUevents = hasUevents
    outputs = FakeOutputs(world)
    manager = DeviceManager(FakeMachine(world), log: FakeLog(), at: now)
  }

  /// One turn of the loop.
  mutating func turn(_ ready: DeviceReadiness = DeviceReadiness()) {
    var observer = FakeObserver(world)
    manager.serve(ready, &outputs, options, &observer, at: now)
  }

  /// Restores all cards.
  mutating func restore() {
    var observer = FakeObserver(world)
    manager.restore(&observer)
  }

  /// A turn with uevents.
  mutating func receive(_ events: Uevent...) {
    world.uevents = events
    turn(DeviceReadiness(hasUevents: true))
  }

  /// Lets all outputs present a frame.
  mutating func present() {
    for output in outputs.list { output.isBlank = false }
  }

  /// The milliseconds until the next deadline; nil for none.
  var wait: Int64? { manager.deadline.map { ($0 - now).nanoseconds / 1_000_000 } }

  /// Passes time, without a turn.
  mutating func pass(milliseconds: Int) { now += .milliseconds(milliseconds) }

  /// Passes time until the deadline, and takes a turn; returns the milliseconds.
  mutating func turnAtDeadline() -> Int64? {
    guard let deadline = manager.deadline else { return nil }
    defer { turn() }
    defer { now = max(now, deadline) }
    return wait
  }

  /// Lets an output fail.
  mutating func fail(_ index: Int, _ kind: KMSError.Kind, _ operation: KMSError.Operation) {
    let error = OutputFailure.kms(KMSError(kind, operation))
    manager.handle(error, of: outputs.list[index], &outputs, at: now)
  }
}
