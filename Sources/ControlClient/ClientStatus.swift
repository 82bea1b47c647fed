// SPDX-License-Identifier: Apache-2.0

/// The exit status of the client called `plymouth`, the same as of Plymouth's own.
package enum PlymouthStatus: CInt {
  /// The request is done.
  case success = 0
  /// Refused, no answer, wrong arguments, or no daemon.
  case failure = 1
  /// The daemon has hung up.
  case disconnected = 2
}

/// The exit status of the client called `flipbookctl`.
package enum NativeStatus: CInt {
  /// The command is done.
  case success = 0
  /// The daemon has answered `error: …`.
  case refused = 1
  /// The arguments are wrong.
  case usage = 2
  /// No daemon listens, it does not answer, or it has disconnected early.
  case unreachable = 3
}
