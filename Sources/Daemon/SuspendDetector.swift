import Linux

/// Notices that the machine has slept.
///
/// A timer that is cancelled when the clock of the day jumps, as it does at resume; time that the
/// monotonic clock does not know of then tells sleep from a clock that was set. It wakes nobody
/// otherwise.
struct SuspendDetector: ~Copyable {
  private var timer: ClockJumpTimer?
  private var asleep = SuspendClock.nanoseconds

  /// Begins to watch; where the kernel cannot, no sleep is ever noticed.
  init() {
    timer = try? ClockJumpTimer()
  }

  /// Enters it into a poll.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
    switch timer {
    case .some(let timer): poll.watch(slot, timer.descriptor)
    case .none: break
    }
  }

  /// Whether the machine has slept since it was last asked.
  mutating func hasResumed<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, _ slot: PollSlot
  ) -> Bool {
    guard !poll[slot].isEmpty else { return false }
    do throws(SystemError) {
      try timer?.rearm()
    } catch {
      // It would wake us without end.
      timer = nil
    }
    let now = SuspendClock.nanoseconds
    // Reading two clocks takes less than a millisecond, and nobody sleeps that short.
    defer { asleep = now }
    return now - asleep > 1_000_000
  }
}
