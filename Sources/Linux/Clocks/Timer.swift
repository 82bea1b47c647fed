import CLinux

/// A timer that a poll can wait for; disarmed until it is armed.
///
/// Corresponds to `timerfd_create` with `CLOCK_MONOTONIC`.
public struct Timer: ~Copyable, Sendable {
  /// What to poll: readable once the time has come.
  public let descriptor: FileDescriptor

  /// Makes a disarmed timer.
  public init() throws(SystemError) {
    descriptor = FileDescriptor(adopting: try retrying(.timer) { cl_timer_create() })
  }

  /// Sets the time of the monotonic clock to go off at, once; a time that is past goes off at once.
  public func arm(atNanoseconds instant: Int64) throws(SystemError) {
    let number = descriptor.number
    // Zero would disarm, and before the machine's start is as past as can be.
    _ = try retrying(.timer) { cl_timer_arm(number, max(1, instant)) }
  }

  /// Forgets the time; an expiry that nobody has taken is forgotten too.
  public func disarm() throws(SystemError) {
    let number = descriptor.number
    _ = try retrying(.timer) { cl_timer_arm(number, 0) }
  }

  /// Takes the expiry: whether the timer went off since it was last asked or armed.
  public func takeExpiry() throws(SystemError) -> Bool {
    let number = descriptor.number
    return try retrying(.timer) { cl_timer_read(number) } > 0
  }
}
