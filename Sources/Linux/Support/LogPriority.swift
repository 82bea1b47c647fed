// SPDX-License-Identifier: Apache-2.0

/// The priority of a line of a log; the numbers are those of syslog(3).
package enum LogPriority: Int, Sendable {
  /// The program ends.
  case error = 3
  /// A difference from the request.
  case warning = 4
  /// Normal, and worth a line.
  case info = 6
  /// For diagnosis.
  case debug = 7
}
