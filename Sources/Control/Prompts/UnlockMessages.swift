// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// Hides messages about an unlocked disk, which their clients never hide: cryptsetup's `set up
/// successfully`, or that the password was wrong.
///
/// A message within half a minute after an answer is hidden five seconds later.
struct UnlockMessages {
  private static var window: TimeSpan { .milliseconds(30_000) }
  private static var stay: TimeSpan { .milliseconds(5_000) }

  private var until: Instant?

  /// When to hide the message; nil where it stays.
  private(set) var deadline: Instant?

  /// Records an answer.
  mutating func begin(at now: Instant) { until = now + UnlockMessages.window }

  /// Records a message, or that it was hidden.
  mutating func record(isEmpty: Bool, at now: Instant) {
    let isOfUnlock = until.map { now < $0 } ?? false
    deadline = isOfUnlock && !isEmpty ? now + UnlockMessages.stay : nil
  }

  /// Ends the half minute: later messages are about something else.
  mutating func end() { (until, deadline) = (nil, nil) }
}
