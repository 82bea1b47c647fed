// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// How much a client may take up.
package enum ClientLimits {
  /// The most clients at a time.
  package static let clients = 256

  /// The most sockets at which clients are awaited.
  package static let listeners = 8

  /// The most clients at a time that may not ask for anything, and get to hear that.
  package static let strangers = 32

  /// The longest line in bytes, its end included.
  package static let line = 1024

  /// The longest reply in bytes, its end included.
  package static let reply = 1024

  /// The bytes of replies that wait for a client before it is served no further.
  static let replies = 2048

  /// How long a client may leave its replies unread.
  static let stall = Duration.milliseconds(5000)

  /// How long a Plymouth client may leave a request unfinished.
  static let unfinished = Duration.milliseconds(10_000)

  /// How long a client is left alone, however long it is silent, when others want its place.
  static let grace = Duration.milliseconds(1000)

  /// How many clients are let in at a time, so that a crowd does not hold up a frame.
  static let admissions = 32

  /// How many strangers are turned away at a time: as many as wait at a socket.
  static let refusals = 128

  /// How long nobody is let in after so many nanoseconds have gone into turning strangers away.
  ///
  /// So that less than a tenth of the time goes into that: twelve times as long, and at least as much
  /// as makes waking up for it cheap.
  static func pause(afterRefusals nanoseconds: Int64) -> Duration {
    Duration(nanoseconds: min(max(12 * nanoseconds, 4_000_000), 50_000_000))
  }
}
