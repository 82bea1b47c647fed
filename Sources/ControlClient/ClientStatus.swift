// SPDX-License-Identifier: Apache-2.0

/// How a client ends when it is called `plymouth`, as scripts know it of Plymouth's own.
package enum PlymouthStatus: CInt {
  /// It is done.
  case success = 0
  /// Refused, no answer, wrong arguments, or no daemon.
  case failure = 1
  /// The daemon has hung up.
  case disconnected = 2
}

/// How a client ends when it is called `flipbookctl`.
package enum NativeStatus: CInt {
  /// It is done.
  case success = 0
  /// The daemon has answered `error: …`.
  case refused = 1
  /// The arguments are wrong.
  case usage = 2
  /// No daemon listens, it does not answer, or it has gone before its end.
  case unreachable = 3
}
