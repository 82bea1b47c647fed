// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

/// The change from one value to another: both are shown, each with its share.
struct Transition<Value> {
  /// The outgoing value; after the transition the last one.
  private(set) var outgoing: Value
  /// The incoming value; after the transition the only one.
  private(set) var incoming: Value
  /// The share of the incoming value.
  private var progress = LinearTransition(holding: 1)

  /// A value without a transition.
  init(_ value: Value) { (outgoing, incoming) = (value, value) }

  /// The share of the incoming value, from 0 to 1.
  func share(at time: Instant) -> Fixed { progress.value(at: time) }

  /// Whether only the incoming value is shown.
  func isFinished(at time: Instant) -> Bool { progress.isFinished(at: time) }

  /// Starts a transition from the incoming value to another.
  ///
  /// `isTurn` means back to the outgoing value: shares continue from their present values.
  mutating func start(
    to value: Value, isTurn: Bool = false, at time: Instant, _ duration: TimeSpan
  ) {
    progress = LinearTransition(
      at: time, from: isTurn ? 1 - share(at: time) : 0, to: 1, duration: duration)
    (outgoing, incoming) = (incoming, value)
  }

  /// Replaces the incoming value; shares and their times stay as they are.
  mutating func replace(_ value: Value) { incoming = value }
}

extension Transition where Value: Equatable {
  /// Changes to a value: back to the outgoing value by a turn, and to a third value from that with the larger
  /// share.
  mutating func change(to value: Value, at time: Instant, _ duration: TimeSpan) {
    if value == incoming { return }
    if value == outgoing || share(at: time) >= .half {
      start(to: value, isTurn: value == outgoing, at: time, duration)
    } else {
      replace(value)
    }
  }
}

extension Transition<Bool> {
  /// The level of a switch, from 0 where it is off to 1 where it is on.
  func level(at time: Instant) -> Fixed { incoming ? share(at: time) : 1 - share(at: time) }
}
