// SPDX-License-Identifier: Apache-2.0

package import Linux

/// A source of progress events: a pipe, a socket, a bus.
///
/// A source never blocks, and reads all available input, so that the writer need not wait.
package protocol ProgressSource: ~Copyable {
  /// Watches for its next event in a poll's slot, or empties the slot.
  mutating func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>)

  /// When it has to continue without an event, by the monotonic clock in nanoseconds; nil for never.
  var deadline: Int64? { get }

  /// Continues after an event or at its deadline, and appends the received events; false at the end.
  ///
  /// It is not called after that.
  mutating func advance(into events: inout [ProgressEvent]) throws(FollowError) -> Bool
}
