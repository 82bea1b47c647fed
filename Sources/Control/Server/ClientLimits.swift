// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// The limits for clients.
package enum ClientLimits {
  /// The largest number of clients at a time.
  package static let clients = 256

  /// The most sockets that clients connect to.
  package static let listeners = 8

  /// The most connected clients without permission; each gets that error.
  package static let untrustedPeers = 32

  /// The longest line in bytes, its end included.
  package static let line = 1024

  /// The longest reply in bytes, its end included.
  package static let reply = 1024

  /// The bytes of pending replies at which a client is served no further.
  static let replies = 2048

  /// How long a client may leave its replies unread.
  static let stall = TimeSpan.milliseconds(5000)

  /// How long a Plymouth client may leave a request unfinished.
  static let unfinished = TimeSpan.milliseconds(10_000)

  /// How long a silent client keeps its slot when others need one.
  static let grace = TimeSpan.milliseconds(1000)

  /// How many clients are accepted in one turn, so that a crowd does not delay a frame.
  static let admissions = 32

  /// How many clients without permission are refused in one turn: as many as fit a socket's backlog.
  static let refusals = 128

  /// How long to accept no client, after refusals have taken a time in nanoseconds.
  ///
  /// The pause is twelve times that time, so that less than a tenth of the time goes into refusals. It
  /// is at least 4 ms, so that waking up for it stays cheap.
  static func pause(afterRefusals nanoseconds: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: min(max(12 * nanoseconds, 4_000_000), 50_000_000))
  }
}
