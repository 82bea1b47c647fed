// SPDX-License-Identifier: Apache-2.0

import Linux
import Text
import Testing
import ToolSupport

@testable import Followers

/// A follower of a service, driven from a test's own thread.
struct BusFollower<Interpreter: BusInterpreter>: ~Copyable {
  private var source: BusSource<Interpreter>
  private(set) var recorder = CommandRecorder()
  /// Whether the source goes on.
  private(set) var isOpen = true

  init(_ address: String, _ interpreter: Interpreter) {
    source = BusSource([Bus.Address(text: LongText(address))], interpreter)
  }

  /// Lets the follower and services work until a command was sent so often.
  mutating func wait(for command: String, times: Int = 1, _ services: MockService...) throws {
    try wait(services) { recorder in recorder.commands.filter { $0 == command }.count >= times }
  }

  /// The same for any condition.
  mutating func wait(
    _ services: [MockService], until isReached: (CommandRecorder) -> Bool
  ) throws {
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    while !isReached(recorder) {
      try #require(
        MonotonicClock.nanoseconds < end, "sent so far: \(recorder.commands)")
      try step(services)
    }
  }

  /// Lets the follower and services work until it has ended.
  mutating func waitForEnd(_ services: MockService...) throws {
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    while isOpen {
      try #require(MonotonicClock.nanoseconds < end, "sent so far: \(recorder.commands)")
      try step(services)
    }
  }

  private mutating func step(_ services: [MockService]) throws {
    for service in services { service.serve() }
    var poll = Poll<1>()
    source.watch(PollSlot(rawValue: 0), in: &poll)
    // Services have no poll of their own here.
    _ = try poll.wait(timeoutNanoseconds: 5_000_000)
    var events: [ProgressEvent] = []
    if isOpen { isOpen = try source.advance(into: &events) }
    recorder.add(events)
  }
}
