// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Stage
import Text

/// One command of a scenario, with its time.
struct TimedCommand {
  let milliseconds: Int64
  let command: Command

  /// A command of a kind without further data.
  init(_ milliseconds: Int64, _ command: Command) {
    self.milliseconds = milliseconds
    self.command = command
  }

  /// A progress in tenths of a percent.
  init(_ milliseconds: Int64, permille: Int, channel: Int = 1) {
    let percent = Percent(Fixed(permille, over: 10)) ?? .zero
    self.init(milliseconds, .progress(channel: channel, percent: percent))
  }

  /// A message that is part of the program.
  init(_ milliseconds: Int64, message: StaticString) {
    // The literal lives as long as the program and has this many bytes.
    let bytes = unsafe Span(_unsafeStart: message.utf8Start, count: message.utf8CodeUnitCount)
    self.init(milliseconds, .message(Message(truncating: bytes)))
  }

  /// The command's time, for a stage that appears at zero.
  var instant: Instant { Instant(milliseconds: milliseconds) }
}

extension Instant {
  /// A number of milliseconds after zero; months need `Int64`, because `Int` can have 32 bits.
  init(milliseconds: Int64) { self.init(nanoseconds: milliseconds * 1_000_000) }
}
