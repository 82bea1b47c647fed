// SPDX-License-Identifier: Apache-2.0

/// The wire protocol of a client.
package enum WireProtocol: Sendable {
  /// Lines, each answered with a line.
  case native
  /// The requests of Plymouth's clients, each answered with a byte or more.
  case plymouth
  /// The records of psplash's writers, which get no answer.
  case psplash
}
