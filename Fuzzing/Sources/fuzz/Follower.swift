// SPDX-License-Identifier: Apache-2.0

import Followers
import Installers
import Text

/// What the daemon would receive, with the invariants of it.
struct Follower {
  private var model = ProgressModel(showsRemaining: true)
  private var last = Percentage.zero
  private var now: Int64 = 0

  /// Checks that the progress never goes back and is below the whole before the end, and that each
  /// command is one line that the daemon takes.
  mutating func check(_ events: [ProgressEvent]) {
    for event in events {
      now += 100_000_000
      for command in model.commands(for: event, at: now) {
        if command == "reset" { last = .zero }
        precondition(command.count <= 263 && command.bytes.firstPosition(of: 10) == command.count)
        guard command.hasPrefix("progress ") else { continue }
        guard let percentage = Percentage(command.bytes.extracting(9..<command.count)) else {
          precondition(command == "progress unknown")
          continue
        }
        precondition(last <= percentage && percentage < .hundred)
        last = percentage
      }
    }
  }

  /// Feeds lines to their interpreter.
  consuming func feed(lines input: [UInt8], to interpreter: some LineInterpreter) {
    var interpreter = interpreter
    for line in input.split(separator: 10, omittingEmptySubsequences: false) {
      let line = Array(line)
      check(interpreter.events(for: line.span))
    }
  }

  /// Feeds pieces of what a socket brings, with a pause before the last; the first byte is their size.
  consuming func feed(frames input: [UInt8]) {
    var reader = SWUpdateReader()
    var progress = SWUpdateProgress()
    let size = 1 + 16 * Int(input.first ?? 0)
    do {
      for start in stride(from: 1, to: input.count, by: size) {
        reader.append(input.span.extracting(start..<min(start + size, input.count)))
        for frame in try reader.frames() { check(progress.events(for: frame)) }
      }
      for frame in try reader.frames(isPaused: true) { check(progress.events(for: frame)) }
    } catch {
      check(progress.lost())
    }
  }

  /// Feeds messages that are made of the input, until it is used up.
  consuming func feed(messages input: [UInt8], to interpreter: some BusInterpreter) {
    var interpreter = interpreter
    var maker = MessageMaker(input)
    var calls = interpreter.greet()
    while !maker.isEmpty {
      let message = maker.message()
      let call = calls.isEmpty || message.kind == .signal ? nil : calls.removeFirst()
      check(interpreter.events(for: message, answering: call, calls: &calls))
      if calls.isEmpty { calls = interpreter.ask() }
      if calls.count > 64 { calls.removeFirst(calls.count - 64) }
    }
  }

  /// Feeds what a bus sends, in pieces; the first byte is their size.
  consuming func feed(bus input: [UInt8]) {
    var reader = BusReader()
    var rauc = RaucProgress()
    var sysupdate = SysupdateProgress()
    var calls = rauc.greet() + sysupdate.greet()
    let size = 1 + Int(input.first ?? 0)
    do {
      for start in stride(from: 1, to: input.count, by: size) {
        reader.append(input.span.extracting(start..<min(start + size, input.count)))
        while let message = try reader.next() {
          let call = calls.first { _ in message.replySerial != 0 }
          check(rauc.events(for: message, answering: call, calls: &calls))
          check(sysupdate.events(for: message, answering: call, calls: &calls))
          if calls.count > 64 { calls.removeFirst(calls.count - 64) }
        }
      }
    } catch {
      // A connection that is of no use: it is made again.
    }
  }
}
