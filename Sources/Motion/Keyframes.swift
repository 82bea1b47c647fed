// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// A value that is interpolated linearly between a fixed number of key values.
///
/// Its time is a fraction, so that a group's timing function can be applied before. Before the
/// first and after the last key time the value is held.
package struct Keyframes<let count: Int>: BitwiseCopyable, Sendable {
  private let times: InlineArray<count, Fixed>
  private let values: InlineArray<count, Fixed>
  private let isEven: Bool

  /// Spreads the values evenly over the time from 0 to 1; traps without values.
  package init(_ values: InlineArray<count, Fixed>) {
    precondition(count > 0, "Keyframes need a value.")
    self.values = values
    times = values
    isEven = true
  }

  /// Values with a time for each; traps without values, and where a time is before its predecessor.
  ///
  /// Between two equal times the value jumps; at that time it is the later value.
  package init(times: InlineArray<count, Fixed>, values: InlineArray<count, Fixed>) {
    precondition(count > 0, "Keyframes need a value.")
    for index in 1..<count {
      precondition(times[index - 1] <= times[index], "A key time is before its predecessor.")
    }
    self.values = values
    self.times = times
    isEven = false
  }

  /// The value at a fraction of the time; exact at the key times, one rounding between them.
  package func value(at time: Fixed) -> Fixed {
    isEven ? evenValue(at: time) : timedValue(at: time)
  }

  private func evenValue(at time: Fixed) -> Fixed {
    let place = time.clamped(to: 0...1) * Fixed(count - 1)
    let index = place.floor
    if index >= count - 1 { return values[count - 1] }
    return values[index].interpolated(to: values[index + 1], by: place.fractionalPart)
  }

  private func timedValue(at time: Fixed) -> Fixed {
    if time < times[0] { return values[0] }
    var index = count - 1
    while times[index] > time { index -= 1 }
    if index == count - 1 { return values[index] }
    let change = values[index + 1] - values[index]
    let span = times[index + 1] - times[index]
    return values[index] + change.scaled(by: (time - times[index]).raw, over: span.raw)
  }
}
