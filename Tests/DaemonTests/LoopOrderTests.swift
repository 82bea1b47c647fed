// SPDX-License-Identifier: Apache-2.0

import Motion
import Testing

@testable import Daemon

/// Records the order of the loop's parts; each takes a millisecond.
private struct Recorder: LoopParts, ~Copyable {
  var steps: [String] = []
  /// The time that each step got, in milliseconds.
  var times: [String: Int64] = [:]
  private var milliseconds = 0
  /// The turn after which a client asks it to end; nil for none.
  var leavesAfter: Int?
  var frameLimitTurn: Int?
  var failsAt: Int?
  private(set) var turnCount = 0
  private(set) var isLeaving = false

  var now: Instant {
    mutating get {
      milliseconds += 1
      return .zero + .milliseconds(milliseconds)
    }
  }

  private mutating func note(_ step: String, at now: Instant? = nil) {
    steps.append(step)
    if let now { times[step] = (now - Instant.zero).nanoseconds / 1_000_000 }
  }

  mutating func hasReachedFrameLimit(_ options: borrowing Options) -> Bool {
    frameLimitTurn.map { turnCount >= $0 } ?? false
  }
  mutating func recordWork(at now: Instant) { note("watchdog", at: now) }
  mutating func openEndpoints(_ options: borrowing Options, at now: Instant) {
    note("endpoints", at: now)
  }
  mutating func notifyReady(at now: Instant) { note("ready", at: now) }
  mutating func serveClients() { note("clients") }
  mutating func serveDevices(_ options: borrowing Options, at now: Instant) {
    note("devices", at: now)
  }
  mutating func takeTerminal(_ options: borrowing Options) { note("terminal") }
  mutating func confine(_ options: borrowing Options) { note("confine") }
  mutating func show(at now: Instant) { note("show", at: now) }
  mutating func advanceHandover(at now: Instant) { note("handover", at: now) }
  mutating func notifyManager(at now: Instant) { note("notify", at: now) }
  mutating func wait() throws(BootstrapError) {
    turnCount += 1
    note("wait")
    if turnCount == failsAt { throw BootstrapError("poll failed") }
  }
  mutating func handleSignals() throws(BootstrapError) {
    note("signals")
    if turnCount == leavesAfter { isLeaving = true }
  }
  mutating func sendLastStatus(at now: Instant) { note("end") }
  mutating func restore() { note("restore") }
}

@Suite struct LoopOrderTests {
  private let beginning = ["watchdog", "endpoints", "ready", "clients", "devices", "terminal"]
  private let turn = [
    "watchdog", "devices", "show", "handover", "endpoints", "notify", "wait", "signals", "clients",
  ]

  private var options: Options {
    var options = Options()
    options.isSandboxed = false
    return options
  }

  @Test func `clients are served before the first device is opened, frames drawn before the wait`()
    throws
  {
    var loop = Recorder()
    loop.leavesAfter = 2
    try loop.run(options)
    #expect(loop.steps == beginning + turn + turn + ["end", "restore"])
  }

  @Test func `the sandbox begins after the terminal is open, and may narrow in each turn`() throws {
    var loop = Recorder()
    loop.leavesAfter = 1
    var sandboxed = Options()
    sandboxed.isSandboxed = true
    try loop.run(sandboxed)
    let inTurn = turn.prefix(5) + ["confine"] + turn.dropFirst(5)
    #expect(loop.steps == beginning + ["confine"] + inTurn + ["end", "restore"])
  }

  @Test func `all parts of a turn get the same time`() throws {
    var loop = Recorder()
    loop.leavesAfter = 1
    try loop.run(options)
    let times = ["watchdog", "devices", "show", "handover", "endpoints", "notify"].map {
      loop.times[$0]
    }
    #expect(Set(times).count == 1)
  }

  @Test func `the frame limit ends the loop before it waits again`() throws {
    var loop = Recorder()
    loop.frameLimitTurn = 0
    try loop.run(options)
    #expect(loop.steps == beginning + turn.prefix(6) + ["end", "restore"])
  }

  @Test func `an error restores the displays`() {
    var loop = Recorder()
    loop.failsAt = 1
    let options = options
    let hasFailed: Bool
    do throws(BootstrapError) {
      try loop.run(options)
      hasFailed = false
    } catch {
      hasFailed = true
    }
    #expect(hasFailed && loop.steps == beginning + turn.prefix(7) + ["restore"])
  }
}
