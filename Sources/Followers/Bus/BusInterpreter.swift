// SPDX-License-Identifier: Apache-2.0

/// Converts the messages of a D-Bus service to progress events.
package protocol BusInterpreter {
  /// The calls at the beginning of each connection.
  mutating func greet() -> [BusCall]

  /// The events of a message, which may be the reply to one of the calls; `calls` receives further
  /// calls.
  mutating func events(
    for message: BusMessage, answering call: BusCall?, calls: inout [BusCall]
  ) -> [ProgressEvent]

  /// The period of `ask`, in nanoseconds; nil where the service sends signals by itself.
  var period: Int64? { get }

  /// The calls of each period.
  mutating func ask() -> [BusCall]

  /// Whether no more events will follow.
  var hasEnded: Bool { get }
}

extension BusInterpreter {
  package var period: Int64? { nil }
  package mutating func ask() -> [BusCall] { [] }
  package var hasEnded: Bool { false }
}
