// SPDX-License-Identifier: Apache-2.0

import ControlClient
package import Text

/// When to try again to connect to a missing peer: after growing pauses, and with one warning each
/// time that it goes away.
package struct Reconnection {
  private static var shortestPause: Int64 { 2_000_000 }
  private static var firstPause: Int64 { 100_000_000 }
  private static var longestPause: Int64 { 2_000_000_000 }

  private let program: StaticString
  private var pause = Reconnection.firstPause
  private var hasWarned = false

  /// The time of the next attempt, by the monotonic clock in nanoseconds; the first is at once.
  package private(set) var next: Int64 = 0

  /// Connects at once; `program` is the name of this program, for warnings.
  package init(program: StaticString) { self.program = program }

  /// Records a failed attempt or an ended connection; logs the first one.
  package mutating func fail(_ words: @autoclosure () -> LongText, at now: Int64) {
    next = now + pause
    pause = min(2 * pause, Reconnection.longestPause)
    guard !hasWarned else { return }
    hasWarned = true
    ErrorLine.warn(program, "\(words()); trying again")
  }

  /// Records that the peer may have come: the next attempts follow quickly.
  package mutating func hurry() { pause = Reconnection.shortestPause }

  /// Records that there is a connection.
  package mutating func succeed() {
    self = Reconnection(program: program)
  }
}
