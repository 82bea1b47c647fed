// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Stage
import Text

/// An instant that many milliseconds after zero.
func ms(_ milliseconds: Double) -> Instant {
  Instant(nanoseconds: Int64((milliseconds * 1e6).rounded()))
}

/// A length of that many nanoseconds.
func ns(_ nanoseconds: Int64) -> TimeSpan {
  TimeSpan(nanoseconds: nanoseconds)
}

extension Fixed {
  /// The number in binary floating point, for comparisons.
  var double: Double { Double(raw) / 4_294_967_296 }
}

extension Percent {
  /// A percentage that is known not to be negative.
  static func of(_ percent: Int) -> Percent {
    Percent(Fixed(percent)) ?? .zero
  }
}

extension Command {
  /// A progress on the first channel.
  static func progress(_ percent: Int) -> Command {
    .progress(channel: 1, percent: .of(percent))
  }

  /// An unknown progress on the first channel.
  static var unknown: Command { .progressUnknown(channel: 1) }

  /// A message in ASCII.
  static func say(_ text: String) -> Command {
    .message(Message(truncating: Array(text.utf8).span))
  }

  /// A question in ASCII.
  static func ask(_ question: String, _ entry: EntryField) -> Command {
    .prompt(Prompt(question: Message(truncating: Array(question.utf8).span), entry: entry))
  }
}

/// A history of commands, with times in milliseconds.
typealias History = [(time: Double, command: Command)]

/// A download bar after a history, at a time in milliseconds.
func downloadBar(_ history: History, at time: Double) -> DownloadMotion {
  var bar = DownloadMotion(at: ms(0))
  for entry in history where entry.time <= time {
    guard let input = MotionInput(entry.command, channel: 1) else { continue }
    bar.apply(input, at: ms(entry.time))
  }
  bar.advance(to: ms(time))
  return bar
}

extension DownloadMotion {
  /// When the frame may change next, in the default box.
  func nextChange(after time: Instant) -> NextChange {
    nextChange(
      after: time, in: DownloadGeometry(width: 200, height: 80), showsLabel: true, pixelsPerPoint: 1
    )
  }
}

/// A ring after a history, at a time in milliseconds.
func ring(_ history: History, at time: Double) -> RingMotion {
  var ring = RingMotion(at: ms(0))
  for entry in history where entry.time <= time {
    guard let input = MotionInput(entry.command, channel: 1) else { continue }
    ring.apply(input, at: ms(entry.time))
  }
  return ring
}

/// A flow bar after a history, at a time in milliseconds.
func flowBar(_ history: History, at time: Double) -> FlowMotion {
  var bar = FlowMotion(at: ms(0))
  for entry in history where entry.time <= time {
    guard let input = MotionInput(entry.command, channel: 1) else { continue }
    bar.apply(input, at: ms(entry.time))
  }
  return bar
}

/// Whether two scenes are equal, shape by shape.
func areEqual(_ a: borrowing Scene, _ b: borrowing Scene) -> Bool {
  if a.shapeCount != b.shapeCount { return false }
  var damage = DamageRegion(width: 4000, height: 4000)
  a.findDamage(since: b, into: &damage)
  return damage.isEmpty
}
