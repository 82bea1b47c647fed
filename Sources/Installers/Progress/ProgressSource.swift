// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
package import Linux

/// Where progress events come from: a pipe, a socket, a bus.
///
/// A source never waits, and takes in eagerly what is there, so that the writer is not held up.
package protocol ProgressSource: ~Copyable {
  /// Watches what it waits for in a poll's slot, or empties the slot.
  mutating func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>)

  /// When it wants to go on without an event, by the monotonic clock in nanoseconds; nil for never.
  var deadline: Int64? { get }

  /// Goes on after an event or at its deadline, and adds what it has received; false at the end, after
  /// which nothing is asked of it any more.
  mutating func advance(into events: inout [ProgressEvent]) throws(ToolError) -> Bool
}
