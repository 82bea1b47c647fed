// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// What is said about a disk after a person has typed its password, which nobody takes away again:
/// cryptsetup's `set up successfully`, or that the password was wrong.
///
/// A message that comes within half a minute after an answer goes five seconds later.
struct UnlockMessages {
  private static var window: Duration { .milliseconds(30_000) }
  private static var stay: Duration { .milliseconds(5_000) }

  private var until: Instant?

  /// When the message goes; nil where it stays.
  private(set) var deadline: Instant?

  /// Notes an answer.
  mutating func begin(at now: Instant) { until = now + UnlockMessages.window }

  /// Notes a message, or that there is none any more.
  mutating func note(isEmpty: Bool, at now: Instant) {
    let isOfUnlock = until.map { now < $0 } ?? false
    deadline = isOfUnlock && !isEmpty ? now + UnlockMessages.stay : nil
  }

  /// Ends that: what is said from here on is about something else.
  mutating func end() { (until, deadline) = (nil, nil) }
}
