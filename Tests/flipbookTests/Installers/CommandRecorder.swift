// SPDX-License-Identifier: Apache-2.0

import Installers
import Text
import Testing
import ToolSupport

@testable import Followers

/// What the daemon is sent when a source reports something, one event a second.
struct CommandRecorder {
  private(set) var model: ProgressModel
  private(set) var commands: [String] = []
  private var now: Int64 = 0

  init(_ events: [ProgressEvent] = [], showsRemaining: Bool = false) {
    model = ProgressModel(showsRemaining: showsRemaining)
    add(events)
  }

  init(_ interpreter: some LineInterpreter, _ lines: [[UInt8]]) {
    self.init()
    var interpreter = interpreter
    for line in lines { add(interpreter.events(for: line.span)) }
  }

  mutating func add(_ events: [ProgressEvent]) {
    for event in events {
      commands += model.commands(for: event, at: now).map { String(copying: $0.bytes) }
      now += 1_000_000_000
    }
  }

  /// The overall progress, as often as it was sent.
  var overall: [Percentage] {
    commands.filter { $0.hasPrefix("progress ") }.compactMap { Percentage($0.dropFirst(9)) }
  }

  /// The messages, as often as they were sent.
  var messages: [String] {
    commands.filter { $0.hasPrefix("message ") }.map { String($0.dropFirst(8)) }
  }

  /// Whether the overall progress rises with every command and stays below 100 up to `done`.
  var isSound: Bool {
    overall.count > 1 && zip(overall, overall.dropFirst()).allSatisfy { $0 < $1 }
      && overall.allSatisfy { $0 < .hundred }
  }
}
