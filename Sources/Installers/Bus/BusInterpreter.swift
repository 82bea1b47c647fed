// SPDX-License-Identifier: Apache-2.0

/// Understands a service on D-Bus.
package protocol BusInterpreter {
  /// What to call at the beginning of each connection.
  mutating func greet() -> [BusCall]

  /// The events of a message, which may answer one of the calls; `calls` takes further ones.
  mutating func events(
    for message: BusMessage, answering call: BusCall?, calls: inout [BusCall]
  ) -> [ProgressEvent]

  /// How often to ask, in nanoseconds; nil where the service sends by itself.
  var period: Int64? { get }

  /// What to call that often.
  mutating func ask() -> [BusCall]

  /// Whether there is nothing more to follow.
  var hasEnded: Bool { get }
}

extension BusInterpreter {
  package var period: Int64? { nil }
  package mutating func ask() -> [BusCall] { [] }
  package var hasEnded: Bool { false }
}
